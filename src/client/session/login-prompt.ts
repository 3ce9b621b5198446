import { createListeners } from '#client/browser/listeners.ts'
import { session } from '#client/session/session.ts'
import type { Factor } from '#shared/account/factor-views.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'

/** What the prompt needs of the page; tests provide their own. */
interface Deps {
  session: {
    snapshot: () => { session: SessionView }
    refresh: () => Promise<void>
    peek: () => Promise<SessionView>
  }
  reload: () => void
}

/**
 * Asks the user of the page to log in again when a call finds that the session has expired (`LoginDialog`), or to confirm their identity
 * when a call requires that (`ConfirmDialog`).
 */
export function createLoginPrompt({ session: currentSession, reload }: Deps) {
  let user: SessionUser | null = null
  let factors: readonly Factor[] | null = null
  let answer: PromiseWithResolvers<boolean> | undefined
  let isDeclined = false
  const { subscribe, notify } = createListeners()

  function show(nextUser: SessionUser | null, nextFactors: readonly Factor[] | null = null): void {
    user = nextUser
    factors = nextFactors
    notify()
  }

  function finish(isLoggedIn: boolean): void {
    answer?.resolve(isLoggedIn)
    answer = undefined
    show(null)
  }

  /** Another user must not see the page of the first one, so it is loaded again. */
  async function complete(loggedInUser: SessionUser): Promise<void> {
    if (loggedInUser.id !== user?.id) return reload()
    await currentSession.refresh()
    isDeclined = false
    finish(true)
  }

  /**
   * Opens the prompt, once for concurrent calls: for a login, or with `confirmWith` for a proof. Resolves with whether the same user has
   * given it; false at once for a guest. A page that shows what another user sees is loaded again instead.
   */
  function request(confirmWith: readonly Factor[] | null = null): Promise<boolean> {
    const { user: expected, viewedBy } = currentSession.snapshot().session
    if (!expected) return Promise.resolve(false)
    if (viewedBy) {
      reload()
      return Promise.resolve(false)
    }
    if (!answer) {
      answer = Promise.withResolvers<boolean>()
      show(expected, confirmWith)
    }
    return answer.promise
  }

  return {
    /** The user who is asked to log in, or null while there is nothing to ask. */
    user: (): SessionUser | null => (factors === null ? user : null),
    /** The methods with which the user is asked to confirm their identity, or null if they are not asked. */
    factors: (): readonly Factor[] | null => factors,
    subscribe,
    request,
    /** Opens the prompt for a login, unless the user has closed it: what was typed may still have to be read. */
    announce(): void {
      if (!isDeclined) void request()
    },
    /** Call after a login. */
    complete,
    /** Continues if there has been a login in another tab of the browser. Never rejects. */
    async check(): Promise<void> {
      if (!user || factors) return
      const { user: loggedInUser } = await currentSession.peek().catch((): SessionView => ({}))
      if (loggedInUser && user) await complete(loggedInUser)
    },
    /** Call after the user has confirmed their identity. */
    confirmed: (): void => finish(true),
    cancel(): void {
      isDeclined = factors === null
      finish(false)
    },
  }
}

/** The login prompt of this page. */
export const loginPrompt = createLoginPrompt({ session, reload: () => location.reload() })

import { session } from '#client/session/session.ts'
import type { SessionUser, SessionView } from '#shared/staff/views.ts'

/** What the prompt needs of the page; tests provide their own. */
interface Deps {
  session: { snapshot: () => { session: SessionView }; refresh: () => Promise<void> }
  reload: () => void
}

/** Asks the user of the page to log in again when a call finds that the session has expired. `LoginDialog` shows it. */
export function createLoginPrompt({ session: currentSession, reload }: Deps) {
  let user: SessionUser | null = null
  let answer: PromiseWithResolvers<boolean> | undefined
  const listeners = new Set<() => void>()

  function show(nextUser: SessionUser | null): void {
    user = nextUser
    for (const listener of listeners) listener()
  }

  function finish(isLoggedIn: boolean): void {
    answer?.resolve(isLoggedIn)
    answer = undefined
    show(null)
  }

  return {
    /** The user who is asked to log in, or null while there is nothing to ask. */
    user: (): SessionUser | null => user,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Opens the prompt, once for concurrent calls. Resolves with whether the same user has logged in; false at once for a guest. */
    request(): Promise<boolean> {
      const expected = currentSession.snapshot().session.user
      if (!expected) return Promise.resolve(false)
      if (!answer) {
        answer = Promise.withResolvers<boolean>()
        show(expected)
      }
      return answer.promise
    },
    /** Call after a login. Another user must not see the page of the first one, so it is loaded again. */
    async complete(loggedInUser: SessionUser): Promise<void> {
      if (loggedInUser.id !== user?.id) return reload()
      await currentSession.refresh()
      finish(true)
    },
    cancel: (): void => finish(false),
  }
}

/** The login prompt of this page. */
export const loginPrompt = createLoginPrompt({ session, reload: () => location.reload() })

import { resolveNavigation, buildFormUrl, changesOverlayOnly } from '#client/navigation/resolve-navigation.ts'

/** What shows a destination. `main.tsx` gives it; the server has none. */
export interface NavigationHandlers {
  loggedIn: () => boolean
  /** A newer build runs: every click is a full load. */
  isOutdated: () => boolean
  /** Shows the page at an address; resolves with its name when it stands. Rejects when the signal aborts. */
  show: (url: URL, signal: AbortSignal) => Promise<string>
  /** Shows that there is no page at an address; `path` is the address as people read it. */
  showMissing: (url: URL, path: string) => Promise<string>
}

/** Whether a page is on its way, and the name of the one that came last. */
export const navigationStatus = createStatus()

let handlers: NavigationHandlers | undefined
let revalidation: AbortController | undefined
let isLeaving = false

/** Goes to an address of Kontor as a click on a link would. */
export function navigate(url: string, { replace = false }: { replace?: boolean } = {}): void {
  if (globalThis.navigation) navigation.navigate(url, { history: replace ? 'replace' : 'auto' })
  else if (replace) location.replace(url)
  else location.assign(url)
}

/** Loads an address whole, as when it is typed: after a log-in, a log-out, a change of language. */
export function hardNavigate(url: string): void {
  isLeaving = true
  location.assign(url)
}

/** Fetches what the current address shows again. A reload or a click that comes after it wins. */
export async function revalidate(): Promise<void> {
  if (!handlers || handlers.isOutdated()) return location.reload()
  revalidation?.abort()
  const controller = (revalidation = new AbortController())
  await handlers.show(new URL(location.href), controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
}

/** Follows clicks, history and GET forms. Where the browser has no Navigation API, links just load pages. */
export function startNavigation(next: NavigationHandlers): void {
  handlers = next
  if (!globalThis.navigation) return
  // On the window, after the components' own listeners had their say.
  window.addEventListener('submit', onSubmit)
  navigation.addEventListener('navigate', onNavigate)
}

function onNavigate(event: NavigateEvent): void {
  if (!handlers || !event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
  if (isLeaving || event.navigationType === 'reload' || handlers.isOutdated()) return
  const url = new URL(event.destination.url)
  const resolved = resolveNavigation(url, handlers.loggedIn())
  if (resolved.kind === 'load') return
  revalidation?.abort()
  if (resolved.kind === 'elsewhere') return redirectTo(event, resolved.location)
  const { show, showMissing } = handlers
  const currentUrl = new URL(location.href)
  const samePage = currentUrl.pathname === url.pathname
  event.intercept({
    scroll: changesOverlayOnly(currentUrl, url) ? 'manual' : 'after-transition',
    focusReset: samePage ? 'manual' : 'after-transition',
    async handler() {
      const done = navigationStatus.begin()
      try {
        const name = await (resolved.kind === 'missing' ? showMissing(url, resolved.path) : show(url, event.signal))
        done(samePage ? '' : name)
      } catch (error) {
        done('')
        throw error
      }
    },
  })
}

/** The blocked address leaves no entry behind; a step through history cannot be stopped and is replaced instead. */
function redirectTo(event: NavigateEvent, url: string): void {
  const target = new URL(url, location.href)
  const go = (replace: boolean): void => {
    if (target.origin === location.origin) navigate(target.href, { replace })
    else location.href = target.href
  }
  if (event.cancelable && event.navigationType !== 'traverse') {
    event.preventDefault()
    const replace = event.navigationType === 'replace' || target.href === location.href
    queueMicrotask(() => go(replace))
  } else event.intercept({ handler: async () => go(true) })
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || form.method !== 'get' || form.target) return
  const url = buildFormUrl(form, event.submitter)
  if (url.origin !== location.origin) return
  event.preventDefault()
  navigate(url.href)
}

function createStatus() {
  let status = { pending: false, opened: '' }
  let last = 0
  const listeners = new Set<() => void>()
  const set = (next: typeof status): void => {
    status = next
    for (const listener of listeners) listener()
  }
  return {
    get: (): typeof status => status,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** A page sets out; what this gives back is called when it has come, with its name, or empty. A later one wins. */
    begin(): (opened: string) => void {
      const next = ++last
      set({ pending: true, opened: '' })
      return (opened) => {
        if (next === last) set({ pending: false, opened })
      }
    },
  }
}

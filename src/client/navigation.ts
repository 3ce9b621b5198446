import { courseOf, addressOfForm, changesAsideOnly } from '#client/course.ts'

/** What shows a destination. `main.tsx` gives it; the server has none. */
export interface Stage {
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

let stage: Stage | undefined
let reloading: AbortController | undefined
let leaving = false

/** Goes to an address of Kontor as a click on a link would. */
export function navigate(address: string, { replace = false }: { replace?: boolean } = {}): void {
  if (globalThis.navigation) navigation.navigate(address, { history: replace ? 'replace' : 'auto' })
  else if (replace) location.replace(address)
  else location.assign(address)
}

/** Loads an address whole, as when it is typed: after a log-in, a log-out, a change of language. */
export function loadPage(address: string): void {
  leaving = true
  location.assign(address)
}

/** Fetches what the current address shows again. A reload or a click that comes after it wins. */
export async function reloadScreen(): Promise<void> {
  if (!stage || stage.isOutdated()) return location.reload()
  reloading?.abort()
  const controller = (reloading = new AbortController())
  await stage.show(new URL(location.href), controller.signal).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
}

/** Follows clicks, history and GET forms. Where the browser has no Navigation API, links just load pages. */
export function startNavigation(own: Stage): void {
  stage = own
  if (!globalThis.navigation) return
  // On the window, after the components' own listeners had their say.
  window.addEventListener('submit', onSubmit)
  navigation.addEventListener('navigate', onNavigate)
}

function onNavigate(event: NavigateEvent): void {
  if (!stage || !event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
  if (leaving || event.navigationType === 'reload' || stage.isOutdated()) return
  const url = new URL(event.destination.url)
  const course = courseOf(url, stage.loggedIn())
  if (course.kind === 'load') return
  reloading?.abort()
  if (course.kind === 'elsewhere') return goElsewhere(event, course.location)
  const { show, showMissing } = stage
  const here = new URL(location.href)
  const samePage = here.pathname === url.pathname
  event.intercept({
    scroll: changesAsideOnly(here, url) ? 'manual' : 'after-transition',
    focusReset: samePage ? 'manual' : 'after-transition',
    async handler() {
      const done = navigationStatus.begin()
      try {
        const name = await (course.kind === 'missing' ? showMissing(url, course.path) : show(url, event.signal))
        done(samePage ? '' : name)
      } catch (error) {
        done('')
        throw error
      }
    },
  })
}

/** The blocked address leaves no entry behind; a step through history cannot be stopped and is replaced instead. */
function goElsewhere(event: NavigateEvent, address: string): void {
  const target = new URL(address, location.href)
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
  const url = addressOfForm(form, event.submitter)
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
      const own = ++last
      set({ pending: true, opened: '' })
      return (opened) => {
        if (own === last) set({ pending: false, opened })
      }
    },
  }
}

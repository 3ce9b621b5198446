import { changesOverlayOnly } from '#client/navigation/overlay-changes.ts'
import { resolveNavigation } from '#client/navigation/resolve-navigation.ts'
import { navigationStatus } from '#client/navigation/navigation-status.ts'
import { rememberFocus, returnFocus } from '#client/navigation/focused-links.ts'
import { describeChange, keepFocus, rememberPage } from '#client/navigation/page-changes.ts'
import { NoAnswerError } from '#client/navigation/payload-requests.ts'
import type { NavigationCounts } from '#shared/live/views.ts'
import type { PageState } from '#shared/page-state.ts'

/** Changes what is shown of newly loaded data. */
export type AdjustPage = (next: PageState) => PageState

/** What the router asks of the app. `main.tsx` provides it in the browser; the server has none. */
export interface RouterHandlers {
  isLoggedIn: () => boolean
  /** True once a newer build is deployed: every click then loads the whole document. */
  isOutdated: () => boolean
  /** Shows the page of a URL and resolves with its title. Rejects when `signal` aborts, and with `NoAnswerError`, which leaves what is shown. */
  showPage: (url: URL, signal: AbortSignal) => Promise<string>
  /** Loads the page of a URL again without the user asking for it, and shows it as `adjust` returns it; resolves with whether it did. Never rejects. */
  refreshPage: (url: URL, signal: AbortSignal, adjust: AdjustPage) => Promise<boolean>
  showNavigationCounts: (counts: NavigationCounts) => void
  /** Shows the not-found page for a URL and resolves with its title; `path` is the URL as people read it. */
  showNotFound: (url: URL, path: string) => Promise<string>
}

let handlers: RouterHandlers | undefined
let revalidation: AbortController | undefined
let isRevalidating = false
let isLeaving = false
const navigationGuards = new Set<(url: string) => boolean>()

/** Opens a URL of this origin as a click on a link would. */
export function navigate(url: string, { replace = false }: { replace?: boolean } = {}): void {
  if (!canLeave(url)) return
  if (globalThis.navigation) navigation.navigate(url, { history: replace ? 'replace' : 'auto' })
  else if (replace) location.replace(url)
  else location.assign(url)
}

/** Opens a URL with a full document load: after a login, a logout or a change of language. */
export function hardNavigate(url: string): void {
  isLeaving = true
  location.assign(url)
}

/** Asks before the page is left for a URL: false keeps it. Call the returned function to stop asking. */
export function guardNavigation(navigationGuard: (url: string) => boolean): () => void {
  navigationGuards.add(navigationGuard)
  return () => navigationGuards.delete(navigationGuard)
}

const canLeave = (url: string): boolean =>
  [...navigationGuards].every((isAllowed) => isAllowed(new URL(url, location.href).href))

/** Loads the data of the current page again. A later call or navigation cancels it. Without an answer the page stays as it is and says so. */
export async function revalidate(): Promise<void> {
  if (!handlers || handlers.isOutdated()) return location.reload()
  revalidation?.abort()
  const controller = (revalidation = new AbortController())
  isRevalidating = true
  try {
    await handlers.showPage(new URL(location.href), controller.signal)
    navigationStatus.setRetry(null)
  } catch (error) {
    if (error instanceof NoAnswerError) navigationStatus.setRetry(revalidate)
    else if (!controller.signal.aborted) throw error
  } finally {
    if (revalidation === controller) isRevalidating = false
  }
}

/**
 * Loads the data of the current page again without the user asking for it, and shows it as `adjust` returns it. Resolves with whether it
 * did: it gives way to what the user does, and a failure or a newer build leaves the page as it is.
 */
export async function revalidateInBackground(adjust: AdjustPage): Promise<boolean> {
  if (!handlers || handlers.isOutdated() || isRevalidating || navigationStatus.get().pending) return false
  revalidation?.abort()
  revalidation = new AbortController()
  const isRefreshed = await handlers.refreshPage(new URL(location.href), revalidation.signal, adjust)
  if (isRefreshed) navigationStatus.setRetry(null)
  return isRefreshed
}

/** Shows the open work in the navigation as it is now, on the page that is open. */
export const showNavigationCounts = (counts: NavigationCounts): void => handlers?.showNavigationCounts(counts)

/** Intercepts links, history steps and GET forms. Without the Navigation API the browser loads documents as usual. */
export function startRouter(routerHandlers: RouterHandlers): void {
  handlers = routerHandlers
  if (!globalThis.navigation) return
  // On the window, so that React's own submit handlers run first and can prevent the default.
  window.addEventListener('submit', onSubmit)
  navigation.addEventListener('navigate', onNavigate)
  window.addEventListener('online', onOnline)
}

/** What could not be opened waits for the next click, but a page that should have been loaded again is. */
function onOnline(): void {
  if (navigationStatus.get().retry === revalidate) void revalidate()
  else navigationStatus.setRetry(null)
}

/** The URL that a GET form submits to, without its empty fields. */
export function buildFormUrl(form: HTMLFormElement, submitter: HTMLElement | null): URL {
  // Not `form.action`, which is the field with that name if there is one.
  const url = new URL(form.getAttribute('action') ?? '', location.href)
  const filled = [...new FormData(form, submitter)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  )
  url.search = new URLSearchParams(filled).toString()
  return url
}

function onNavigate(event: NavigateEvent): void {
  if (!handlers || !event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return
  if (isLeaving || event.navigationType === 'reload' || handlers.isOutdated()) return
  if (event.info === keepsPage) return event.intercept({ scroll: 'manual', focusReset: 'manual' })
  if (event.cancelable && !canLeave(event.destination.url)) return event.preventDefault()
  const url = new URL(event.destination.url)
  const resolved = resolveNavigation(url, handlers.isLoggedIn())
  if (resolved.kind === 'document') return
  revalidation?.abort()
  if (resolved.kind === 'redirect') return followRedirect(event, resolved.location)
  const { showPage, showNotFound } = handlers
  const currentUrl = new URL(location.href)
  const isSamePage = currentUrl.pathname === url.pathname
  const isOverlayOnly = changesOverlayOnly(currentUrl, url)
  const before = rememberPage()
  const { currentEntry } = navigation
  if (currentEntry) rememberFocus(currentEntry.key)
  event.intercept({
    scroll: isOverlayOnly ? 'manual' : 'after-transition',
    focusReset: isSamePage ? 'manual' : 'after-transition',
    async handler() {
      const finish = navigationStatus.start({ from: currentUrl, to: url })
      try {
        const title = await (resolved.kind === 'not-found'
          ? showNotFound(url, resolved.path)
          : showPage(url, event.signal))
        // Before the browser moves the focus to the top, which it leaves alone then.
        if (event.navigationType === 'traverse' && (!isSamePage || document.activeElement === document.body))
          returnFocus(event.destination.key)
        if (isSamePage) keepFocus(before)
        finish(isSamePage ? { change: describeChange(before, isOverlayOnly) } : { openedTitle: title })
      } catch (error) {
        const hasNoAnswer = error instanceof NoAnswerError
        finish(hasNoAnswer ? { retry: () => navigate(url.href) } : {})
        if (hasNoAnswer && currentEntry) returnToEntry(currentEntry, event.navigationType)
        throw error
      }
    },
  })
}

/** Marks a navigation that changes the URL back to that of the page which is still shown. */
const keepsPage = Symbol('keeps page')

/** The browser shows the new URL as soon as a navigation begins. */
function returnToEntry({ key, url }: NavigationHistoryEntry, navigationType: NavigationType): void {
  const result =
    navigationType !== 'replace'
      ? navigation.traverseTo(key, { info: keepsPage })
      : url !== null && navigation.navigate(url, { history: 'replace', info: keepsPage })
  // The entry is gone when the document is left meanwhile, which also ends a request without an answer.
  if (result) void Promise.allSettled([result.committed, result.finished])
}

/** Leaves no history entry of the redirected URL. A step through history cannot be canceled, so its entry is replaced. */
function followRedirect(event: NavigateEvent, redirectUrl: string): void {
  const target = new URL(redirectUrl, location.href)
  const open = (replace: boolean): void => {
    if (target.origin === location.origin) navigate(target.href, { replace })
    else location.href = target.href
  }
  if (event.cancelable && event.navigationType !== 'traverse') {
    event.preventDefault()
    const replace = event.navigationType === 'replace' || target.href === location.href
    queueMicrotask(() => open(replace))
  } else event.intercept({ handler: async () => open(true) })
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  // Not `form.method` and `form.target`, which are the fields with these names if there are any.
  const isGet = (form.getAttribute('method') ?? 'get').toLowerCase() === 'get'
  if (event.defaultPrevented || !isGet || form.hasAttribute('target')) return
  const url = buildFormUrl(form, event.submitter)
  if (url.origin !== location.origin) return
  event.preventDefault()
  navigate(url.href)
}

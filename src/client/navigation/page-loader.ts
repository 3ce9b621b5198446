import { titleOf } from '#client/app/title.ts'
import type { AdjustPage } from '#client/navigation/router.ts'
import type { PageStore } from '#client/app/page-store.tsx'
import { safeStorage } from '#client/browser/safe-storage.ts'
import { headingOf } from '#client/errors/error-heading.ts'
import { ErrorPage } from '#client/errors/lazy-error-page.ts'
import { fetchPayload, NoAnswerError } from '#client/navigation/payload-requests.ts'
import { loadPage, type PageComponent, pageModules, preloadOverlays } from '#client/pages.ts'
import { reloadGuardMs, storageKeys } from '#shared/constants.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { NavigationCounts } from '#shared/live/views.ts'
import type { ErrorView, PageState, Payload } from '#shared/page-state.ts'
import type { Problem } from '#shared/problem.ts'
import { findPage } from '#shared/routes/pages.ts'

/** A page's chunk did not load: the network failed, or a newer build replaced the chunk. */
class ChunkLoadError extends Error {}

/** The session has ended (the server answered a payload request with a redirect or 401), or another user has logged in. */
class SessionChangedError extends Error {}

interface PageLoaderOptions {
  store: PageStore
  messages: Messages
  /** Receives every payload before it is shown: it carries the session and the server's build. */
  onPayload: (payload: Payload) => void
}

/** Loads and shows pages. Both functions resolve with the title of what they showed. */
export function createPageLoader({ store, messages, onPayload }: PageLoaderOptions) {
  async function show(url: URL, pageState: PageState, component: PageComponent | null, payload?: Payload) {
    const { initialState } = store.state()
    await store.setState({
      initialState: { ...initialState, ...payload, pageState, url: url.pathname + url.search },
      component,
    })
    return pageState.kind === 'page' ? titleOf(pageState, messages) : headingOf(pageState.error, messages.errors)
  }

  async function showError(url: URL, error: ErrorView): Promise<string> {
    // Without its code, the error page is shown as soon as it can be loaded.
    await ErrorPage.load().catch(() => undefined)
    return show(url, { kind: 'error', error }, null)
  }

  return {
    /** Fetches and shows the page of a URL; a failure shows an error page. Rejects when `signal` aborts, and with `NoAnswerError`, which leaves what is shown. */
    async showPage(url: URL, signal: AbortSignal): Promise<string> {
      try {
        const result = await fetchPage(url, signal)
        signal.throwIfAborted()
        if ('problem' in result) return await showError(url, problemToErrorView(result.problem, messages))
        const { user } = store.state().initialState.session
        if (user?.id !== result.payload.session.user?.id) throw new SessionChangedError(url.pathname)
        onPayload(result.payload)
        const { pageState } = result.payload
        const title = await show(url, pageState, result.component, result.payload)
        if (pageState.kind === 'page') preloadOverlays(pageState.page).catch(() => undefined)
        return title
      } catch (error) {
        if (signal.aborted || error instanceof NoAnswerError) throw error
        if (isReloading(error, url)) return await new Promise<never>(() => undefined)
        console.error(error)
        return showError(url, toErrorView(error, messages))
      }
    },

    /** Loads a page again that is shown already; a failure leaves it as it is. */
    async refreshPage(url: URL, signal: AbortSignal, adjust: AdjustPage): Promise<boolean> {
      const result = await fetchPage(url, signal).catch(() => undefined)
      if (signal.aborted || !result || !('payload' in result)) return false
      const { payload, component } = result
      const { user } = store.state().initialState.session
      if (payload.pageState.kind === 'error' || user?.id !== payload.session.user?.id) return false
      onPayload(payload)
      await show(url, adjust(payload.pageState), component, payload)
      return true
    },

    showNavigationCounts(navigationCounts: NavigationCounts): void {
      void store.setState({ initialState: { ...store.state().initialState, navigationCounts } })
    },

    /** Shows the not-found page without asking the server. */
    showNotFound: (url: URL, path: string): Promise<string> =>
      showError(url, {
        statusCode: 404,
        statusMessage: messages.errors.notFound,
        description: messages.errors.notFoundText(path),
      }),
  }
}

/** The component of a page state, with the code of what is open over it; null for an error. Throws `ChunkLoadError`. */
export async function resolveComponent(pageState: PageState): Promise<PageComponent | null> {
  try {
    if (pageState.kind === 'page') return (await loadPage(pageState)).component
    await ErrorPage.load()
    return null
  } catch (error) {
    const name = pageState.kind === 'page' ? `page ${pageState.page}` : 'error page'
    throw new ChunkLoadError(`The ${name} did not load`, { cause: error })
  }
}

/** The error page for a chunk that did not load or an unexpected error. */
export function toErrorView(error: unknown, { errors }: Messages): ErrorView {
  if (error instanceof ChunkLoadError)
    return { statusCode: 500, statusMessage: errors.generic, description: errors.chunkText }
  return { statusCode: 500, statusMessage: errors.generic, description: errors.crashText }
}

/** What the reload guard needs of the browser; tests provide their own. */
interface ReloadDeps {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  load: (url: string) => void
}

/**
 * Loads a URL again unless that happened within the last 10 s, and returns whether it did. Returns false when the storage
 * is not writable, because then nothing would end a loop of reloads.
 */
export function reloadOnce(url: string, deps: ReloadDeps = createReloadDeps()): boolean {
  const { storage, now, load } = deps
  try {
    const blockedUntil = readRecentReloads(storage, now())
    if (blockedUntil[url] !== undefined) return false
    storage.setItem(storageKeys.reload, JSON.stringify({ ...blockedUntil, [url]: now() + reloadGuardMs }))
  } catch {
    return false
  }
  load(url)
  return true
}

type FetchResult =
  | { payload: Payload; component: PageComponent | null }
  /** An error without a page state, from the server or from a proxy before it. */
  | { problem: Problem }

/** Fetches the payload of a URL and, in parallel, the chunk of its page. */
async function fetchPage(url: URL, signal: AbortSignal): Promise<FetchResult> {
  const page = findPage(url.pathname)
  // Starts the download early; `resolveComponent` reports a failure.
  if (page) void pageModules[page]().catch(() => undefined)
  const { response, body } = await fetchPayload(url, signal)
  if (response.type === 'opaqueredirect' || response.status === 401) throw new SessionChangedError(url.pathname)
  if (body && 'pageState' in body) return { payload: body, component: await resolveComponent(body.pageState) }
  return { problem: body ?? { type: '/problems/unavailable', title: '', status: response.status, detail: '' } }
}

/** Whether the document is loaded again instead of showing an error: the server then decides what to show. */
function isReloading(error: unknown, url: URL): boolean {
  if (error instanceof ChunkLoadError) return reloadOnce(url.pathname + url.search)
  if (!(error instanceof SessionChangedError)) return false
  location.reload()
  return true
}

const problemToErrorView = ({ status, detail, requestId }: Problem, { errors }: Messages): ErrorView => ({
  statusCode: status,
  statusMessage: status === 404 ? errors.notFound : errors.generic,
  description: detail || errors.genericText,
  ...(requestId && { requestId }),
})

/** The URLs that were reloaded recently, each with the time (ms) until which it is not reloaded again. */
function readRecentReloads(storage: ReloadDeps['storage'], now: number): Record<string, number> {
  let stored: unknown
  try {
    stored = JSON.parse(storage.getItem(storageKeys.reload) ?? '{}')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const entries = Object.entries((stored ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number(entry[1]) >= now))
}

const createReloadDeps = (): ReloadDeps => ({
  storage: safeStorage('sessionStorage'),
  now: Date.now,
  load: (url) => {
    if (location.pathname + location.search === url) location.reload()
    else location.href = url
  },
})

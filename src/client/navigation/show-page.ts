import { titleOf } from '#client/app/document.tsx'
import { headingOf } from '#client/errors/error-page.tsx'
import { ChunkLoadError, fetchPage, SessionExpiredError } from '#client/navigation/fetch-page.ts'
import { reloadOnce } from '#client/navigation/reload-once.ts'
import type { PageStore } from '#client/navigation/page-store.tsx'
import type { Messages } from '#shared/messages/en.ts'
import type { Problem } from '#shared/problem.ts'
import type { ErrorView, Payload } from '#shared/page-state.ts'

interface ShowPageOptions {
  url: URL
  store: PageStore
  messages: Messages
  signal: AbortSignal
  /** Told of every screen that came: its session, its build. */
  onPayload: (payload: Payload) => void
}

/** Shows what stands at an address; resolves with its name. Only an abort rejects: everything else becomes a page that says so. */
export async function showPage({ url, store, messages, signal, onPayload }: ShowPageOptions): Promise<string> {
  try {
    const loaded = await fetchPage(url, signal)
    signal.throwIfAborted()
    if ('problem' in loaded)
      return await showErrorPage(url, store, messages, problemToErrorView(loaded.problem, messages))
    const { payload, component } = loaded
    onPayload(payload)
    await store.setState({
      initialState: { ...store.state().initialState, ...payload, url: url.pathname + url.search },
      component,
    })
    return payload.pageState.kind === 'page'
      ? titleOf(payload.pageState, messages)
      : headingOf(payload.pageState.error, messages.errors)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof SessionExpiredError || (error instanceof ChunkLoadError && reloadOnce(pathWithQuery(url)))) {
      if (error instanceof SessionExpiredError) location.reload()
      return await new Promise<never>(() => undefined)
    }
    console.error(error)
    return showErrorPage(url, store, messages, toErrorView(error, messages))
  }
}

/** Shows the error page at an address; resolves with its heading. */
export async function showErrorPage(url: URL, store: PageStore, messages: Messages, error: ErrorView): Promise<string> {
  const { initialState } = store.state()
  await store.setState({
    initialState: { ...initialState, pageState: { kind: 'error', error }, url: url.pathname + url.search },
    component: null,
  })
  return headingOf(error, messages.errors)
}

/** What the error page says when a part of a page did not load, or the network failed. */
export function toErrorView(error: unknown, { common, errors }: Messages): ErrorView {
  if (error instanceof ChunkLoadError)
    return { statusCode: 500, statusMessage: errors.generic, description: errors.chunkText }
  if (error instanceof TypeError)
    return { statusCode: 503, statusMessage: common.offline, description: common.offlineText }
  return { statusCode: 500, statusMessage: errors.generic, description: errors.crashText }
}

const problemToErrorView = ({ status, detail, requestId }: Problem, { errors }: Messages): ErrorView => ({
  statusCode: status,
  statusMessage: status === 404 ? errors.notFound : errors.generic,
  description: detail || errors.genericText,
  ...(requestId && { requestId }),
})

const pathWithQuery = ({ pathname, search }: URL): string => pathname + search

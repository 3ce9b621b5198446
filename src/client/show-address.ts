import { titleOf } from '#client/document.tsx'
import { headingOf } from '#client/errors/error-page.tsx'
import { ChunkError, loadScreen, SentElsewhere } from '#client/load-screen.ts'
import { reloadOnce } from '#client/reload.ts'
import type { Stage } from '#client/stage.tsx'
import type { Messages } from '#shared/messages/en.ts'
import type { Problem } from '#shared/problem.ts'
import type { ErrorView, Payload } from '#shared/screen.ts'

interface Destination {
  url: URL
  stage: Stage
  messages: Messages
  signal: AbortSignal
  /** Told of every screen that came: its session, its build. */
  onPayload: (payload: Payload) => void
}

/** Shows what stands at an address; resolves with its name. Only an abort rejects: everything else becomes a page that says so. */
export async function showAddress({ url, stage, messages, signal, onPayload }: Destination): Promise<string> {
  try {
    const loaded = await loadScreen(url, signal)
    signal.throwIfAborted()
    if ('problem' in loaded) return await showError(url, stage, messages, problemView(loaded.problem, messages))
    const { payload, component } = loaded
    onPayload(payload)
    await stage.show({ boot: { ...stage.shown().boot, ...payload, address: url.pathname + url.search }, component })
    return payload.screen.kind === 'page'
      ? titleOf(payload.screen, messages)
      : headingOf(payload.screen.error, messages.errors)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof SentElsewhere || (error instanceof ChunkError && reloadOnce(addressOf(url)))) {
      if (error instanceof SentElsewhere) location.reload()
      return await new Promise<never>(() => undefined)
    }
    console.error(error)
    return showError(url, stage, messages, failureView(error, messages))
  }
}

/** Shows the error page at an address; resolves with its heading. */
export async function showError(url: URL, stage: Stage, messages: Messages, error: ErrorView): Promise<string> {
  const { boot } = stage.shown()
  await stage.show({
    boot: { ...boot, screen: { kind: 'error', error }, address: url.pathname + url.search },
    component: null,
  })
  return headingOf(error, messages.errors)
}

/** What the error page says when a part of a page did not load, or the network failed. */
export function failureView(error: unknown, { common, errors }: Messages): ErrorView {
  if (error instanceof ChunkError)
    return { statusCode: 500, statusMessage: errors.generic, description: errors.chunkText }
  if (error instanceof TypeError)
    return { statusCode: 503, statusMessage: common.offline, description: common.offlineText }
  return { statusCode: 500, statusMessage: errors.generic, description: errors.crashText }
}

const problemView = ({ status, detail, requestId }: Problem, { errors }: Messages): ErrorView => ({
  statusCode: status,
  statusMessage: status === 404 ? errors.notFound : errors.generic,
  description: detail || errors.genericText,
  ...(requestId && { requestId }),
})

const addressOf = ({ pathname, search }: URL): string => pathname + search

import type { RequestContext, Action } from '#server/context.ts'
import { toProblemError } from '#server/problems/to-problem-error.ts'
import { toErrorFields } from '#server/log/log.ts'
import { toProblem } from '#server/problems/to-problem.ts'
import { cleanFileName } from '#server/files/file-name.ts'
import { isOn, ordersPerBatch, parseCharset } from '#server/imports/import-input.ts'
import { openImport, type OrderImport } from '#server/imports/order-import.ts'
import { loadImportList } from '#server/imports/views.ts'
import { type Problem, ProblemError } from '#shared/problem.ts'

/**
 * `POST /api/imports/orders`. With `Accept: application/x-ndjson` it streams one `{progress}` line per batch and ends with a `{result}`
 * or `{problem}` line; otherwise it answers with the result. A file that is rejected as a whole is a problem response either way.
 */
export const importOrders: Action<'importOrders'> = async (
  context,
  { file, dryRun, update, encoding, format, currency, mapping },
) => {
  const job = {
    file,
    fileName: cleanFileName(file, 'orders.csv'),
    encoding: encoding ?? parseCharset(file.type),
    format,
    currency,
    mapping,
    dryRun: isOn(dryRun),
    update: isOn(update),
    ordersPerBatch,
  }
  const orderImport = await openImport(context, job)
  if (context.accept.includes('application/x-ndjson')) return streamImport(context, orderImport)
  return orderImport.run().catch((error: unknown) => {
    throw toImportError(context, orderImport, error)
  })
}

/** `GET /api/imports/orders`: the history of imports. */
export const listImports: Action<'listImports'> = (context, { before }) => loadImportList(context, before)

function streamImport(context: RequestContext, orderImport: OrderImport): Response {
  const abortController = new AbortController()
  const encoder = new TextEncoder()
  let finished = Promise.resolve()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (message: object): void => {
        if (!abortController.signal.aborted) controller.enqueue(encoder.encode(`${JSON.stringify(message)}\n`))
      }
      finished = orderImport
        .run((progress) => write({ progress }), abortController.signal)
        .then(
          (result) => write({ result }),
          (error: unknown) => write({ problem: toImportProblem(context, toImportError(context, orderImport, error)) }),
        )
        .then(() => {
          if (!abortController.signal.aborted) controller.close()
        })
    },
    // The client disconnected: stop the import, but keep the upload until the running batch is done with it.
    cancel: () => {
      abortController.abort()
      return finished
    },
  })
  return new Response(body, {
    headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', 'X-Accel-Buffering': 'no' },
  })
}

/** The error that stopped the import, with the number of orders imported before it. Logs unexpected errors. */
function toImportError(
  { kontor, requestId }: RequestContext,
  { importedCount: imported }: OrderImport,
  error: unknown,
): ProblemError {
  const { problem, parameters, fields } = toProblemError(error)
  if (!(error instanceof ProblemError)) kontor.log.error('import failed', { requestId, ...toErrorFields(error) })
  return new ProblemError(problem, { ...parameters, imported }, fields)
}

/** A problem as a line of the stream, because the status has already been sent. Carries the request id for a 5xx. */
function toImportProblem({ locale, requestId }: RequestContext, error: ProblemError): Problem {
  const { problem } = toProblem(error, locale)
  return problem.status >= 500 ? { ...problem, requestId } : problem
}

import { type RequestContext, requirePermission, type Action } from '#server/context.ts'
import { toProblemError } from '#server/to-problem-error.ts'
import { toErrorFields } from '#server/log.ts'
import { toProblem } from '#server/to-problem.ts'
import { openImport, type OrderImport } from '#server/imports/order-import.ts'
import { type Problem, ProblemError } from '#shared/problem.ts'

/**
 * `POST /api/imports/orders`. Who takes `application/x-ndjson` gets a line `{progress}` for each batch and at last one `{result}` or
 * `{problem}`; everybody else gets the result. A file that is refused whole is a problem either way.
 */
export const importOrders: Action<'importOrders'> = async (context, { file, dryRun, encoding }) => {
  requirePermission(context, 'orders.import')
  const job = {
    file,
    fileName: cleanFileName(file),
    encoding: encoding ?? parseCharset(file.type),
    dryRun: dryRun === '1' || dryRun === 'true',
  }
  const orderImport = await openImport(context, job)
  if (context.accept.includes('application/x-ndjson')) return streamImport(context, orderImport)
  return orderImport.run().catch((error: unknown) => {
    throw toImportError(context, orderImport, error)
  })
}

/** What a person calls the file: without folders, on one line. */
const cleanFileName = ({ name }: File): string =>
  name
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200) || 'orders.csv'

const parseCharset = (type: string): string | undefined => /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1]

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
    // Whoever left wants no more of it; the file is needed until it is put down.
    cancel: () => {
      abortController.abort()
      return finished
    },
  })
  return new Response(body, {
    headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8', 'X-Accel-Buffering': 'no' },
  })
}

/** What broke the import off, and how many orders are in all the same; the log keeps a surprise. */
function toImportError(
  { kontor, requestId }: RequestContext,
  { importedCount: imported }: OrderImport,
  error: unknown,
): ProblemError {
  const { problem, parameters, fields } = toProblemError(error)
  if (!(error instanceof ProblemError)) kontor.log.error('import failed', { requestId, ...toErrorFields(error) })
  return new ProblemError(problem, { ...parameters, imported }, fields)
}

/** The status has been sent: what goes wrong from here on is told in the stream. */
function toImportProblem({ locale, requestId }: RequestContext, error: ProblemError): Problem {
  const { problem } = toProblem(error, locale)
  return problem.status >= 500 ? { ...problem, requestId } : problem
}

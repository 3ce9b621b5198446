import { pageUserHeaders } from '#client/api/call.ts'
import type { ImportOptions } from '#client/orders/import-result.tsx'
import type { Problem } from '#shared/problem.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'
import { endpoints } from '#shared/routes/endpoints.ts'

/** Progress of an import: first the upload, then how much the server has read, in bytes and in orders. */
export type ImportProgress =
  | { phase: 'sending'; bytes: number; totalBytes: number }
  | { phase: 'reading'; bytes: number; totalBytes: number; read: number; created: number; updated?: number }

/** The outcome of an import. `lost`: the connection broke, so it is unknown how many orders the server imported. */
export type ImportOutcome = { result: ImportResult } | { problem: Problem } | { lost: true }

type StreamMessage =
  | { progress: { bytes: number; totalBytes: number; read: number; created: number; updated?: number } }
  | { result: ImportResult }
  | { problem: Problem }

/**
 * Uploads a file to the import, with what the user answered about it, and reports its progress. Uses XMLHttpRequest because `fetch` reports no upload progress. The promise of
 * an aborted import never settles.
 */
export function uploadOrders(
  file: File,
  { dryRun, update }: ImportOptions,
  answers: FormData,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const lineReader = new LineReader()
    let outcome: ImportOutcome | undefined
    const read = () => {
      for (const line of lineReader.next(request.responseText)) {
        const message = JSON.parse(line) as StreamMessage
        if ('progress' in message) onProgress({ phase: 'reading', ...message.progress })
        else outcome = message
      }
    }
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ phase: 'sending', bytes: loaded, totalBytes: total })
    request.onprogress = () => {
      if (request.status === 200) read()
    }
    request.onload = () => resolve(parseOutcome(request, () => (read(), outcome)))
    request.onerror = () => resolve({ lost: true })
    signal.addEventListener('abort', () => request.abort())
    request.open(
      endpoints.importOrders.method,
      `${endpoints.importOrders.path}?dryRun=${Number(dryRun)}&update=${Number(update)}`,
    )
    request.setRequestHeader('accept', 'application/x-ndjson, application/json')
    for (const [name, value] of Object.entries(pageUserHeaders())) request.setRequestHeader(name, value)
    const body = new FormData()
    for (const [name, value] of answers) body.append(name, value)
    body.append('file', file)
    request.send(body)
  })
}

function parseOutcome(request: XMLHttpRequest, streamed: () => ImportOutcome | undefined): ImportOutcome {
  const type = request.getResponseHeader('content-type') ?? ''
  try {
    if (type.startsWith('application/problem+json')) return { problem: JSON.parse(request.responseText) as Problem }
    if (type.startsWith('application/x-ndjson')) return streamed() ?? { lost: true }
    return { result: JSON.parse(request.responseText) as ImportResult }
  } catch {
    return { lost: true }
  }
}

/** Returns each complete line of a growing text once. */
class LineReader {
  private offset = 0

  next(text: string): string[] {
    const end = text.lastIndexOf('\n')
    if (end < this.offset) return []
    const lines = text.slice(this.offset, end).split('\n')
    this.offset = end + 1
    return lines.filter((line) => line !== '')
  }
}

import { pageUserHeaders } from '#client/api/call.ts'
import type { ImportOptions } from '#client/orders/import/import-result.tsx'
import type { JobDetails } from '#shared/jobs/views.ts'
import type { Problem } from '#shared/problem.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'
import { endpoints } from '#shared/routes/endpoints.ts'

/** Progress of an import: first the upload, then how much the server has read, in bytes and in orders; `totalBytes` is 0 if that is not known. */
export type ImportProgress =
  | { phase: 'sending'; bytes: number; totalBytes: number }
  | { phase: 'reading'; bytes: number; totalBytes: number; read: number; created: number; updated?: number }

/** The outcome of an import. `lost`: the connection broke, so it is unknown how many orders the server imported. */
export type ImportOutcome = { result: ImportResult } | { problem: Problem } | { lost: true }

type StreamMessage =
  | { progress: { bytes: number; totalBytes: number; read: number; created: number; updated?: number } }
  | { result: ImportResult }
  | { problem: Problem }

/** A file with what the user answered about it. */
export interface Upload {
  file: File
  answers: FormData
  onProgress: (progress: ImportProgress) => void
  signal: AbortSignal
}

/** Uploads a file to the import in its request and reports its progress. The promise of an aborted import never settles. */
export function uploadOrders(upload: Upload, { dryRun, update }: ImportOptions): Promise<ImportOutcome> {
  const lineReader = new LineReader()
  let outcome: ImportOutcome | undefined
  const read = (text: string): void => {
    for (const line of lineReader.next(text)) {
      const message = JSON.parse(line) as StreamMessage
      if ('progress' in message) upload.onProgress({ phase: 'reading', ...message.progress })
      else outcome = message
    }
  }
  const path = `${endpoints.importOrders.path}?dryRun=${Number(dryRun)}&update=${Number(update)}`
  return send<ImportOutcome>(upload, path, {
    onText: read,
    parse: (text, type) => {
      if (!type.startsWith('application/x-ndjson')) return { result: JSON.parse(text) as ImportResult }
      read(text)
      return outcome ?? { lost: true }
    },
  })
}

/** Uploads a file that a job then imports. The promise of an aborted upload never settles. */
export const uploadForJob = (
  upload: Upload,
  update: boolean,
): Promise<{ job: JobDetails } | { problem: Problem } | { lost: true }> =>
  send(upload, `${endpoints.createImportJob.path}?update=${Number(update)}`, {
    parse: (text) => ({ job: JSON.parse(text) as JobDetails }),
  })

/** Sends a file with XMLHttpRequest, because `fetch` reports no upload progress. */
function send<Answer>(
  { file, answers, onProgress, signal }: Upload,
  url: string,
  { parse, onText }: { parse: (text: string, type: string) => Answer; onText?: (text: string) => void },
): Promise<Answer | { problem: Problem } | { lost: true }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress({ phase: 'sending', bytes: loaded, totalBytes: total })
    request.onprogress = () => {
      if (request.status === 200) onText?.(request.responseText)
    }
    request.onload = () => resolve(parseAnswer(request, parse))
    request.onerror = () => resolve({ lost: true })
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/x-ndjson, application/json')
    for (const [name, value] of Object.entries(pageUserHeaders())) request.setRequestHeader(name, value)
    const body = new FormData()
    for (const [name, value] of answers) body.append(name, value)
    body.append('file', file)
    request.send(body)
  })
}

function parseAnswer<Answer>(
  request: XMLHttpRequest,
  parse: (text: string, type: string) => Answer,
): Answer | { problem: Problem } | { lost: true } {
  const type = request.getResponseHeader('content-type') ?? ''
  try {
    if (type.startsWith('application/problem+json')) return { problem: JSON.parse(request.responseText) as Problem }
    return parse(request.responseText, type)
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

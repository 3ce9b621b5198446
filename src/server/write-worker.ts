/** A thread that writes large transactions to a SQLite file: see `WriteThread`. It loads nothing else of the program, so that it needs little memory. */
import { hasAmpleMemory } from '#server/runtime/ample-memory.ts'
import { collectAllGarbage } from '#server/runtime/collect-garbage.ts'
import { SqliteFile } from '#server/db/sqlite-file.ts'
import { allowLargeLog, applyWriteSettings } from '#server/db/write-settings.ts'
import type { WriteAnswer, WriteRequest } from '#server/db/write-thread.ts'

declare const self: Worker

/** The default of 2 MB holds fewer pages than an import changes in one transaction: each would be written several times. */
const cacheKb = 16_000
/**
 * For an import by command: 800 orders change some 7,000 pages of a large book, 29 MB, and 1,600 up to twice as many. Those that do not fit are written to the log before the commit,
 * which then reads what follows them in the log and computes all checksums again. In a larger cache the next transaction finds its pages, too.
 */
const getLargeCacheKb = (): number => (hasAmpleMemory() ? 128_000 : 32_000)

/** The values of requests are garbage; left alone, it takes 16 MB. */
const charactersPerCollection = 1_500_000
let uncollected = 0

let opened: SqliteFile | undefined
const texts: string[] = []
/** Why the file is not open, or the transaction can only be rolled back. */
let failure: WriteAnswer | undefined

function open({ path, autocheckpointPages }: Extract<WriteRequest, { type: 'open' }>): SqliteFile {
  const file = new SqliteFile(path, 'write')
  applyWriteSettings(file, autocheckpointPages === undefined ? cacheKb : getLargeCacheKb())
  file.execute('pragma temp_store = memory', [])
  if (autocheckpointPages !== undefined) allowLargeLog(file, autocheckpointPages)
  return file
}

function run(file: SqliteFile, { ahead, read }: Extract<WriteRequest, { type: 'run' }>): string {
  for (const [text, values] of ahead) file.execute(typeof text === 'string' ? text : (texts[text] ?? ''), values)
  if (!read) return ''
  const { rows, numAffectedRows = 0n } = file.execute(...read)
  return JSON.stringify({ rows, changes: Number(numAffectedRows) } as WriteAnswer)
}

function answer(request: WriteRequest): string {
  if (request.type === 'run') for (const [text] of request.ahead) if (typeof text === 'string') texts.push(text)
  if (request.type === 'open') opened = open(request)
  else if (opened && (request.type === 'begin' || request.type === 'roll back')) failure = undefined
  if (!opened) return JSON.stringify(failure)
  if (request.type === 'run') return failure ? JSON.stringify(failure) : run(opened, request)
  if (request.type === 'begin') opened.execute('begin immediate', [])
  // Some errors (a full disk) already end the transaction.
  else if (request.type === 'roll back' && opened.handle.inTransaction) opened.execute('rollback', [])
  else if (request.type === 'close') opened.close()
  return ''
}

self.onmessage = ({ data }: MessageEvent<string>) => {
  uncollected += data.length
  if (uncollected > charactersPerCollection) {
    uncollected = 0
    collectAllGarbage()
  }
  try {
    self.postMessage(answer(JSON.parse(data) as WriteRequest))
  } catch (error) {
    const { name, message, code, errno } = error as Error & { code?: string; errno?: number }
    const answered: WriteAnswer = { error: { name, message, ...(code && { code }), ...(errno && { errno }) } }
    failure = answered
    self.postMessage(JSON.stringify(answered))
  }
}

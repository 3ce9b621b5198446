import { BackupError } from '#server/backup/backup-error.ts'
import {
  createDigest,
  formatName,
  formatVersion,
  isRowLine,
  type Manifest,
  type MarkerLine,
  type TableLine,
} from '#server/backup/backup-format.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'

/** Bytes per read: few and large chunks make the fewest slices of lines. */
const chunkSize = 256 * 1024

/**
 * Reads a whole backup and returns its manifest. Throws a `BackupError` that says what is wrong with the file: not a backup, made by a
 * newer version, incomplete or changed.
 */
export async function checkBackup(path: string): Promise<Manifest> {
  const digest = createDigest()
  const counts: Record<string, number> = {}
  let table: string | undefined
  let manifest: Manifest | undefined
  let expectedDigest: string | undefined
  let isFirst = true
  for await (const lines of readLines(path)) {
    if (expectedDigest !== undefined) throw damaged(path)
    for (const line of lines) {
      if (isRowLine(line) && table !== undefined) counts[table] = (counts[table] ?? 0) + 1
      else {
        const marker = parseMarker(line)
        if (isFirst) assertReadable(path, marker)
        if (!marker) throw damaged(path)
        isFirst = false
        if (marker.table !== undefined) counts[(table = marker.table)] = 0
        manifest ??= marker.manifest
        expectedDigest ??= marker.sha256
      }
    }
    // The last line is the digest itself. A line for each update would take longer than the hash.
    const digested = expectedDigest === undefined ? lines : lines.slice(0, -1)
    if (digested.length > 0) digest.update(`${digested.join('\n')}\n`)
  }
  if (isFirst) throw (await isCompressed(path)) ? damaged(path) : foreign(path)
  if (!manifest || expectedDigest !== digest.digest('hex') || !Bun.deepEquals(manifest.counts, counts))
    throw damaged(path)
  return manifest
}

/** Rows of one table, each as the JSON array of its values. */
export interface RowBatch extends TableLine {
  rows: string[]
}

/** All rows of a backup that `checkBackup` accepted, in batches of up to some hundred kilobytes. */
export async function* readRows(path: string): AsyncGenerator<RowBatch> {
  let current: TableLine | undefined
  for await (const lines of readLines(path)) {
    let rows: string[] = []
    for (const line of lines) {
      if (isRowLine(line)) rows.push(line)
      else {
        if (current && rows.length > 0) yield { ...current, rows }
        rows = []
        const { table, columns } = parseMarker(line) ?? {}
        current = table !== undefined && columns ? { table, columns } : undefined
      }
    }
    if (current && rows.length > 0) yield { ...current, rows }
  }
}

/** The complete lines of each decompressed chunk. Text after the last line feed is left out. */
async function* readLines(path: string): AsyncGenerator<string[]> {
  await assertFile(path)
  const chunks = pipeline(
    createReadStream(path, { highWaterMark: chunkSize }),
    createZstdDecompress({ chunkSize }),
    () => {},
  )
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for await (const chunk of chunks) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield lines
      else if (!rest.startsWith('{') && !rest.startsWith('[')) throw foreign(path)
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ZSTD_error_prefix_unknown') throw foreign(path)
    if (code?.startsWith('ZSTD_')) throw damaged(path)
    if (error instanceof BackupError) throw error
    throw new BackupError('cannot read', `Cannot read ${path}: ${message}.`)
  }
}

/** Whether a file begins like every one that is compressed with zstd: https://www.rfc-editor.org/rfc/rfc8878#name-zstandard-frames */
async function isCompressed(path: string): Promise<boolean> {
  const start = await Bun.file(path).slice(0, 4).bytes()
  return start.toHex() === '28b52ffd'
}

async function assertFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message
    throw new BackupError('cannot read', `Cannot read ${path}: ${reason}.`)
  })
  if (!found.isFile()) throw new BackupError('cannot read', `Cannot read ${path}: it is not a file.`)
}

/** `undefined` for a line that Kontor never writes. */
function parseMarker(line: string): MarkerLine | undefined {
  try {
    const marker: unknown = JSON.parse(line)
    return typeof marker === 'object' && marker !== null ? marker : undefined
  } catch {
    return undefined
  }
}

function assertReadable(path: string, header: MarkerLine | undefined): void {
  if (header?.format !== formatName || typeof header.version !== 'number') throw foreign(path)
  if (header.version > formatVersion)
    throw new BackupError(
      'invalid file',
      `${path} was written by a newer version of Kontor. Install that version to restore it.`,
    )
}

const foreign = (path: string): BackupError =>
  new BackupError('invalid file', `${path} is not a Kontor backup. Choose a file written by kontor backup.`)
const damaged = (path: string): BackupError =>
  new BackupError('invalid file', `${path} is incomplete or damaged. Use another backup.`)

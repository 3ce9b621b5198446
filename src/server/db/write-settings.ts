import type { SqliteFile } from '#server/db/sqlite-file.ts'

const journalSizeLimitBytes = 64 * 1024 * 1024

const settings = {
  journal_mode: ['wal', 'wal'],
  synchronous: ['full', 2],
  foreign_keys: ['on', 1],
  // With it REPLACE fires the triggers that reject a deletion.
  recursive_triggers: ['on', 1],
  // After a long transaction the log shrinks to this many bytes again.
  journal_size_limit: [journalSizeLimitBytes, journalSizeLimitBytes],
}

/** Makes a committed write be on the disk. Throws for a setting that the file does not take. */
export function applyWriteSettings(file: SqliteFile, cacheKb: number): void {
  for (const [name, [wanted, expected]] of Object.entries(settings)) {
    file.execute(`pragma ${name} = ${wanted}`, [])
    const [actual] = Object.values(file.execute(`pragma ${name}`, []).rows[0] ?? {})
    if (actual !== expected) throw new RejectedSettingError(`${name} ${wanted}`)
  }
  file.execute(`pragma cache_size = -${cacheKb}`, [])
  // From here on only BEGIN can meet another writer, and it waits without blocking the event loop.
  file.execute('pragma busy_timeout = 0', [])
}

/** As the log stores one. */
const bytesPerLoggedPage = 4096 + 24

/** For many large transactions: the write-ahead log may grow to this many pages before a checkpoint, and keeps its length, because growing it again takes time. */
export function allowLargeLog(file: SqliteFile, pages: number): void {
  file.execute(`pragma wal_autocheckpoint = ${pages}`, [])
  file.execute(`pragma journal_size_limit = ${pages * bytesPerLoggedPage}`, [])
}

/** The message is the setting. */
export class RejectedSettingError extends Error {}

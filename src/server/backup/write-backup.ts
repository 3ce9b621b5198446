import { BackupError } from '#server/backup/backup-error.ts'
import {
  createDigest,
  digestLine,
  headerLine,
  type Manifest,
  manifestLine,
  rowLine,
  tableLine,
} from '#server/backup/backup-format.ts'
import { createWholeFile } from '#server/backup/create-whole-file.ts'
import { checkBackup } from '#server/backup/read-backup.ts'
import { listMigrations, rowSlices } from '#server/backup/snapshot-store.ts'
import type { Kontor } from '#server/context.ts'
import { loadChainHeads } from '#server/db/chain-heads.ts'
import type { Db } from '#server/db/database.ts'
import { describeTables } from '#server/db/tables.ts'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { version } from '../../../package.json'

/**
 * Writes a backup of one snapshot while other connections write, reads it back, and returns its manifest. The file exists once it is complete
 * and checked. Throws a `BackupError`; a signal that aborts leaves no file.
 */
export async function writeBackup(
  { database, now }: Pick<Kontor, 'database' | 'now'>,
  path: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  let manifest: Manifest | undefined
  await createWholeFile(path, async (partialPath) => {
    try {
      await database.inSnapshot((db) =>
        pipeline(
          backupText(db, now()),
          createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
          createWriteStream(partialPath),
          { signal },
        ),
      )
    } catch (error) {
      if (signal?.aborted) throw new BackupError('interrupted', 'The backup was interrupted. Nothing was saved.')
      throw error
    }
    manifest = await checkBackup(partialPath)
  })
  if (!manifest) throw new Error('The backup was not written')
  return manifest
}

async function* backupText(db: Db, createdAt: number): AsyncGenerator<Buffer> {
  const digest = createDigest()
  const encode = (lines: readonly string[]): Buffer => {
    const text = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    digest.update(text)
    return text
  }
  yield encode([headerLine()])
  const counts: Manifest['counts'] = {}
  for (const table of await describeTables()) {
    yield encode([tableLine({ table: table.name, columns: table.columns })])
    counts[table.name] = 0
    for await (const rows of rowSlices(db, table)) {
      counts[table.name] = (counts[table.name] ?? 0) + rows.length
      yield encode(rows.map(rowLine))
    }
  }
  const migrations = await listMigrations(db)
  yield encode([manifestLine({ createdAt, version, migrations, counts, heads: await loadChainHeads(db) })])
  yield Buffer.from(`${digestLine(digest.digest('hex'))}\n`)
}

import { deleteOpenAccess } from '#server/auth/sessions.ts'
import { pauseJobs } from '#server/jobs/pause-jobs.ts'
import { formatTimestamp } from '#server/backup/backup-folder.ts'
import { BackupError } from '#server/backup/backup-error.ts'
import type { Manifest } from '#server/backup/backup-format.ts'
import { checkBackup, readRows } from '#server/backup/read-backup.ts'
import { loadChainHeads } from '#server/db/chain-heads.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { assertCompatible, migrations } from '#server/db/migrate.ts'
import { stageDatabase } from '#server/db/stage-database.ts'
import { type ReplacedDatabase, RejectedRowError, type StagedDatabase } from '#server/db/staged-database.ts'
import { verify } from '#server/self-check/verify.ts'
import type { Log } from '#server/log/log.ts'
import type { Verification } from '#shared/self-check/verification-views.ts'
import { availableParallelism } from 'node:os'

/** What a restore tells while it runs and how it is influenced. */
export interface RestoreOptions {
  log: Log
  now: () => number
  signal: AbortSignal
  /** Called with what the file contains, before anything is restored. */
  onManifest(manifest: Manifest): void
  /** Called with the share of the rows that are restored, and then with that of the self-check, 0 to 1. */
  onProgress(step: 'rows' | 'checks', share: number): void
  /** Called with the self-check of the restored books; returns whether they may replace those in use. */
  onVerified(verification: Verification): boolean
}

/**
 * Restores a backup in place of the configured database and returns where that one is kept; `undefined` when there was none. Everything is
 * built and checked beside it first, so that a failure changes nothing. Throws `BackupError` for what is wrong with the file, and `OpenError`
 * for what is wrong with the database, above all when a server uses it.
 */
export async function restoreBackup(
  config: Config,
  path: string,
  { log, now, signal, onManifest, onProgress, onVerified }: RestoreOptions,
): Promise<ReplacedDatabase | undefined> {
  const manifest = await checkBackup(path)
  assertCompatible('The backup', manifest.migrations)
  onManifest(manifest)
  const staged = await stageDatabase(config, migrations.slice(0, manifest.migrations.length), log)
  try {
    const total = Object.values(manifest.counts).reduce((sum, count) => sum + count, 0)
    await insertRows(staged, path, (restored) => {
      assertNotInterrupted(signal)
      onProgress('rows', restored / total)
    })
    const database = await staged.open(log)
    try {
      await assertSameHeads(database, manifest, path)
      await deleteOpenAccess(database)
      await pauseJobs(database)
      // Before the self-check, which reads everything.
      await database.optimize()
      const onShare = (share: number): void => onProgress('checks', share)
      if (
        !onVerified(await verify({ database, now }, { signal, threads: availableParallelism(), onProgress: onShare }))
      )
        throw new BackupError(
          'failed checks',
          `The books in ${path} do not pass the self-check, so nothing was replaced. Restore an earlier backup, or add --accept-failed-checks to restore this one as it is.`,
        )
    } finally {
      await database.close()
    }
    assertNotInterrupted(signal)
    return await staged.replace(formatTimestamp(now()))
  } catch (error) {
    assertNotInterrupted(signal)
    throw error
  } finally {
    await staged.release()
  }
}

async function insertRows(staged: StagedDatabase, path: string, onInserted: (count: number) => void): Promise<void> {
  try {
    let count = 0
    for await (const { table, columns, rows } of readRows(path)) {
      await staged.insert(table, columns, rows)
      onInserted((count += rows.length))
    }
    await staged.complete()
  } catch (error) {
    if (!(error instanceof RejectedRowError)) throw error
    throw new BackupError('invalid file', `${path} cannot be restored: ${error.message}`)
  }
}

async function assertSameHeads({ read }: Database, { heads }: Manifest, path: string): Promise<void> {
  if (!Bun.deepEquals(await loadChainHeads(read), heads))
    throw new BackupError(
      'invalid file',
      `${path} is damaged: its ledger does not match its manifest. Use another backup.`,
    )
}

function assertNotInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new BackupError('interrupted', 'The restore was interrupted. Nothing was replaced.')
}

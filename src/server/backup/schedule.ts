import { backupFileName, listBackups, pruneBackups } from '#server/backup/backup-folder.ts'
import { announceBackup } from '#server/backup/create-whole-file.ts'
import type { BackupSchedule } from '#server/config/backups.ts'
import type { Kontor } from '#server/context.ts'
import type { BackupStatus } from '#shared/backup/views.ts'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

/** How often it is checked whether a backup is due. */
const checkIntervalMs = 60_000
/** How long after a failure the next attempt is made, unless a backup is due more often. */
const retryDelayMs = 15 * 60_000

/** The scheduled backups of a server. */
export interface ScheduledBackups {
  /** Changes as backups succeed and fail. */
  status: BackupStatus
  /** Interrupts a running backup, which leaves no file. */
  stop(): Promise<void>
}

/**
 * Makes a backup whenever the newest one in the folder is older than the interval, and deletes old ones after it. The folder is all that is
 * remembered, so servers that share it share the schedule. Each backup is a process of its own with `command`, so that requests do not wait
 * for it. Failures are logged and tried again.
 */
export function scheduleBackups(
  { log, now }: Pick<Kontor, 'log' | 'now'>,
  { folder, everyMs, keep }: BackupSchedule,
  command: readonly string[],
): ScheduledBackups {
  const status: BackupStatus = { folder, everyMs, keep, lastSuccess: null, lastFailure: null }
  let child: Bun.Subprocess | undefined
  let isStopped = false

  async function backUpIfDue(): Promise<void> {
    await readNewest(status, now())
    if (!isBackupDue(status, now()) || isStopped) return
    const withdraw = await announceBackup(folder)
    try {
      if (withdraw && !isStopped) await backUp()
    } finally {
      await withdraw?.()
    }
  }

  async function backUp(): Promise<void> {
    const startedAt = now()
    const file = backupFileName(startedAt)
    const backup = Bun.spawn([...command, join(folder, file)], { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' })
    child = backup
    lowerPriority(backup.pid)
    const errors = await new Response(backup.stderr).text()
    const code = await backup.exited
    child = undefined
    if (isStopped) return
    // The last line is the sentence of the failure, after any log lines.
    if (code !== 0) throw new Error(errors.trim().split('\n').at(-1) || `exit code ${code ?? backup.signalCode}`)
    const durationMs = now() - startedAt
    await readNewest(status, now())
    if (status.lastSuccess) status.lastSuccess.durationMs = durationMs
    log.info('backup saved', { file, bytes: status.lastSuccess?.sizeBytes ?? 0, durationMs })
    for (const pruned of await pruneBackups(folder, keep, now())) log.info('backup pruned', { file: pruned })
  }

  let running: Promise<void> | undefined
  const check = (): void => {
    running ??= backUpIfDue()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        status.lastFailure = { at: now(), reason }
        log.error('backup failed', { folder, reason })
      })
      .finally(() => (running = undefined))
  }
  check()
  const timer = setInterval(check, checkIntervalMs)
  return {
    status,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      child?.kill('SIGTERM')
      await running
    },
  }
}

/** Whether the newest backup is old enough for another one, and the last failure for another attempt. */
export function isBackupDue({ everyMs, lastSuccess, lastFailure }: BackupStatus, now: number): boolean {
  if (lastSuccess && now - lastSuccess.at < everyMs) return false
  const sinceFailure = lastFailure ? now - lastFailure.at : Infinity
  // Negative if the clock was set back since.
  return sinceFailure < 0 || sinceFailure >= Math.min(everyMs, retryDelayMs)
}

/** Looks for the newest backup in the folder; one from the future does not count, because a clock was wrong then. */
async function readNewest(status: BackupStatus, now: number): Promise<void> {
  const newest = (await listBackups(status.folder)).findLast(({ at }) => at <= now)
  if (newest?.file === status.lastSuccess?.file) return
  status.lastSuccess = newest
    ? { ...newest, sizeBytes: (await stat(join(status.folder, newest.file))).size, durationMs: null }
    : null
}

/** Lets requests go first. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, or the system forbids it.
  }
}

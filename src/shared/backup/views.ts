/** How the backups are going that a server makes on a schedule. Times are epoch milliseconds. */
export interface BackupStatus {
  folder: string
  everyMs: number
  /** How many are kept. */
  keep: number
  /** The newest backup in the folder. The duration is known only to the server that made it. */
  lastSuccess: { at: number; file: string; sizeBytes: number; durationMs: number | null } | null
  /** The last failure of this server since its start, even if a backup succeeded after it. */
  lastFailure: { at: number; reason: string } | null
}

/** Whether someone has to look: the newest backup is older than two intervals, or there is none although one was tried. */
export function isBackupOverdue({ lastSuccess, lastFailure, everyMs }: BackupStatus, now: number): boolean {
  return lastSuccess ? now - lastSuccess.at > 2 * everyMs : lastFailure !== null
}

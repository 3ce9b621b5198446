import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A backup that was made on a schedule. Its time is in its name, so that names sort by time. */
export interface SavedBackup {
  file: string
  /** Epoch milliseconds, whole seconds. */
  at: number
}

export const backupFileName = (at: number): string => `kontor-${formatTimestamp(at)}.backup`

/** `20261122T051500Z` */
export const formatTimestamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

/** The backups in a folder that were made on a schedule, oldest first. Other files are left out. */
export async function listBackups(folder: string): Promise<SavedBackup[]> {
  const backups: SavedBackup[] = []
  for (const file of (await readdir(folder)).toSorted()) {
    const at = parseFileName(file)
    if (at !== undefined && (await lstat(join(folder, file))).isFile()) backups.push({ file, at })
  }
  return backups
}

function parseFileName(file: string): number | undefined {
  const [, ...parts] = /^kontor-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(file) ?? []
  const [year, month, day, hour, minute, second] = parts
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** Deletes the oldest backups until `keep` are left; returns the names of those deleted. Backups from the future go first: a clock was wrong when they were made. */
export async function pruneBackups(folder: string, keep: number, now: number): Promise<string[]> {
  const backups = await listBackups(folder)
  const outdated = [...backups.filter(({ at }) => at > now), ...backups.filter(({ at }) => at <= now)].slice(0, -keep)
  for (const { file } of outdated) await rm(join(folder, file), { force: true })
  return outdated.map(({ file }) => file)
}

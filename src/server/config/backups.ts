import { ConfigError } from '#server/config/config-error.ts'
import type { Setting } from '#server/config/settings.ts'
import { resolve } from 'node:path'

/** Folder, interval and number of scheduled backups. */
export interface BackupSchedule {
  folder: string
  everyMs: number
  keep: number
}

/** The schedule that three settings describe together; `undefined` without a folder. */
export function parseBackupSchedule(read: (name: Setting) => string | undefined): BackupSchedule | undefined {
  const folder = read('KONTOR_BACKUP_DIR')
  for (const name of ['KONTOR_BACKUP_EVERY', 'KONTOR_BACKUP_KEEP'] as const)
    if (folder === undefined && read(name) !== undefined)
      throw new ConfigError(`${name} is set without KONTOR_BACKUP_DIR, the folder for the backups.`)
  return folder === undefined
    ? undefined
    : {
        folder: resolve(folder),
        everyMs: parseInterval(read('KONTOR_BACKUP_EVERY') ?? '1d'),
        keep: parseKeep(read('KONTOR_BACKUP_KEEP') ?? '14'),
      }
}

const unitMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

function parseInterval(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  const intervalMs = Number(count) * (unitMs[unit] ?? 0)
  if (intervalMs === 0)
    throw new ConfigError(
      `KONTOR_BACKUP_EVERY must be a number of minutes, hours or days like 30m, 6h or 1d, not "${text}".`,
    )
  return intervalMs
}

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new ConfigError(`KONTOR_BACKUP_KEEP must be a whole number from 1 to 99999, not "${text}".`)
  return Number(text)
}

import { openKontor } from '#server/commands/command.ts'
import { readConfig } from '#server/config.ts'
import type { Kontor } from '#server/context.ts'
import { createLog } from '#server/log/log.ts'

/** Opens the installation in a data folder, or in the PostgreSQL database of a URL. */
export const openPlace = (place: string): Promise<Kontor> =>
  openForScript(isDatabaseUrl(place) ? { databaseUrl: place } : { dataFolder: place })

/** Whether a place is not a data folder. */
export const isDatabaseUrl = (place: string): boolean => /^postgres(ql)?:/.test(place)

/** Opens an installation for a script. Without a `databaseUrl` its book is in the data folder. Its time zone is Asia/Shanghai. */
export function openForScript({
  dataFolder,
  databaseUrl = '',
}: {
  dataFolder?: string
  databaseUrl?: string
}): Promise<Kontor> {
  const config = readConfig({
    KONTOR_DATA: dataFolder,
    DATABASE_URL: databaseUrl,
    // No session is signed: scripts only write to the database.
    KONTOR_SECRET: databaseUrl && crypto.randomUUID(),
    KONTOR_TIMEZONE: 'Asia/Shanghai',
  })
  return openKontor(
    config,
    createLog('error', (line) => process.stderr.write(line)),
  )
}

import type { Config } from '#server/config.ts'
import type { Kontor } from '#server/context.ts'
import { OpenError } from '#server/db/open-error.ts'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The installation's secret, and after it the one before, if that is still accepted. */
export type Secrets = readonly [current: string, ...previous: string[]]

/** The secrets of a server; commands that do not serve have none. */
export function requireSecrets({ config: { secret, previousSecret } }: Pick<Kontor, 'config'>): Secrets {
  if (secret === undefined) throw new Error('Logins need a secret.')
  return previousSecret === undefined ? [secret] : [secret, previousSecret]
}

/** The secret that signs session tokens: the configured one, else the one in the data folder, created at the first start. */
export function loadOrCreateSecret({ secret, dataFolder }: Pick<Config, 'secret' | 'dataFolder'>): string {
  if (secret !== undefined) return secret
  const file = join(dataFolder, 'secret')
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    return readSecret(file) ?? createSecret(file)
  } catch (error) {
    throw error instanceof OpenError
      ? error
      : new OpenError(`Cannot store the secret in ${file}: ${(error as Error).message}.`)
  }
}

function readSecret(file: string): string | undefined {
  let storedSecret: string
  try {
    storedSecret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (storedSecret.length < 32)
    throw new OpenError(
      `The secret in ${file} is damaged. Put back a copy of the file, or remove it to create a new one: then everyone has to log in again, and set up authenticator apps and webhooks again.`,
    )
  return storedSecret
}

/** Writes a temporary file and renames it, so that a full disk or a crash leaves no partial secret. The server lock excludes others. */
function createSecret(file: string): string {
  const secret = crypto.getRandomValues(new Uint8Array(32)).toHex()
  const temporaryFile = `${file}.new`
  rmSync(temporaryFile, { force: true })
  writeFileSync(temporaryFile, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(temporaryFile, file)
  return secret
}

import { OpenError } from '#server/db/open-error.ts'
import type { SQL } from 'bun'

/** Makes the first connection of `sql`; throws an `OpenError` that says what is wrong, without the password. */
export async function connect(url: string, sql: SQL): Promise<void> {
  try {
    const [settings] = await sql.unsafe(
      `select current_setting('server_encoding') as encoding, current_setting('server_version_num')::integer as version`,
    )
    if (settings.encoding !== 'UTF8')
      throw new OpenError(
        `The database ${redactUrl(url)} uses the encoding ${settings.encoding}. Set DATABASE_URL to one with UTF8.`,
      )
    if (settings.version < 140_000)
      throw new OpenError(
        `The PostgreSQL server of ${redactUrl(url)} is older than version 14. Set DATABASE_URL to a newer one.`,
      )
  } catch (error) {
    if (error instanceof OpenError) throw error
    const { code, message } = error as { code?: string; message: string }
    // Messages of the server (no such database, wrong password) and those about its certificate contain no secret.
    const reason = code?.startsWith('ERR_POSTGRES_CONNECTION') ? 'no answer' : message
    throw new OpenError(`Cannot reach PostgreSQL at ${redactUrl(url)}: ${reason}. Check DATABASE_URL.`)
  }
}

/** Host, port and database of a connection URL, never user or password. */
export function redactUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`
}

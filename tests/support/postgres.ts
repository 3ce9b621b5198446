import { type Companion, startCompanion } from '#tests/support/companion.ts'

let server: Promise<Companion> | undefined

/** The URL of a server whose databases are the tests' own: `TEST_POSTGRES_URL`, else one that starts with the first caller. */
export async function postgresUrl(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL']
  if (given) return given
  server ??= startPostgres()
  return (await server).address
}

/** Starts a throw-away server; its address is the URL of its database `postgres`. */
export const startPostgres = (): Promise<Companion> => startCompanion('postgres-server.ts')

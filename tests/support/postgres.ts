import { type TestService, startTestService } from '#tests/support/test-service.ts'

let server: Promise<TestService> | undefined

/** The URL of a server whose databases are the tests' own: `TEST_POSTGRES_URL`, else one that starts with the first caller. */
export async function getPostgresUrl(): Promise<string> {
  const configuredUrl = process.env['TEST_POSTGRES_URL']
  if (configuredUrl) return configuredUrl
  server ??= startPostgres()
  return (await server).url
}

/** Starts a throw-away server; its address is the URL of its database `postgres`. */
export const startPostgres = (): Promise<TestService> => startTestService('postgres-server.ts')

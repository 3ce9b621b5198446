import { type TestService, startTestService } from '#tests/support/test-service.ts'

let server: Promise<TestService> | undefined

/** The URL of the run's PostgreSQL: `TEST_POSTGRES_URL`, else a throw-away server that starts with the first call. */
export async function getPostgresUrl(): Promise<string> {
  const configuredUrl = process.env['TEST_POSTGRES_URL']
  if (configuredUrl) return configuredUrl
  server ??= startPostgres()
  return (await server).url
}

/** Starts a throw-away server that only the caller uses; its URL is that of its database `postgres`. */
export const startPostgres = (): Promise<TestService> => startTestService('postgres-server.ts')

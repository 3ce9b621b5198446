import { readOpenWork } from '#server/home/open-work.ts'
import { createApp } from '#server/app.ts'
import { buildId } from '#server/build/build-info.ts'
import type { Kontor } from '#server/context.ts'
import { loadOrCreateBook } from '#server/db/book.ts'
import { createLiveUpdates } from '#server/live/live-updates.ts'
import { createLog } from '#server/log/log.ts'
import { type AccountOptions, type TestUser, createTestUser } from '#tests/support/test-user.ts'
import type { TestDatabase } from '#tests/support/databases.ts'
import { createTestClient, type TestClient, type TestRequestInit } from '#tests/support/test-client.ts'

/** The whole app on its own database, called through HTTP requests. */
export interface TestKontor {
  kontor: Kontor
  app: ReturnType<typeof createApp>
  /** The current time of the app, ms, which tests can change. Starts at 2026-03-15 10:00 in Shanghai. */
  clock: { now: number }
  /** Every line that was logged, parsed. */
  log: { level: string; event: string; [field: string]: unknown }[]
  /** Sends one request without cookies. */
  fetch(path: string, init?: TestRequestInit): Promise<Response>
  /** A new client with its own cookies, not logged in. */
  createClient(): TestClient
  /** A client that is logged in to a new account of this role. */
  createUser(role: string, options?: AccountOptions): Promise<TestUser>
}

interface TestKontorOptions {
  /** The clock of live updates. */
  elapsed?: () => number
  /** Every look at the clock takes a millisecond: two times that must be the same differ if each is a look of its own. */
  isClockRunning?: boolean
}

/** Starts the app on a database opened by `forEachDatabase`. */
export async function createTestKontor(
  { database, config }: TestDatabase,
  { elapsed, isClockRunning = false }: TestKontorOptions = {},
): Promise<TestKontor> {
  const clock = { now: Date.parse('2026-03-15T02:00:00Z') }
  const log: TestKontor['log'] = []
  const now = (): number => (isClockRunning ? clock.now++ : clock.now)
  const appLog = createLog('debug', (line) => log.push(JSON.parse(line)), now)
  const kontor: Kontor = {
    config,
    database,
    book: await loadOrCreateBook(database, config, clock.now),
    log: appLog,
    now,
    buildId,
    live: createLiveUpdates({ database, log: appLog, readOpenWork, now, ...(elapsed && { elapsed }) }),
  }
  const app = createApp(kontor)
  const testKontor: TestKontor = {
    kontor,
    app,
    clock,
    log,
    fetch: (path, init) => createTestClient(testKontor).fetch(path, init),
    createClient: () => createTestClient(testKontor),
    createUser: (role, options) => createTestUser(testKontor, role, options),
  }
  return testKontor
}

import type { Kontor } from '#server/context.ts'
import type { BuiltInRole } from '#shared/permissions.ts'
import { createJobClient, runJobs } from '#tests/server/jobs/job-client.ts'
import { createJobProcesses } from '#tests/server/jobs/job-processes.ts'
import type { TestDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach } from 'bun:test'

/** What each test of jobs has of its own. */
export interface JobTest {
  kontor: TestKontor
  user: TestUser
  jobs: ReturnType<typeof createJobClient>
}

/** Gives each test an empty book with one user, and ends what works on its jobs. */
export function eachWithJobs(open: () => Promise<TestDatabase>, role: BuiltInRole, begin: (given: JobTest) => void) {
  let opened: TestDatabase
  let kontor: TestKontor
  let stop = (): void => {}
  const processes = createJobProcesses(() => opened)
  beforeEach(async () => {
    opened = await open()
    kontor = await createTestKontor(opened, { isClockRunning: true })
    const user = await kontor.createUser(role)
    begin({ kontor, user, jobs: createJobClient(user) })
  })
  afterEach(async () => {
    stop()
    stop = (): void => {}
    await processes.killAll()
  })
  return {
    processes,
    /** Works on jobs from now on until the test ends, with other parts of the process if given. */
    startJobs: (parts: Partial<Kontor> = {}): void => void (stop = runJobs({ kontor: { ...kontor.kontor, ...parts } })),
  }
}

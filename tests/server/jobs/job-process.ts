/**
 * A server that works on jobs, which the tests kill: of the database of its configuration (`CONFIG`, JSON), `AHEAD` milliseconds ahead of the
 * clock, and slowly, so that a test can see how far it is. Prints a line when it works.
 */
import type { JobKind, JobStep } from '#server/jobs/job-kind.ts'
import { openDatabase } from '#server/db/open.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { runJobs } from '#tests/server/jobs/job-client.ts'
import { quietLog, testConfig } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'

const { CONFIG = '{}', AHEAD = '0' } = process.env
const config = testConfig(JSON.parse(CONFIG))
const testKontor = await createTestKontor({ database: await openDatabase(config, quietLog), config })
testKontor.clock.now += Number(AHEAD)
/** Every item takes a while, and every batch of an import and every piece of an export. */
const slowDown = (kind: JobKind): JobKind => {
  if ('work' in kind)
    return {
      ...kind,
      work: (run) =>
        kind.work({
          ...run,
          save: async (transaction, progress) => {
            await run.save(transaction, progress)
            await Bun.sleep(30)
          },
        }),
    }
  const { run, undo } = kind
  const slowly = (change: typeof run) => async (step: JobStep) => {
    await Bun.sleep(10)
    return change(step)
  }
  return { ...kind, run: slowly(run), ...(undo && { undo: slowly(undo) }) }
}
runJobs(
  testKontor,
  Object.fromEntries(Object.entries(jobKinds).map(([name, kind]) => [name, slowDown(kind)])) as typeof jobKinds,
)
console.log('works')

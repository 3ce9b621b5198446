/**
 * A server that works on jobs, which the tests kill: of the database of its configuration (`CONFIG`, JSON), `AHEAD` milliseconds ahead of the
 * clock, and slowly, so that a test can see how far it is. Prints a line when it works.
 */
import type { JobKind } from '#server/jobs/actions.ts'
import { openDatabase } from '#server/db/open.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { orderJobKinds } from '#server/orders/actions.ts'
import { runJobs } from '#tests/server/jobs/job-client.ts'
import { quietLog, testConfig } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'

const { CONFIG = '{}', AHEAD = '0' } = process.env
const config = testConfig(JSON.parse(CONFIG))
const testKontor = await createTestKontor({ database: await openDatabase(config, quietLog), config })
testKontor.clock.now += Number(AHEAD)
const { hold } = orderJobKinds
const slowHold: typeof hold = {
  ...hold,
  run: async (step) => {
    await Bun.sleep(10)
    return hold.run(step)
  },
}
/** Every batch of an import and every piece of an export takes a while. */
const slowDown = (kind: JobKind): JobKind =>
  'work' in kind
    ? {
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
    : kind
runJobs(testKontor, {
  ...jobKinds,
  hold: slowHold,
  import: slowDown(jobKinds.import),
  export: slowDown(jobKinds.export),
  undo_import: slowDown(jobKinds.undo_import),
})
console.log('works')

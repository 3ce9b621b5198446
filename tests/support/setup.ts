/**
 * Runs before the test files (bunfig.toml). Everything a run writes goes into one folder that is deleted at its end; the services
 * it needs start with the first test that uses them and stop here.
 */
import { cleanUpRun } from '#tests/support/cleanup.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { afterAll } from 'bun:test'

const folder = createTestFolder()

// Run with --isolate, as `npm test` does, this applies to every file: a busy machine takes longer than five seconds for many tests.
allowSlowTests()

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
const signals = Object.keys(exitCodes) as (keyof typeof exitCodes)[]
// Stays registered while cleaning up: `npm test` and a kill of the process group send the same signal more than once.
const stopRun = (signal: keyof typeof exitCodes): void =>
  void cleanUp()
    .catch(() => undefined)
    .finally(() => process.exit(exitCodes[signal]))
for (const signal of signals) process.on(signal, stopRun)

afterAll(
  async () => {
    await cleanUp()
    for (const signal of signals) process.off(signal, stopRun)
    folder.restoreTmpdir()
  },
  { timeout: Infinity },
)

let cleanup: Promise<void> | undefined

/** Stops the services and deletes the folder, once. An interrupted test keeps running until then, so `TMPDIR` stays set. */
function cleanUp(): Promise<void> {
  cleanup ??= cleanUpRun().finally(folder.remove)
  return cleanup
}

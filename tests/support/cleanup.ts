export type Cleanup = () => Promise<void>

const runCleanups: Cleanup[] = []

let isRunOver = false

/** Registers work for the end of the test run: stopping a service, dropping a database. An interrupted run does it at once. */
export const cleanUpAfterRun = (cleanup: Cleanup): void =>
  void (isRunOver ? cleanup().catch(() => undefined) : runCleanups.push(cleanup))

/** Does what `cleanUpAfterRun` registered. */
export function cleanUpRun(): Promise<void> {
  isRunOver = true
  return executeCleanups(runCleanups)
}

/** Empties the list, latest first. Every cleanup runs, even after one failed; then the first failure is thrown. */
export async function executeCleanups(cleanups: Cleanup[]): Promise<void> {
  const failures: unknown[] = []
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

import { setDefaultTimeout } from 'bun:test'

const hangMs = 60_000

/**
 * For tests that wait for processes and databases: the runner gives up on a test of this file after a minute instead of five
 * seconds. Call it before the first test; Bun forgets it at the end of the file.
 */
export const allowSlowTests = (): void => setDefaultTimeout(hangMs)

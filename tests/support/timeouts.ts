import { setDefaultTimeout } from 'bun:test'

/** A test that takes as long hangs; a step of it, half of that. */
export const hangMs = 120_000

/**
 * For tests that wait for processes and databases: the runner gives up on a test of this file after two minutes instead of
 * five seconds. Call it before the first test; Bun forgets it at the end of the file.
 */
export const allowSlowTests = (): void => setDefaultTimeout(hangMs)

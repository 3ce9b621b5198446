import { readResult } from '../../scripts/run-tests.ts'
import { expect, test } from 'bun:test'

test('the report of a run has its counts, and which tests of which files failed', () => {
  const report = `bun test v1.4.4 (38afee6c8)

tests/e2e/orders.test.ts:
136 |   test('searches', async () => {
error: expect(received).toBe(expected)
(fail) the orders page > searches [31586.91ms]

tests/e2e/home.test.ts:
(fail) the home page > (unnamed) [0.16ms]
  ^ this test timed out after 50ms.

 27 pass
 2 fail
 106 expect() calls
Ran 29 tests across 3 files. [100.51s]
`
  expect(readResult(report, 1)).toEqual({
    passed: 27,
    failed: 2,
    failures: [
      { file: 'tests/e2e/orders.test.ts', test: 'the orders page > searches' },
      { file: 'tests/e2e/home.test.ts', test: 'the home page > (unnamed)' },
    ],
  })
})

test('a run without counts has failed', () => {
  expect(readResult('', 130)).toEqual({ passed: 0, failed: 1, failures: [] })
})

/** The entry of the binary with the programs that tests start and kill: runs the one that its argument names. */
const programs = {
  'finance/selling-process.ts': () => import('#tests/server/finance/selling-process.ts'),
  'jobs/job-process.ts': () => import('#tests/server/jobs/job-process.ts'),
  'orders/refund-process.ts': () => import('#tests/server/orders/refund-process.ts'),
  'webhooks/webhook-process.ts': () => import('#tests/server/webhooks/webhook-process.ts'),
}

/** A program that loads the server, by its path in `tests/server`. */
export type TestProgram = keyof typeof programs

await programs[process.argv[2] as TestProgram]()

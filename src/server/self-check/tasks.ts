import type { Db } from '#server/db/database.ts'
import { verifyAccounts } from '#server/self-check/auth/accounts.ts'
import { type CollectedTotals, CustomerTotals } from '#server/self-check/customers/customer-totals.ts'
import { verifyCustomers } from '#server/self-check/customers/customers.ts'
import { verifyReferences } from '#server/self-check/db/references.ts'
import { verifyEventChain } from '#server/self-check/events/event-chain.ts'
import type { StoredBook } from '#server/self-check/finance/book-settings-store.ts'
import { type EntryRange, type VerifiedRange, verifyEntries } from '#server/self-check/finance/entries.ts'
import { type LedgerRowCounts, verifyEntryKeys } from '#server/self-check/finance/entry-keys.ts'
import { verifyEntryAttachments } from '#server/self-check/finance/manual/entry-attachments.ts'
import { verifyEntryRequests } from '#server/self-check/finance/manual/entry-requests.ts'
import { verifyEntryTemplates } from '#server/self-check/finance/manual/entry-templates.ts'
import { verifyMatches } from '#server/self-check/finance/matching/matches.ts'
import { verifyExchangeRates } from '#server/self-check/finance/rates/exchange-rates.ts'
import { verifyStatements } from '#server/self-check/finance/statements/statements.ts'
import { type CheckResult, Findings } from '#server/self-check/findings.ts'
import { verifyImports } from '#server/self-check/imports/imports.ts'
import { verifyJobs } from '#server/self-check/jobs/jobs.ts'
import { DocumentNumbers, type NumberedDays } from '#server/self-check/orders/document-numbers.ts'
import { verifyCarriers } from '#server/self-check/orders/fulfillment/carriers.ts'
import { type CountedOrders, OrderCounts } from '#server/self-check/orders/order-counts.ts'
import { verifyPackedPostings } from '#server/self-check/orders/tokens/packed-postings.ts'
import { verifyOrders } from '#server/self-check/orders/orders.ts'
import { verifyProducts } from '#server/self-check/orders/products/products.ts'
import { verifySeller } from '#server/self-check/print/seller.ts'
import type { Progress } from '#server/self-check/progress.ts'
import { verifyRoles } from '#server/self-check/roles/roles.ts'
import type { Slice } from '#server/self-check/slices.ts'
import { verifyInvitations } from '#server/self-check/staff/invitations.ts'
import { verifyTokens } from '#server/self-check/tokens/tokens.ts'
import { verifyWebhooks } from '#server/self-check/webhooks/webhooks.ts'

/** A part of the self-check that does not depend on the others, so that threads can run several at the same time. */
export type Task =
  | { part: Exclude<keyof typeof verifyPart, 'customers'> | 'entryKeys' }
  | { part: 'customers'; seed: number }
  | { part: 'orders'; range: Slice<string>; isFull: boolean; seed: number }
  | { part: 'entries'; range: EntryRange }

/** What a task found; of orders and entries also what is compared once all of them are read. */
export interface TaskResult {
  checks: CheckResult[]
  numbers: NumberedDays
  counts: CountedOrders
  totals: CollectedTotals
  entries?: VerifiedRange
  rowCounts?: LedgerRowCounts
}

/** Runs one task. Throws `RangeError` at the first amount that cannot be read exactly. */
export async function runTask(db: Db, book: StoredBook, task: Task, progress: Progress): Promise<TaskResult> {
  const findings = new Findings()
  const numbers = new DocumentNumbers(findings, book.time_zone)
  const counts = new OrderCounts(book.time_zone)
  const totals = new CustomerTotals('seed' in task ? task.seed : 0)
  const result = (): TaskResult => ({
    checks: findings.collected(),
    numbers: numbers.collected(),
    counts: counts.collected(),
    totals: totals.collected(),
  })
  if (task.part === 'entries') {
    const entries = await verifyEntries(db, findings, progress, book, task.range)
    return { ...result(), entries }
  }
  if (task.part === 'entryKeys') {
    const rowCounts = await verifyEntryKeys(db, findings, progress)
    return { ...result(), rowCounts }
  }
  if (task.part === 'orders')
    await verifyOrders(db, findings, progress, task.range, {
      numbers,
      counts,
      totals,
      timeZone: book.time_zone,
      isFull: task.isFull,
    })
  else await verifyPart[task.part](db, findings, progress, book, { numbers, totals })
  return result()
}

const verifyPart = {
  events: verifyEventChain,
  accounts: verifyAccounts,
  invitations: verifyInvitations,
  roles: verifyRoles,
  tokens: verifyTokens,
  webhooks: verifyWebhooks,
  carriers: verifyCarriers,
  customers: verifyCustomers,
  imports: verifyImports,
  jobs: verifyJobs,
  seller: verifySeller,
  rates: verifyExchangeRates,
  requests: async (db: Db, findings: Findings) => {
    await verifyEntryRequests(db, findings)
    await verifyEntryAttachments(db, findings)
    await verifyEntryTemplates(db, findings)
  },
  statements: verifyStatements,
  matches: verifyMatches,
  numbers: (
    db: Db,
    _findings: Findings,
    progress: Progress,
    _book: StoredBook,
    { numbers }: { numbers: DocumentNumbers },
  ) => numbers.countAll(db, progress),
  packedPostings: verifyPackedPostings,
  products: verifyProducts,
  references: verifyReferences,
}

import { readOpenWork } from '#server/home/open-work.ts'
import { type RequestContext, type Kontor, createOperatorContext } from '#server/context.ts'
import { loadOrCreateBook } from '#server/db/book.ts'
import { newId } from '#server/db/id.ts'
import { createLiveUpdates } from '#server/live/live-updates.ts'
import type { Movement } from '#server/finance/movement.ts'
import { postMovements } from '#server/finance/movements.ts'
import type { OrderAmounts } from '#shared/finance/revenue-postings.ts'
import { type TestDatabase, quietLog } from '#tests/support/databases.ts'

/** What the ledger needs of the program: a book, a clock and no user. */
export interface LedgerFixture {
  kontor: Kontor
  context: RequestContext
  clock: { now: number }
  /** Posts movements in one transaction. */
  book(...movements: Movement[]): Promise<void>
}

export async function createLedgerFixture({ database, config }: TestDatabase): Promise<LedgerFixture> {
  const clock = { now: Date.parse('2026-03-15T02:00:00Z') }
  const kontor: Kontor = {
    config,
    database,
    book: await loadOrCreateBook(database, config, clock.now),
    log: quietLog,
    now: () => clock.now,
    buildId: 'test',
    live: createLiveUpdates({ database, log: quietLog, readOpenWork, now: () => clock.now }),
  }
  const context = createOperatorContext(kontor)
  const book = async (...movements: Movement[]): Promise<void> =>
    void (await database.inTransaction((transaction) => postMovements(transaction, context, movements)))
  return { kontor, context, clock, book }
}

/** Goods 10 000, discount 1 000, shipping 800, tax 588 on top: 10 388. */
const sampleAmounts: OrderAmounts = {
  subtotalMinor: 9_000,
  discountMinor: 1_000,
  shippingMinor: 800,
  taxMinor: 588,
  taxesIncluded: false,
  totalMinor: 10_388,
}

let saleCount = 0

/** An order with one payment, as far as the ledger knows them; inserts nothing. */
export function createSale(currency = 'CNY', provider = 'Alipay', orderAmounts: OrderAmounts = sampleAmounts) {
  const number = ++saleCount
  const order = { ...orderAmounts, id: newId(), number: `SO-${number}`, currency }
  const payment = { id: newId(), number: `PY-${number}`, provider, reference: `c${number}` }
  let movementCount = 0
  const createMovement = (
    kind: 'captured' | 'refunded',
    amountMinor: number,
    beforeMinor: number,
    occurredAt = Date.parse('2026-03-14T20:00:00Z'),
  ): Extract<Movement, { amountMinor: number }> => ({
    kind,
    order,
    payment,
    ...(kind === 'refunded' && { refund: { id: newId(), number: `RF-${number}-${++movementCount}` } }),
    amountMinor,
    beforeMinor,
    occurredAt,
    source: 'test',
    externalId: `${order.number}:${++movementCount}`,
  })
  return {
    order,
    payment,
    capture: (amount: number, before = 0, at?: number) => createMovement('captured', amount, before, at),
    refund: (amount: number, before = 0, at?: number) => createMovement('refunded', amount, before, at),
  }
}

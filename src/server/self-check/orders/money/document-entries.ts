import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { sumBy } from '#server/self-check/orders/sum-by.ts'
import { accountRoles, type EntryKind } from '#shared/finance/ledger.ts'
import { isSameProvider, storeCredit } from '#shared/payment-providers.ts'

type Booked = RelatedRows['booked']

/** What the ledger must say about a payment or a refund. */
interface ExpectedEntry {
  row: string
  amountMinor: number
  currency: string
  provider: string | undefined
  /** When the money moved, and when the document was recorded. */
  occurredAt: number | null
  recordedAt: number
  reference: string | undefined
  /** The source of the entry's key: the shop of an imported document, or Kontor. */
  source: string
}

/**
 * Every payment and every succeeded refund has one entry that is not reversed and moves money of its provider by its amount, at its time
 * and with its reference; other refunds have none.
 */
export function verifyDocumentEntries(
  findings: Findings,
  order: OrderRecord,
  { payments, refunds, booked }: RelatedRows,
): void {
  const moneyPostings = booked
    .filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null)
    .filter(({ role }) => accountRoles[role]?.isMoneyAccount || role === 'store_credit')
    .map((posting) => (posting.role === 'store_credit' ? { ...posting, provider: storeCredit } : posting))
  for (const payment of payments) verifyPayment(findings, order, payment, moneyPostings)
  for (const refund of refunds)
    verifyRefund(
      findings,
      order,
      refund,
      payments.find(({ id }) => id === refund.payment_id),
      moneyPostings.filter(({ refund_id }) => refund_id === refund.id),
    )
  findings.examined(payments.length + refunds.length, 'documents-have-entries')
}

/** The entry of a payment moves what was captured, or what the provider makes of it in another currency. If it was settled later, another entry exchanges the one for the other. */
function verifyPayment(
  findings: Findings,
  order: OrderRecord,
  payment: RelatedRows['payments'][number],
  moneyPostings: Booked,
): void {
  const ofPayment = (kind: EntryKind): Booked =>
    moneyPostings.filter((posting) => posting.kind === kind && posting.payment_id === payment.id)
  const { number, captured_minor, subsidy_minor, settlement_minor, settlement_currency, provider, reference } = payment
  const exchanged = ofPayment('payment.settled')
  const isSettled = settlement_minor !== 0 && exchanged.length === 0
  const moved = ofPayment(payment.provider === storeCredit ? 'credit.used' : 'payment.captured')
  const expected: ExpectedEntry = {
    row: `payments ${number}`,
    amountMinor: isSettled ? settlement_minor : captured_minor,
    currency: isSettled ? settlement_currency : order.currency,
    provider,
    occurredAt: payment.captured_at,
    recordedAt: payment.recorded_at,
    reference,
    source: payment.created_by === null ? order.source : 'kontor',
  }
  compareBooked(findings, expected, moved)
  const parts = isSettled
    ? [settlement_minor]
    : [captured_minor - subsidy_minor, subsidy_minor].filter((part) => part !== 0)
  const amounts = moved.map(({ amount_minor }) => amount_minor)
  if (sumBy(moved, ({ amount_minor }) => amount_minor) === BigInt(expected.amountMinor))
    findings.expectEqual('documents-have-entries', expected.row, 'subsidy_minor', toSorted(parts), toSorted(amounts))
  if (exchanged.length > 0)
    compareExchanged(findings, expected, exchanged, [
      [order.currency, -captured_minor],
      [settlement_currency, settlement_minor],
    ])
}

const toSorted = (amounts: readonly number[]): string => amounts.toSorted((a, b) => a - b).join(' ')

/**
 * The entries of a refund pay it out and take it back by turns; between them, others may exchange what was paid for another currency, or correct its amount there. The last ones are at its times; each takes back what the one before has paid, from the
 * same provider. It has succeeded when the last one paid it.
 */
function verifyRefund(
  findings: Findings,
  order: OrderRecord,
  refund: RelatedRows['refunds'][number],
  payment: RelatedRows['payments'][number] | undefined,
  moved: Booked,
): void {
  const row = `refunds ${refund.number}`
  const sorted = moved.filter(({ kind }) => kind !== 'refund.settled').toSorted((a, b) => a.seq - b.seq)
  const exchangesOf = (index: number): Booked =>
    moved.filter(
      ({ kind, seq }) =>
        kind === 'refund.settled' && seq > (sorted[index]?.seq ?? 0) && seq < (sorted[index + 1]?.seq ?? Infinity),
    )
  const isPaid = (index: number): boolean => index % 2 === 0
  if ((refund.status === 'succeeded') !== (sorted.length % 2 === 1))
    findings.addViolation('documents-have-entries', `${row}: ${sorted.length} entries although ${refund.status}`)
  if ((refund.returned_at === null) !== sorted.length < 2)
    findings.addViolation('documents-have-entries', `${row}: returned_at ${refund.returned_at}`)
  const settledIn = payment?.settlement_currency ?? ''
  for (const [index, entry] of sorted.entries()) {
    const isLast = index + 2 >= sorted.length
    const expected = {
      row,
      occurredAt: !isLast ? entry.occurred_at : isPaid(index) ? refund.refunded_at : refund.returned_at,
      recordedAt: refund.recorded_at,
      reference: payment?.reference,
      source: index === 0 && refund.requested_by === null ? order.source : 'kontor',
    }
    const paid = isPaid(index) ? undefined : sorted[index - 1]
    if (paid) {
      const exchanges = exchangesOf(index - 1)
      const currency = exchanges.length > 0 ? settledIn : paid.currency
      const amountMinor = -sumIn(currency, [paid, ...exchanges])
      compareBooked(findings, { ...expected, amountMinor, currency, provider: paid.provider }, [entry])
    } else {
      const provider = isLast ? refund.paid_through || payment?.provider : entry.provider
      const exchanges = exchangesOf(index)
      const settledMinor = isLast ? -refund.settlement_minor : sumIn(settledIn, [entry, ...exchanges])
      const isSettled = settledMinor !== 0 && exchanges.length === 0
      const isLater = exchanges.length > 0 && entry.currency === settledIn
      const amountMinor = isLater ? entry.amount_minor : isSettled ? settledMinor : -refund.amount_minor
      const currency = isSettled || isLater ? settledIn : order.currency
      compareBooked(findings, { ...expected, amountMinor, currency, provider }, [entry])
      if (exchanges.length > 0)
        compareExchanged(findings, { ...expected, provider }, exchanges, [
          ...(isLater ? [] : [[order.currency, refund.amount_minor] as const]),
          [settledIn, isLater ? settledMinor - entry.amount_minor : settledMinor],
        ])
    }
    const paidKind = entry.provider === storeCredit ? 'refund.credited' : 'refund.succeeded'
    const kind = isPaid(index) ? paidKind : 'refund.returned'
    findings.expectEqual('documents-have-entries', row, 'kind', entry.kind, kind)
  }
}

/** What entries move in a currency; wrong amounts are no problem, because they are compared. */
const sumIn = (currency: string, postings: Booked): number =>
  postings.reduce((sum, posting) => sum + (posting.currency === currency ? posting.amount_minor : 0), 0)

/** What entries that exchange a payment or a refund for another currency move in each of the two. */
function compareExchanged(
  findings: Findings,
  { row, provider, reference, recordedAt }: Pick<ExpectedEntry, 'row' | 'provider' | 'reference' | 'recordedAt'>,
  moved: Booked,
  amounts: readonly (readonly [currency: string, amountMinor: number])[],
): void {
  const compare = (column: string, actual: unknown, expected: unknown): void =>
    findings.expectEqual('documents-have-entries', row, column, actual, expected)
  for (const currency of new Set([...amounts.map(([each]) => each), ...moved.map((posting) => posting.currency)]))
    compare(
      `settled ${currency}`,
      BigInt(amounts.find(([each]) => each === currency)?.[1] ?? 0),
      sumBy(
        moved.filter((posting) => posting.currency === currency),
        ({ amount_minor }) => amount_minor,
      ),
    )
  for (const posting of moved) {
    if (!isSameProvider(provider ?? '', posting.provider)) compare('provider', provider, posting.provider)
    compare('reference', reference, posting.memo)
    compare('source', 'kontor', posting.source)
    if (posting.recorded_at < recordedAt) compare('recorded_at', recordedAt, posting.recorded_at)
  }
}

function compareBooked(
  findings: Findings,
  { row, amountMinor, currency, provider, occurredAt, recordedAt, reference, source }: ExpectedEntry,
  moved: Booked,
): void {
  const compare = (column: string, actual: unknown, expected: unknown): void =>
    findings.expectEqual('documents-have-entries', row, column, actual, expected)
  compare('entries', new Set(moved.map(({ seq }) => seq)).size, amountMinor === 0 ? 0 : 1)
  compare(
    'amount',
    BigInt(amountMinor),
    sumBy(moved, ({ amount_minor }) => amount_minor),
  )
  for (const entry of moved) {
    compare('currency', currency, entry.currency)
    if (!isSameProvider(provider ?? '', entry.provider)) compare('provider', provider, entry.provider)
    compare('time', occurredAt, entry.occurred_at)
    compare('reference', reference, entry.memo)
    compare('source', source, entry.source)
    if (entry.recorded_at < recordedAt) compare('recorded_at', recordedAt, entry.recorded_at)
  }
}

import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { sumBy } from '#server/self-check/orders/sum-by.ts'
import { type DisputeLine, disputePostings, type DisputeRule } from '#shared/finance/dispute-posting.ts'
import { holdsAmount } from '#shared/orders/dispute.ts'
import { isSameProvider } from '#shared/payment-providers.ts'

type Dispute = RelatedRows['disputes'][number]

/**
 * The disputed amount of an order is the sum of its disputes, and each has exactly the entries that follow from its status, with its amounts, at its
 * times and with its provider. Reversed entries of disputes do not count.
 */
export function verifyDisputes(
  findings: Findings,
  order: OrderRecord,
  { disputes, payments, bookedDisputes, disputeTaxes, taxes }: RelatedRows,
): void {
  const row = describeOrder(order)
  const sumOf = (status: Dispute['status'], select: (dispute: Dispute) => number): bigint =>
    sumBy(
      disputes.filter((dispute) => dispute.status === status),
      select,
    )
  const expect = (column: 'dispute_open_minor' | 'dispute_lost_minor' | 'dispute_offset_minor', sum: bigint): void =>
    findings.expectEqual('order-money', row, column, BigInt(order[column]), sum)
  expect(
    'dispute_open_minor',
    sumOf('open', ({ amount_minor }) => amount_minor),
  )
  expect(
    'dispute_lost_minor',
    sumOf('lost', ({ amount_minor }) => amount_minor),
  )
  expect(
    'dispute_offset_minor',
    sumOf('lost', ({ offset_minor }) => offset_minor),
  )
  const live = bookedDisputes.filter(({ reverses, reversed_by }) => reverses === null && reversed_by === null)
  for (const dispute of disputes) {
    verifyColumns(findings, order, dispute, payments)
    const posted = live.filter(({ dispute_id }) => dispute_id === dispute.id)
    for (const rule of Object.keys(disputePostings) as DisputeRule[])
      verifyRule(
        findings,
        dispute,
        rule,
        posted.filter(({ kind }) => kind === `dispute.${rule}`),
      )
  }
  // Their sums are compared with the postings of each entry.
  const rates = new Set(taxes.map(({ tax_rate }) => tax_rate))
  for (const { seq, tax_rate } of disputeTaxes)
    if (!rates.has(tax_rate))
      findings.addViolation('taxes-of-orders', `ledger_entry_taxes ${seq}: ${row} has no tax of ${tax_rate || '?'} %`)
  findings.examined(disputes.length, 'documents-have-entries')
}

function verifyColumns(
  findings: Findings,
  order: OrderRecord,
  dispute: Dispute,
  payments: RelatedRows['payments'],
): void {
  const row = `disputes ${dispute.number}`
  const payment = payments.find(({ id }) => id === dispute.payment_id)
  if (!payment && holdsAmount(dispute.status))
    findings.addViolation('refunds-within-captures', `${row}: payment of another order`)
  const expect = (column: keyof Dispute, expected: unknown): void =>
    findings.expectEqual('order-money', row, column, dispute[column], expected)
  expect('currency', order.currency)
  expect('provider', payment?.provider)
  const isClosed = dispute.status === 'won' || dispute.status === 'lost'
  if (isClosed !== (dispute.closed_at !== null))
    findings.addViolation('order-money', `${row}: closed_at ${dispute.closed_at} although it is ${dispute.status}`)
  if (dispute.status !== 'won') {
    expect('fee_returned', 0)
    expect('settlement_returned_minor', 0)
  }
  // If the payment was settled later, the dispute may be in the currency of the order.
  if (dispute.settlement_currency !== '') expect('settlement_currency', payment?.settlement_currency)
  if ((dispute.settlement_currency === '') !== (dispute.settlement_minor === 0))
    findings.addViolation('order-money', `${row}: settlement_minor ${dispute.settlement_minor}`)
  if (dispute.status !== 'lost') {
    expect('tax_minor', 0)
    expect('offset_minor', 0)
  }
}

/** The postings that are not reversed of a rule are those that follow from the dispute, in one entry or, of what it offsets, in several. */
function verifyRule(
  findings: Findings,
  dispute: Dispute,
  rule: DisputeRule,
  posted: RelatedRows['bookedDisputes'],
): void {
  const row = `disputes ${dispute.number}`
  const keyOf = ({ role, currency }: { role: string; currency: string }): string => `${role} ${currency}`
  const expected = new Map(
    toExpected(dispute, rule).map(({ role, amountMinor, isSettled }) => [
      keyOf({ role, currency: isSettled ? dispute.settlement_currency : dispute.currency }),
      BigInt(amountMinor),
    ]),
  )
  for (const key of new Set([...expected.keys(), ...posted.map(keyOf)]))
    findings.expectEqual(
      'documents-have-entries',
      row,
      `${rule} ${key}`,
      sumBy(
        posted.filter((posting) => keyOf(posting) === key),
        ({ amount_minor }) => amount_minor,
      ),
      expected.get(key) ?? 0n,
    )
  const entries = new Set(posted.map(({ seq }) => seq)).size
  if (rule !== 'offset' && entries > 1)
    findings.addViolation('documents-have-entries', `${row}: ${entries} entries dispute.${rule}`)
  const occurredAt = rule === 'opened' ? dispute.opened_at : rule === 'offset' ? undefined : dispute.closed_at
  for (const posting of posted) {
    const expect = (column: 'memo' | 'source' | 'occurred_at' | 'provider', value: unknown): void =>
      findings.expectEqual('documents-have-entries', row, `${rule} ${column}`, posting[column], value)
    expect('memo', dispute.reference)
    expect('source', 'kontor')
    if (posting.role === 'clearing' && !isSameProvider(posting.provider, dispute.provider))
      expect('provider', dispute.provider)
    if (occurredAt !== undefined) expect('occurred_at', occurredAt)
  }
}

function toExpected(dispute: Dispute, rule: DisputeRule): DisputeLine[] {
  const { status, amount_minor, fee_minor, fee_returned, tax_minor, offset_minor, offset_tax_minor } = dispute
  if (rule === 'opened')
    return status === 'cancelled'
      ? []
      : disputePostings.opened({
          amountMinor: amount_minor,
          feeMinor: fee_minor,
          settledMinor: dispute.settlement_minor,
        })
  if (rule === 'offset') return disputePostings.offset({ amountMinor: offset_minor, taxMinor: offset_tax_minor })
  if (status !== rule) return []
  return rule === 'won'
    ? disputePostings.won({
        amountMinor: amount_minor,
        feeMinor: fee_returned === 1 ? fee_minor : 0,
        settledMinor: dispute.settlement_returned_minor,
      })
    : disputePostings.lost({ amountMinor: amount_minor, taxMinor: tax_minor })
}

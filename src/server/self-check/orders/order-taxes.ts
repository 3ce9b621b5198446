import type { OrderRecord } from '#server/db/schema/orders.ts'
import { toRefundPurpose } from '#server/orders/money/tax-refund.ts'
import { toTaxedLine, toTaxedShipping } from '#server/orders/tax-columns.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { RecordedChange } from '#server/self-check/orders/order-events.ts'
import { describeOrder, type RelatedRows } from '#server/self-check/orders/related-rows.ts'
import { applyPostings, type OrderBalances, soldAmounts } from '#shared/finance/order-balances.ts'
import { addShares, moveShares, negateShare, type TaxShare } from '#shared/finance/taxes.ts'
import { add } from '#shared/money.ts'
import { toTaxLines } from '#shared/orders/part-taxes.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'

/**
 * Goes through the entries of an order again and compares what each moves by rate with what the rules make of its postings and of the tax lines
 * that the order had at some time.
 */
export function verifyOrderTaxes(
  findings: Findings,
  order: OrderRecord,
  { booked, taxes, lines, refunds, refundLines }: RelatedRows,
  changes: readonly RecordedChange[],
): void {
  const taxLines = parseTaxLines(order.tax_lines)
  if (!taxLines) return findings.addViolation('taxes-of-orders', `${describeOrder(order)}: tax_lines cannot be read`)
  verifyLineTaxes(findings, order, lines, taxLines)
  const versions = [
    ...new Map(
      [taxLines, ...listEarlierTaxLines(changes)].map((version) => [JSON.stringify(version), version]),
    ).values(),
  ]
  const sharesOf = Map.groupBy(taxes, ({ seq }) => seq)
  const moved = new Map<number, TaxShare[]>()
  let balances: OrderBalances = {}
  let held: TaxShare[] = []
  for (const [seq, postings] of [...Map.groupBy(booked, (posting) => posting.seq)].toSorted(([a], [b]) => a - b)) {
    const [entry] = postings
    const actual = addShares(
      (sharesOf.get(seq) ?? []).map((row) => ({
        rate: row.tax_rate,
        netMinor: row.net_minor,
        taxMinor: row.tax_minor,
      })),
    )
    balances = applyPostings(
      balances,
      postings.map(({ role, amount_minor }) => ({ role, amountMinor: amount_minor })),
    )
    const isEdit = entry?.kind === 'order.edited'
    const sold = soldAmounts(balances)
    const refund = refunds.find(({ id }) => id === entry?.refund_id)
    const returned =
      refund &&
      toRefundPurpose(
        refund,
        refundLines.filter(({ refund_id }) => refund_id === refund.id),
      ).shares
    const expected =
      entry && entry.reverses !== null
        ? [toText((moved.get(entry.reverses) ?? []).map(negateShare))]
        : versions.map((version) => toText(moveShares(held, sold, version, { isPriced: isEdit, returned })))
    const text = toText(actual)
    // An edit changes each rate by the difference of two versions. Earlier versions split everything that was left again, and their entries stay as they are.
    const isExpected =
      expected.includes(text) ||
      (isEdit &&
        versions.some((replaced) =>
          versions.some((version) => toText(moveShares(held, sold, version, { isPriced: true, replaced })) === text),
        ))
    findings.expectEqual(
      'taxes-of-orders',
      `ledger_entry_taxes ${seq}`,
      'shares',
      text,
      isExpected ? text : expected[0],
    )
    moved.set(seq, actual)
    held = addShares(held, actual)
  }
  findings.examined(1, 'taxes-of-orders')
}

/** Compares the tax of an order and its tax lines with the taxes of its lines and of shipping. */
function verifyLineTaxes(
  findings: Findings,
  order: OrderRecord,
  lines: RelatedRows['lines'],
  taxLines: TaxLine[],
): void {
  const parts = [...lines.map(toTaxedLine), toTaxedShipping(order)]
  const row = describeOrder(order)
  const sumMinor = add(...parts.map(({ taxMinor }) => taxMinor))
  findings.expectEqual('taxes-of-lines', row, 'tax_minor', order.tax_minor, sumMinor)
  const expected = toTaxLines(parts, taxLines, order.taxes_included === 1)
  findings.expectEqual('taxes-of-lines', row, 'tax_lines', order.tax_lines, JSON.stringify(expected))
  findings.examined(1, 'taxes-of-lines')
}

/** The tax lines that later changes have replaced. */
const listEarlierTaxLines = (changes: readonly RecordedChange[]): TaxLine[][] =>
  changes.filter(({ field }) => field === 'taxLines').map(({ from }) => parseTaxLines(String(from)) ?? [])

/** Undefined if they cannot be read. */
function parseTaxLines(text: string): TaxLine[] | undefined {
  try {
    return JSON.parse(text) as TaxLine[]
  } catch {
    return undefined
  }
}

const toText = (shares: readonly TaxShare[]): string =>
  shares
    .map(({ rate, netMinor, taxMinor }) => `${rate || '?'} %: ${netMinor} + ${taxMinor}`)
    .toSorted()
    .join(', ')

import type { Findings } from '#server/finance/verify/findings.ts'
import { describeOrder } from '#server/finance/verify/order-books.ts'
import type { RecordedChange } from '#server/finance/verify/order-events.ts'
import type { Order, RelatedRows } from '#server/finance/verify/related-rows.ts'
import { applyPostings, type OrderBalances, soldAmounts } from '#shared/finance/order-balances.ts'
import { addShares, moveShares, negateShare, type TaxShare } from '#shared/finance/taxes.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'

/**
 * Goes through the entries of an order again and compares what each moves by rate with what the rules make of its postings. An edit of an
 * order whose shop has named other taxes since is only compared by its sums, in the check of the ledger.
 */
export function verifyOrderTaxes(
  findings: Findings,
  order: Order,
  { booked, taxes }: RelatedRows,
  changes: readonly RecordedChange[],
): void {
  const taxLines = parseTaxLines(order)
  if (!taxLines) return findings.addViolation('taxes-of-orders', `${describeOrder(order)}: tax_lines cannot be read`)
  const hasOtherTaxLines = changes.some(({ field }) => field === 'taxLines')
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
    const expected =
      entry && entry.reverses !== null
        ? (moved.get(entry.reverses) ?? []).map(negateShare)
        : moveShares(held, soldAmounts(balances), taxLines, isEdit)
    if (!hasOtherTaxLines || (held.length > 0 && !isEdit))
      findings.expectEqual('taxes-of-orders', `ledger_entry_taxes ${seq}`, 'shares', toText(actual), toText(expected))
    moved.set(seq, actual)
    held = addShares(held, actual)
  }
  findings.examined(1, 'taxes-of-orders')
}

/** Undefined if they cannot be read. */
function parseTaxLines({ tax_lines }: Order): TaxLine[] | undefined {
  try {
    return JSON.parse(tax_lines) as TaxLine[]
  } catch {
    return undefined
  }
}

const toText = (shares: readonly TaxShare[]): string =>
  shares
    .map(({ rate, netMinor, taxMinor }) => `${rate || '?'} %: ${netMinor} + ${taxMinor}`)
    .toSorted()
    .join(', ')

import type { Transaction } from '#server/db/database.ts'
import { loadOrderTaxes } from '#server/finance/order-taxes.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import type { IssuedSoFar } from '#server/print/issued-so-far.ts'
import { areSharesOf } from '#server/print/issued-taxes.ts'
import * as store from '#server/print/store.ts'
import { addShares, negateShare } from '#shared/finance/taxes.ts'
import { add } from '#shared/money.ts'
import { type InvoiceContent, type IssuedLine, splitAmountByRate } from '#shared/print/issued-content.ts'

/**
 * The part of an invoice of the whole order that was not invoiced yet, after its total has risen: what was added to it, or the amount alone where something was
 * taken off as well. So invoices and credit notes always add up to what the order costs.
 */
export async function buildSupplement(
  transaction: Transaction,
  order: OrderRecord,
  issued: IssuedSoFar,
  whole: InvoiceContent,
): Promise<InvoiceContent | undefined> {
  const refunds = await store.listGrantedRefunds(transaction, order.id)
  const amountMinor = add(whole.totalMinor, ...refunds.map(({ granted_minor }) => -granted_minor), -issued.totalMinor)
  if (amountMinor <= 0) return undefined
  const supplements = issued.numbers.join(', ')
  const added = subtractInvoices(whole, issued.invoices)
  if (added?.totalMinor === amountMinor) return { ...whole, ...added, supplements }
  const books = (await loadOrderTaxes(transaction, [order.id])).get(order.id) ?? []
  const missing = addShares(books, issued.taxes.map(negateShare))
  const taxes = areSharesOf(missing, amountMinor) ? missing : splitAmountByRate(whole.taxes, amountMinor)
  return {
    ...whole,
    lines: [],
    others: [{ reason: 'change', amountMinor }],
    subtotalMinor: amountMinor,
    shippingMinor: 0,
    taxMinor: add(...taxes.map(({ taxMinor }) => taxMinor)),
    taxesIncluded: true,
    taxes,
    totalMinor: amountMinor,
    supplements,
  }
}

/** What an invoice of the whole order has more than those that were issued; undefined if it has less of anything. */
function subtractInvoices(
  whole: InvoiceContent,
  invoices: readonly InvoiceContent[],
): Pick<InvoiceContent, 'lines' | 'subtotalMinor' | 'shippingMinor' | 'taxMinor' | 'taxes' | 'totalMinor'> | undefined {
  const subtract = (field: 'subtotalMinor' | 'shippingMinor' | 'taxMinor' | 'totalMinor'): number =>
    add(whole[field], ...invoices.map((invoice) => -invoice[field]))
  const lines = subtractLines(
    whole.lines,
    invoices.flatMap((invoice) => invoice.lines),
  )
  const taxes = addShares(whole.taxes, ...invoices.map((invoice) => invoice.taxes.map(negateShare)))
  const [shippingMinor, totalMinor] = [subtract('shippingMinor'), subtract('totalMinor')]
  if (!lines || shippingMinor < 0 || !areSharesOf(taxes, totalMinor)) return undefined
  return {
    lines,
    subtotalMinor: subtract('subtotalMinor'),
    shippingMinor,
    taxMinor: subtract('taxMinor'),
    taxes,
    totalMinor,
  }
}

function subtractLines(lines: readonly IssuedLine[], invoiced: readonly IssuedLine[]): IssuedLine[] | undefined {
  const keyOf = ({ sku, name, unitPriceMinor, taxRate }: IssuedLine): string =>
    JSON.stringify([sku, name, unitPriceMinor, taxRate])
  const before = Map.groupBy(invoiced, keyOf)
  const now = Map.groupBy(lines, keyOf)
  const added = [...now].flatMap(([key, ofKey]) => {
    const [line] = ofKey
    if (!line) return []
    const subtract = (field: 'quantity' | 'discountMinor' | 'totalMinor'): number =>
      add(...ofKey.map((each) => each[field]), ...(before.get(key) ?? []).map((each) => -each[field]))
    const discountMinor = subtract('discountMinor')
    return [{ ...line, quantity: subtract('quantity'), discountMinor, totalMinor: subtract('totalMinor') }]
  })
  const hasLess = [...before.keys()].some((key) => !now.has(key))
  if (hasLess || added.some(({ quantity, discountMinor }) => quantity < 0 || discountMinor < 0)) return undefined
  const rest = added.filter(({ quantity, totalMinor }) => quantity > 0 || totalMinor !== 0)
  return rest.every(({ quantity }) => quantity > 0) ? rest : undefined
}

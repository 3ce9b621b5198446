import type { OrderRecord } from '#server/db/schema/orders.ts'
import { splitByRate, type TaxShare } from '#shared/finance/taxes.ts'
import { add } from '#shared/money.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'

/** What an order costs by tax rate. */
export const taxesOfOrder = ({
  total_minor,
  tax_minor,
  tax_lines,
}: Pick<OrderRecord, 'total_minor' | 'tax_minor' | 'tax_lines'>): TaxShare[] =>
  splitByRate({ netMinor: total_minor - tax_minor, taxMinor: tax_minor }, JSON.parse(tax_lines) as TaxLine[])

/** Whether shares are those of an amount, so that what is invoiced stays what the books have at each rate: not where something is unpaid or written off. */
export const areSharesOf = (shares: readonly TaxShare[], amountMinor: number): boolean =>
  shares.every(({ netMinor, taxMinor }) => netMinor >= 0 && taxMinor >= 0) &&
  add(...shares.flatMap(({ netMinor, taxMinor }) => [netMinor, taxMinor])) === amountMinor

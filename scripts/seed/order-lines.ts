import type { Customer } from './customers.ts'
import { products } from './products.ts'
import { pick, type Random } from '#server/demo/random.ts'
import { add, allocate, multiply } from '#shared/money.ts'
import type { DraftLine } from '#shared/orders/draft.ts'

/** Yuan cents per minor unit of the currency. */
const rates: Record<Customer['currency'], number> = { CNY: 1, USD: 7, EUR: 8, GBP: 9, JPY: 5 }
/** How many lines an order has: 2.5 on average. */
const lineCounts = [1, 1, 1, 2, 2, 2, 3, 3, 4, 6]

/** The lines of an order, each with another product; `some` ships a part of them, if there is more than one item. */
export function createLines(
  currency: Customer['currency'],
  discountPercent: number,
  shipped: 'all' | 'some' | 'none',
  random: Random,
): DraftLine[] {
  const linesBySku = new Map<string, DraftLine>()
  for (let left = pick(lineCounts, random); left > 0; left -= 1) {
    // The square makes some products sell often.
    const product = products[Math.floor(random() ** 2 * products.length)]
    if (!product) continue
    linesBySku.set(product.sku, {
      sku: product.sku,
      name: product.name,
      quantity: random() < 0.75 ? 1 : 2 + Math.floor(random() * 3),
      shippedQuantity: 0,
      requiresShipping: product.requiresShipping,
      unitPriceMinor: Math.ceil(product.priceMinor / rates[currency]),
      discountMinor: 0,
    })
  }
  return shipLines(discountLines([...linesBySku.values()], discountPercent), shipped)
}

function discountLines(lines: DraftLine[], percent: number): DraftLine[] {
  const gross = lines.map((line) => multiply(line.quantity, line.unitPriceMinor))
  const shares = allocate(Math.floor((add(...gross) * percent) / 100), gross)
  return lines.map((line, index) => ({ ...line, discountMinor: shares[index] ?? 0 }))
}

function shipLines(lines: DraftLine[], shipped: 'all' | 'some' | 'none'): DraftLine[] {
  if (shipped === 'none') return lines
  const shippable = lines.filter(({ requiresShipping }) => requiresShipping)
  const itemCount = add(...shippable.map(({ quantity }) => quantity))
  let left = shipped === 'all' ? itemCount : Math.floor(itemCount / 2)
  return lines.map((line) => {
    const shippedQuantity = line.requiresShipping ? Math.min(left, line.quantity) : 0
    left -= shippedQuantity
    return { ...line, shippedQuantity }
  })
}

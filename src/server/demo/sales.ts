import { products, providers } from '#server/demo/catalog.ts'
import { type DemoCustomer, occasionalCustomers, regulars } from '#server/demo/customers.ts'
import { pick, type Random } from '#server/demo/random.ts'
import { add, allocate, multiply } from '#shared/money.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { TaxLine } from '#shared/orders/tax-lines.ts'
import { addDays, dayOf, startOfDay } from '#shared/time.ts'

const hourMs = 3_600_000

/** An order of the demo shop, as the customer placed it. */
export interface Sale {
  placedAt: number
  customer: DemoCustomer
  items: { sku: string; quantity: number }[]
  discountPercent: number
  note: string
  /** The shop waits for a person to confirm it. */
  isPending?: boolean
  /** How it was paid when it reached Kontor. */
  payment: 'captured' | 'authorized' | 'none'
  provider: string
  /** Its history before Kontor was introduced. */
  past?: { shippedAt?: number; cancelledAt?: number; refund?: { share: number; refundedAt: number } }
}

/** Orders placed from the first day to `until`, oldest first; those before `introducedAt` have their whole history. */
export function createSales(
  { daysBack, until, introducedAt, zone }: { daysBack: number; until: number; introducedAt: number; zone: string },
  random: Random,
): Sale[] {
  const today = dayOf(until, zone)
  return Array.from({ length: daysBack }, (_, index) => daysBack - 1 - index).flatMap((daysAgo) => {
    const day = addDays(today, -daysAgo)
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
    const count = Math.round((isWeekend ? 11 : 8) * (1.15 - daysAgo / 300) + random() * 4)
    const dayStart = startOfDay(day, zone)
    return Array.from({ length: count }, () => dayStart + Math.floor((8 + random() * 15) * hourMs))
      .toSorted((a, b) => a - b)
      .map((placedAt) => createSale(placedAt, introducedAt, random))
      .filter(({ placedAt }) => placedAt < until)
  })
}

function createSale(placedAt: number, introducedAt: number, random: Random): Sale {
  const customer = pick(random() < 0.2 ? regulars : occasionalCustomers, random)
  const roll = random()
  const sale: Sale = {
    placedAt,
    customer,
    items: pickItems(random),
    discountPercent: random() < 0.18 ? 10 : 0,
    note: '',
    payment: roll < 0.05 ? 'none' : 'captured',
    provider: pick(providers[customer.currency], random),
  }
  const shippedAt = placedAt + Math.floor((14 + random() * 34) * hourMs)
  const refundedAt = shippedAt + Math.floor((30 + random() * 90) * hourMs)
  const share = random() < 0.3 ? 1 : 0.25
  if (placedAt >= introducedAt) return sale
  if (sale.payment === 'none')
    return placedAt + 72 * hourMs < introducedAt ? { ...sale, past: { cancelledAt: placedAt + 72 * hourMs } } : sale
  if (shippedAt >= introducedAt) return sale
  const refund = roll > 0.955 && refundedAt < introducedAt ? { share, refundedAt } : undefined
  return { ...sale, past: { shippedAt, ...(refund && { refund }) } }
}

function pickItems(random: Random): Sale['items'] {
  const totalWeight = products.reduce((sum, product) => sum + product.weight, 0)
  const quantities = new Map<string, number>()
  for (let left = 1 + Math.floor(random() * random() * 4); left > 0; left -= 1) {
    let at = random() * totalWeight
    const product = products.find(({ weight }) => (at -= weight) < 0)
    if (product) quantities.set(product.sku, random() < 0.75 ? 1 : 2)
  }
  return [...quantities].map(([sku, quantity]) => ({ sku, quantity }))
}

/** What the shop sends to Kontor for a sale, whose number there is `shopNumber`. */
export function toDraft({ customer, past = {}, ...sale }: Sale, shopNumber: number): OrderDraft {
  const { currency } = customer
  const isShipped = past.shippedAt !== undefined
  const lines = priceLines(sale, currency, isShipped)
  const subtotalMinor = add(...lines.map((line) => multiply(line.quantity, line.unitPriceMinor) - line.discountMinor))
  const shippingMinor = currency === 'USD' ? 1800 : subtotalMinor >= 30_000 ? 0 : 1500
  const totalMinor = add(subtotalMinor, shippingMinor)
  const taxLines = currency === 'CNY' ? findTaxes(lines, shippingMinor) : []
  const isCancelled = past.cancelledAt !== undefined
  const address = toAddress(customer)
  return {
    source: currency === 'USD' ? 'web' : 'wechat',
    externalId: `demo-${shopNumber}`,
    externalNumber: `${currency === 'USD' ? 'SH' : 'WX'}-${shopNumber}`,
    status: isCancelled ? 'cancelled' : isShipped ? 'completed' : sale.isPending ? 'pending' : 'open',
    currency,
    subtotalMinor,
    shippingMinor,
    taxMinor: add(...taxLines.map(({ amountMinor }) => amountMinor)),
    taxesIncluded: currency === 'CNY',
    ...(taxLines.length > 0 && { taxLines }),
    totalMinor,
    authorizedMinor: sale.payment === 'authorized' ? totalMinor : 0,
    placedAt: sale.placedAt,
    cancelledAt: past.cancelledAt ?? null,
    customerName: customer.name,
    email: customer.email,
    phone: customer.phone,
    note: sale.note,
    shippingMethod: currency === 'USD' ? 'EMS' : '顺丰速运',
    discountCode: sale.discountPercent > 0 ? 'AUTUMN10' : '',
    shippingAddress: address,
    billingAddress: address,
    lines,
    payment:
      sale.payment === 'captured'
        ? {
            provider: sale.provider,
            reference: `demo-pay-${shopNumber}`,
            capturedMinor: totalMinor,
            capturedAt: sale.placedAt + 40_000,
          }
        : null,
    refund: past.refund
      ? {
          amountMinor: past.refund.share === 1 ? totalMinor : Math.floor(subtotalMinor * past.refund.share),
          refundedAt: past.refund.refundedAt,
        }
      : null,
    shippedAt: past.shippedAt ?? null,
  }
}

/** Prices in China include the tax: 9 % for tea and shipping, 13 % for everything else. Exports have none. */
function findTaxes(lines: OrderDraft['lines'], shippingMinor: number): TaxLine[] {
  const isTea = ({ sku }: OrderDraft['lines'][number]) => sku.startsWith('OL-')
  const sum = (some: OrderDraft['lines']) =>
    add(...some.map((line) => multiply(line.quantity, line.unitPriceMinor) - line.discountMinor))
  return [
    { rate: 13, grossMinor: sum(lines.filter((line) => !isTea(line))) },
    { rate: 9, grossMinor: add(sum(lines.filter(isTea)), shippingMinor) },
  ]
    .filter(({ grossMinor }) => grossMinor > 0)
    .map(({ rate, grossMinor }) => ({
      name: `增值税 ${rate}%`,
      rate: String(rate),
      amountMinor: Math.round((grossMinor * rate) / (100 + rate)),
    }))
}

function priceLines(
  { items, discountPercent }: Pick<Sale, 'items' | 'discountPercent'>,
  currency: 'CNY' | 'USD',
  isShipped: boolean,
): OrderDraft['lines'] {
  const lines = items.map(({ sku, quantity }) => {
    const { name, price } = findProduct(sku)
    return {
      sku,
      name,
      quantity,
      shippedQuantity: isShipped ? quantity : 0,
      requiresShipping: true,
      unitPriceMinor: price[currency],
    }
  })
  const gross = lines.map((line) => multiply(line.quantity, line.unitPriceMinor))
  const discounts = allocate(Math.floor((add(...gross) * discountPercent) / 100), gross)
  return lines.map((line, index) => ({ ...line, discountMinor: discounts[index] ?? 0 }))
}

/** The product with this SKU. Throws if the catalog does not have it. */
export function findProduct(sku: string): (typeof products)[number] {
  const product = products.find((each) => each.sku === sku)
  if (!product) throw new RangeError(`The catalog has no ${sku}`)
  return product
}

const toAddress = ({
  name,
  phone,
  line1,
  city,
  province,
  postcode,
  country,
}: DemoCustomer): OrderDraft['shippingAddress'] => ({
  name,
  company: '',
  phone,
  line1,
  line2: '',
  city,
  province,
  postcode,
  country,
})

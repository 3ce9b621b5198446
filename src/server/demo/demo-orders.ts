import { customers, type DemoCustomer, products, providers } from '#server/demo/catalog.ts'
import { createRandom, pick } from '#server/demo/random.ts'
import { allocate, multiply } from '#shared/money.ts'
import type { DraftLine, OrderDraft } from '#shared/orders/draft.ts'
import { addDays, dayOf, startOfDay } from '#shared/time.ts'

const days = 90
const hourMs = 3_600_000

/**
 * The demo shop's orders of the last 90 days up to `now`, oldest first; the same for the same `now`. Older orders are shipped, the
 * newest are open, and some are unpaid, refunded or cancelled.
 */
export function createDemoOrders(now: number, zone: string): OrderDraft[] {
  const random = createRandom(20260923)
  const today = dayOf(now, zone)
  const orders: OrderDraft[] = []
  for (let daysAgo = days - 1; daysAgo >= 0; daysAgo -= 1) {
    const day = addDays(today, -daysAgo)
    const weekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
    const count = Math.round((weekend ? 15 : 10) * (1.25 - daysAgo / 240) + random() * 5)
    const dayStart = startOfDay(day, zone)
    const times = Array.from({ length: count }, () => dayStart + Math.floor((8 + random() * 15) * hourMs))
    for (const placedAt of times.sort((a, b) => a - b))
      if (placedAt < now) orders.push(createDemoOrder(orders.length + 20_001, placedAt, now, random))
  }
  return orders
}

function createDemoOrder(shopNumber: number, placedAt: number, now: number, random: () => number): OrderDraft {
  const customer = pick(customers, random)
  const { currency } = customer
  const roll = random()
  const ageHours = (now - placedAt) / hourMs
  const cancelled = roll < 0.025
  const unpaid = !cancelled && (roll < 0.04 || (ageHours < 30 && roll < 0.12))
  const shipped = !cancelled && !unpaid && (ageHours > 72 || (ageHours > 20 && random() < 0.6))
  const refunded = shipped && ageHours > 120 && roll > 0.955
  const discountPercent = random() < 0.18 ? 10 : 0
  const lines = createLines(customer, discountPercent, shipped, random)
  const subtotalMinor = lines.reduce(
    (sum, line) => sum + multiply(line.quantity, line.unitPriceMinor) - line.discountMinor,
    0,
  )
  const shippingMinor = currency === 'USD' ? 1800 : subtotalMinor >= 30_000 ? 0 : 1500
  const totalMinor = subtotalMinor + shippingMinor
  const paidAt = Math.min(now, placedAt + Math.floor((1 + random() * 9) * 60_000))
  const shippedAt = Math.min(now, paidAt + Math.floor((12 + random() * 40) * hourMs))
  const address = toAddress(customer)
  return {
    source: currency === 'USD' ? 'web' : 'wechat',
    externalId: `demo-${shopNumber}`,
    externalNumber: `${currency === 'USD' ? 'SH' : 'WX'}-${shopNumber}`,
    status: cancelled ? 'cancelled' : shipped ? 'completed' : 'open',
    currency,
    subtotalMinor,
    shippingMinor,
    taxMinor: 0,
    taxesIncluded: false,
    totalMinor,
    authorizedMinor: 0,
    placedAt,
    cancelledAt: cancelled ? Math.min(now, placedAt + 5 * hourMs) : null,
    customerName: customer.name,
    email: customer.email,
    phone: customer.phone,
    note: random() < 0.04 ? '送礼，不放价格单 · A gift, no price slip' : '',
    shippingMethod: currency === 'USD' ? 'EMS' : '顺丰 SF Express',
    discountCode: discountPercent > 0 ? 'AUTUMN10' : '',
    shippingAddress: address,
    billingAddress: address,
    lines,
    payment:
      cancelled || unpaid
        ? null
        : {
            provider: pick(providers[currency], random),
            reference: `demo-pay-${shopNumber}`,
            capturedMinor: totalMinor,
            capturedAt: paidAt,
          },
    refund: refunded
      ? {
          amountMinor: roll > 0.985 ? totalMinor : Math.max(100, Math.floor(subtotalMinor / 4)),
          refundedAt: Math.min(now, shippedAt + Math.floor((30 + random() * 90) * hourMs)),
        }
      : null,
    shippedAt: shipped ? shippedAt : null,
  }
}

function createLines(
  customer: DemoCustomer,
  discountPercent: number,
  shipped: boolean,
  random: () => number,
): DraftLine[] {
  const totalWeight = products.reduce((sum, product) => sum + product.weight, 0)
  const linesBySku = new Map<string, DraftLine>()
  const count = 1 + Math.floor(random() * random() * 4)
  for (let line = 0; line < count; line += 1) {
    let at = random() * totalWeight
    const product = products.find(({ weight }) => (at -= weight) < 0) ?? products[0]
    if (!product) continue
    const quantity = random() < 0.75 ? 1 : 2
    linesBySku.set(product.sku, {
      sku: product.sku,
      name: product.name,
      quantity,
      shippedQuantity: shipped ? quantity : 0,
      requiresShipping: true,
      unitPriceMinor: product.price[customer.currency],
      discountMinor: 0,
    })
  }
  const lines = [...linesBySku.values()]
  const gross = lines.map((line) => multiply(line.quantity, line.unitPriceMinor))
  const discount = Math.floor((gross.reduce((sum, amount) => sum + amount, 0) * discountPercent) / 100)
  const shares = allocate(discount, gross)
  return lines.map((line, index) => ({ ...line, discountMinor: shares[index] ?? 0 }))
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

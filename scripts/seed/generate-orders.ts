import { createCustomer, type Customer } from './customers.ts'
import { createLines } from './order-lines.ts'
import { createRandom, pick, type Random } from '#server/demo/random.ts'
import { add, allocate, multiply } from '#shared/money.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import { openQuantityOf } from '#shared/orders/order.ts'
import { addDays, dayOf, startOfDay } from '#shared/time.ts'

export interface OrderGenerator {
  count: number
  /** How many of the orders are open, from 0 to 1. */
  openShare: number
  /** The same seed and `until` give the same orders. */
  seed: number
  /** The orders are placed in the days before this time, ms. */
  until: number
  /** Two years by default. */
  days?: number
  timeZone: string
}

const twoYears = 730
const dayMs = 86_400_000
const hourMs = 3_600_000
const ordersPerCustomer = 5

/**
 * Generates the orders of a growing merchant, oldest first: more on weekends and on sale days, a fifth as many customers as orders,
 * 2.5 lines per order, and of a hundred closed orders six refunded and three cancelled. The newer an order, the likelier it is open.
 */
export function* generateOrders(generator: OrderGenerator): Generator<OrderDraft> {
  const { count, seed, until, days: spanDays = twoYears, timeZone } = generator
  const random = createRandom(seed)
  const today = dayOf(until, timeZone)
  const days = Array.from({ length: spanDays }, (_, index) => addDays(today, index + 1 - spanDays))
  let index = 0
  const weights = days.map((day, at) => weighDay(day, at / spanDays))
  for (const [at, ordersOfDay] of allocate(count, weights).entries()) {
    const dayStart = startOfDay(days[at] ?? today, timeZone)
    const lengthMs = Math.min(dayMs, until - dayStart)
    const times = Array.from({ length: ordersOfDay }, () => dayStart + Math.floor(pickTimeOfDay(random) * lengthMs))
    for (const placedAt of times.sort((a, b) => a - b)) yield createOrder(generator, index++, placedAt, random)
  }
}

/** How many orders a day has compared with others; `elapsed` is the part of the time before it. */
function weighDay(day: string, elapsed: number): number {
  const growth = 60 + 80 * elapsed
  const weekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? 1.3 : 1
  const sale = ['06-18', '11-11', '12-12'].includes(day.slice(5)) ? 5 : 1
  return Math.round(growth * weekend * sale)
}

/** From 0 to 1, most often around the middle of the day. */
const pickTimeOfDay = (random: Random): number => (random() + random()) / 2

type State = 'unpaid' | 'authorized' | 'partlyPaid' | 'paid' | 'partlyShipped' | 'completed' | 'cancelled'

/** The state of an order; `age` is 0 for the newest and 1 for the oldest order. On average `openShare` of the orders are open. */
function pickState(openShare: number, age: number, random: Random): State {
  const isOpen = openShare > 0 && random() < (1 - age) ** (1 / openShare - 1)
  const roll = random()
  if (!isOpen) return roll < 0.03 ? 'cancelled' : 'completed'
  if (roll < 0.2) return 'unpaid'
  if (roll < 0.25) return 'authorized'
  if (roll < 0.29) return 'partlyPaid'
  return roll < 0.37 ? 'partlyShipped' : 'paid'
}

function createOrder(
  { count, openShare, seed, until }: OrderGenerator,
  index: number,
  placedAt: number,
  random: Random,
): OrderDraft {
  // The square makes some customers buy often.
  const customer = createCustomer(seed, Math.floor(random() ** 2 * Math.ceil(count / ordersPerCustomer)))
  const state = pickState(openShare, 1 - (index + 1) / count, random)
  const discountPercent = random() < 0.18 ? 10 : 0
  const shipped = state === 'completed' ? 'all' : state === 'partlyShipped' ? 'some' : 'none'
  const lines = createLines(customer.currency, discountPercent, shipped, random)
  const amounts = createAmounts(customer, lines)
  const paidAt = Math.min(until, placedAt + Math.floor((1 + random() * 9) * 60_000))
  const shippedAt = Math.min(until, paidAt + Math.floor((12 + random() * 40) * hourMs))
  const refundedAt = Math.min(until, shippedAt + Math.floor((30 + random() * 90) * hourMs))
  const payment = createPayment(customer, state, amounts.totalMinor, paidAt, random)
  const refund = payment && createRefund(state, payment.capturedMinor, refundedAt, random)
  return {
    ...createReferences(customer, index),
    status: deriveStatus(state, lines, amounts.totalMinor, payment, refund),
    currency: customer.currency,
    ...amounts,
    authorizedMinor: state === 'authorized' ? amounts.totalMinor : 0,
    placedAt,
    cancelledAt: state === 'cancelled' ? Math.min(until, placedAt + 5 * hourMs) : null,
    customerName: customer.name,
    email: customer.email,
    phone: customer.phone,
    note: random() < 0.04 ? '送礼，不放价格单 · A gift, no price slip' : '',
    shippingMethod: customer.currency === 'CNY' ? pick(['顺丰速运', '中通快递', '京东物流'], random) : 'EMS',
    discountCode: discountPercent > 0 ? 'AUTUMN10' : '',
    shippingAddress: customer.address,
    billingAddress: customer.address,
    lines,
    payment,
    refund,
    shippedAt: lines.some(({ shippedQuantity }) => shippedQuantity > 0) ? shippedAt : null,
  }
}

const createReferences = (
  { currency }: Customer,
  index: number,
): Pick<OrderDraft, 'source' | 'externalId' | 'externalNumber'> => {
  const source = currency === 'CNY' ? (index % 3 === 0 ? 'taobao' : 'wechat') : 'web'
  return { source, externalId: String(6_100_000_000_000 + index * 97), externalNumber: `#${100_001 + index}` }
}

/** Prices in China and the European Union contain the tax; in the United States it is added. */
function createAmounts(
  { currency, address: { country } }: Customer,
  lines: OrderDraft['lines'],
): Pick<OrderDraft, 'subtotalMinor' | 'shippingMinor' | 'taxMinor' | 'taxesIncluded' | 'totalMinor'> {
  const net = lines.map((line) => multiply(line.quantity, line.unitPriceMinor) - line.discountMinor)
  const subtotalMinor = add(...net)
  const shippingMinor = currency !== 'CNY' ? 1800 : subtotalMinor >= 30_000 ? 0 : 1500
  const taxesIncluded = country !== 'US'
  const taxMinor = taxesIncluded
    ? currency === 'EUR'
      ? Math.floor((subtotalMinor + shippingMinor) / 6)
      : 0
    : Math.floor((subtotalMinor * 8) / 100)
  const totalMinor = add(subtotalMinor, shippingMinor, taxesIncluded ? 0 : taxMinor)
  return { subtotalMinor, shippingMinor, taxMinor, taxesIncluded, totalMinor }
}

const providers = {
  CNY: ['WeChat Pay', 'WeChat Pay', 'WeChat Pay', 'Alipay', 'Alipay', 'Card'],
  other: ['Card', 'Card', 'PayPal'],
}

function createPayment(
  { currency }: Customer,
  state: State,
  totalMinor: number,
  capturedAt: number,
  random: Random,
): OrderDraft['payment'] {
  const isUnpaid = state === 'unpaid' || state === 'authorized' || (state === 'cancelled' && random() < 0.6)
  const capturedMinor = state === 'partlyPaid' ? Math.ceil(totalMinor / 3) : totalMinor
  if (isUnpaid || capturedMinor === 0) return null
  const provider = pick(currency === 'CNY' ? providers.CNY : providers.other, random)
  // Providers' references are not in the order of time.
  const reference =
    `${Math.floor(random() * 1e12).toString(36)}${Math.floor(random() * 1e12).toString(36)}`.toUpperCase()
  return { provider, reference, capturedMinor, capturedAt }
}

/** Six of a hundred paid orders get some or all of their money back, and cancelled ones all. */
function createRefund(state: State, capturedMinor: number, refundedAt: number, random: Random): OrderDraft['refund'] {
  const roll = random()
  if (state === 'cancelled') return { amountMinor: capturedMinor, refundedAt }
  if ((state !== 'completed' && state !== 'paid') || roll > 0.06) return null
  return {
    amountMinor: roll < 0.02 && state === 'completed' ? capturedMinor : Math.ceil(capturedMinor / 4),
    refundedAt,
  }
}

function deriveStatus(
  state: State,
  lines: OrderDraft['lines'],
  totalMinor: number,
  payment: OrderDraft['payment'],
  refund: OrderDraft['refund'],
): OrderDraft['status'] {
  if (state === 'cancelled') return 'cancelled'
  const capturedMinor = payment?.capturedMinor ?? 0
  const nothingToShip = refund?.amountMinor === capturedMinor || lines.every((line) => openQuantityOf(line) === 0)
  return capturedMinor === totalMinor && nothingToShip ? 'completed' : 'open'
}

import { add, formatMoney } from '#shared/money.ts'
import { settledStatus } from '#shared/orders/actions.ts'
import type { CreateOrderInput } from '#shared/orders/create-inputs.ts'
import type { DraftLine, OrderDraft } from '#shared/orders/draft.ts'
import { fulfillmentStatusOf } from '#shared/orders/order.ts'
import { calculateTaxes, type GivenPart } from '#shared/orders/part-taxes.ts'
import { formatTaxRate, parseTaxRate, type TaxLine } from '#shared/orders/tax-lines.ts'
import { grossOf, sumOrder, toTooLarge } from '#shared/orders/pricing.ts'
import type { Address } from '#shared/orders/views.ts'
import { toShopProvider } from '#shared/payment-providers.ts'
import { type FieldError, invalidInput } from '#shared/problem.ts'

/** Clocks of shops may be ahead of ours. */
const maxClockSkewMs = 86_400_000

/**
 * The draft of an order that a shop sent. `placedAt` is when it was placed if the shop does not say. Throws `invalid-input` for amounts that
 * cannot be, with the field.
 */
export function createDraft(input: CreateOrderInput, { placedAt, now }: { placedAt: number; now: number }): OrderDraft {
  const lines = input.lines.map(toDraftLine)
  const { taxesIncluded = false, shippingMinor = 0, authorizedMinor = 0 } = input
  const partTaxes = sumPartTaxes(input, lines)
  const taxMinor = input.taxMinor ?? (input.taxLines?.length ? sumTaxLines(input) : partTaxes.minor)
  const price = { lines, shippingMinor, taxMinor, taxesIncluded }
  const sums = sumExactly(price)
  assertConsistent({ ...input, taxMinor }, lines, { totalMinor: sums?.totalMinor, partTaxes })
  if (!sums) throw invalidInput(toTooLarge(listAmounts(input)))
  const time = input.placedAt ?? placedAt
  assertPast({ '/placedAt': time, '/payment/capturedAt': input.payment?.capturedAt ?? 0 }, now)
  const shippingAddress = toAddress(input.shippingAddress)
  const capturedMinor = input.payment?.capturedMinor ?? 0
  const { subtotalMinor, totalMinor } = sums
  const money = {
    status: input.status ?? 'open',
    totalMinor,
    capturedMinor,
    refundedMinor: 0,
    grantedMinor: 0,
  } as const
  return {
    source: input.source ?? 'api',
    externalId: input.externalId,
    externalNumber: input.externalNumber ?? input.externalId,
    status: settledStatus({ ...money, fulfillmentStatus: fulfillmentStatusOf(lines) }) as OrderDraft['status'],
    currency: input.currency,
    subtotalMinor,
    shippingMinor,
    taxMinor,
    taxesIncluded,
    ...(input.taxLines?.length && { taxLines: input.taxLines.map(toTaxLine) }),
    ...(input.shippingTaxRate !== undefined && { shippingTaxRate: normalizeRate(input.shippingTaxRate) }),
    ...(input.shippingTaxMinor !== undefined && { shippingTaxMinor: input.shippingTaxMinor }),
    totalMinor,
    authorizedMinor,
    placedAt: time,
    cancelledAt: null,
    customerName: input.customerName ?? (shippingAddress.name || toAddress(input.billingAddress).name),
    email: input.email ?? '',
    phone: input.phone ?? '',
    note: input.note ?? '',
    shippingMethod: input.shippingMethod ?? '',
    discountCode: input.discountCode ?? '',
    shippingAddress,
    billingAddress: input.billingAddress ? toAddress(input.billingAddress) : shippingAddress,
    lines,
    payment: input.payment
      ? {
          provider: toShopProvider(input.payment.provider),
          reference: input.payment.reference ?? '',
          capturedMinor,
          ...(input.payment.subsidyMinor && { subsidyMinor: input.payment.subsidyMinor }),
          ...(input.payment.settlement && { settlement: input.payment.settlement }),
          capturedAt: input.payment.capturedAt ?? time,
        }
      : null,
    refund: null,
    shippedAt: null,
  }
}

const toDraftLine = (line: CreateOrderInput['lines'][number]): DraftLine => ({
  sku: line.sku ?? '',
  name: line.name,
  quantity: line.quantity,
  shippedQuantity: 0,
  requiresShipping: line.requiresShipping ?? true,
  unitPriceMinor: line.unitPriceMinor,
  discountMinor: line.discountMinor ?? 0,
  ...(line.taxRate !== undefined && { taxRate: normalizeRate(line.taxRate) }),
  ...(line.taxMinor !== undefined && { taxMinor: line.taxMinor }),
})

/** What the order adds up, by the fields that have it. */
const listAmounts = ({ lines, taxLines = [], ...order }: CreateOrderInput): Parameters<typeof toTooLarge>[0] => [
  ...lines.flatMap(({ quantity, unitPriceMinor, taxMinor = 0 }, index) => [
    [`/lines/${index}/unitPriceMinor`, quantity * unitPriceMinor] as const,
    [`/lines/${index}/taxMinor`, taxMinor] as const,
  ]),
  ...taxLines.map(({ amountMinor }, index) => [`/taxLines/${index}/amountMinor`, amountMinor] as const),
  ['/shippingMinor', order.shippingMinor ?? 0],
  ['/shippingTaxMinor', order.shippingTaxMinor ?? 0],
  ['/taxMinor', order.taxMinor ?? 0],
]

/** The tax of all tax lines; the largest amount for one that cannot be exact, which is above any total. */
const sumTaxLines = ({ taxLines = [] }: Pick<CreateOrderInput, 'taxLines'>): number =>
  Math.min(
    taxLines.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    Number.MAX_SAFE_INTEGER,
  )

const toTaxLine = ({ name, rate, amountMinor }: TaxLine): TaxLine => ({
  name,
  rate: normalizeRate(rate),
  amountMinor,
})

const normalizeRate = (rate: string): string => formatTaxRate(parseTaxRate(rate))

/** The taxes that are given for the lines and for shipping, the largest amount if they cannot be exact, and whether these are all that the order has. */
function sumPartTaxes(input: CreateOrderInput, lines: readonly DraftLine[]): { minor: number; isAll: boolean } {
  const parts = [
    ...lines.map((line) => ({ ...line, amountMinor: line.quantity * line.unitPriceMinor - line.discountMinor })),
    {
      amountMinor: input.shippingMinor ?? 0,
      taxRate: input.shippingTaxRate,
      taxMinor: input.shippingTaxMinor,
    },
  ]
  const isGiven = (part: GivenPart) => part.taxRate !== undefined || part.taxMinor !== undefined
  if (!parts.some(isGiven) || !parts.every(({ amountMinor }) => Number.isSafeInteger(amountMinor) && amountMinor >= 0))
    return { minor: 0, isAll: false }
  const taxes = exactly(() => calculateTaxes(parts.filter(isGiven), input.taxesIncluded ?? false))
  return {
    minor: Math.min(
      taxes?.reduce((sum, { taxMinor }) => sum + taxMinor, 0) ?? Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
    ),
    isAll: parts.every((part) => isGiven(part) || part.amountMinor === 0),
  }
}

const toAddress = (address: CreateOrderInput['shippingAddress'] = {}): Address => ({
  name: address.name ?? '',
  company: address.company ?? '',
  phone: address.phone ?? '',
  line1: address.line1 ?? '',
  line2: address.line2 ?? '',
  city: address.city ?? '',
  province: address.province ?? '',
  postcode: address.postcode ?? '',
  country: address.country ?? '',
})

/** `undefined` if the amounts cannot be added up exactly. */
const sumExactly = (price: Parameters<typeof sumOrder>[0]): ReturnType<typeof sumOrder> | undefined =>
  exactly(() => {
    add(...price.lines.map(grossOf), price.shippingMinor, price.taxMinor)
    return sumOrder(price)
  })

/** The result of a calculation; `undefined` if one of its amounts cannot be exact. */
function exactly<Result>(calculate: () => Result): Result | undefined {
  try {
    return calculate()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function assertConsistent(
  { totalMinor: expectedMinor, taxMinor = 0, taxLines, payment, currency }: CreateOrderInput,
  lines: readonly DraftLine[],
  { totalMinor, partTaxes }: { totalMinor: number | undefined; partTaxes: ReturnType<typeof sumPartTaxes> },
): void {
  const errors: FieldError[] = []
  if (payment?.subsidyMinor !== undefined && payment.subsidyMinor > payment.capturedMinor)
    errors.push({
      pointer: '/payment/subsidyMinor',
      reason: 'above-payment',
      parameters: { maximum: formatMoney(payment.capturedMinor, currency) },
    })
  if (payment?.settlement?.currency === currency)
    errors.push({ pointer: '/payment/settlement/currency', reason: 'other-currency' })
  for (const [index, line] of lines.entries())
    if (BigInt(line.discountMinor) > BigInt(line.quantity) * BigInt(line.unitPriceMinor))
      errors.push({ pointer: `/lines/${index}/discountMinor`, reason: 'above-price' })
  if (errors.length === 0 && totalMinor !== undefined) {
    if (taxLines?.length && sumTaxLines({ taxLines }) !== taxMinor)
      errors.push({ pointer: '/taxLines', reason: 'other-tax', parameters: { tax: taxMinor } })
    const isOff = Math.abs(partTaxes.minor - taxMinor) > lines.length + 1
    if (isOff && (partTaxes.isAll || partTaxes.minor > taxMinor))
      errors.push({ pointer: '/lines', reason: 'other-tax', parameters: { tax: taxMinor } })
    if (taxMinor > totalMinor) errors.push({ pointer: '/taxMinor', reason: 'above-total' })
    if (expectedMinor !== undefined && expectedMinor !== totalMinor)
      errors.push({ pointer: '/totalMinor', reason: 'other-total', parameters: { total: totalMinor } })
  }
  if (errors.length > 0) throw invalidInput(...errors)
}

function assertPast(times: Record<string, number>, now: number): void {
  const errors = Object.entries(times).flatMap(([pointer, time]): FieldError[] =>
    time > now + maxClockSkewMs ? [{ pointer, reason: 'in-future' }] : [],
  )
  if (errors.length > 0) throw invalidInput(...errors)
}

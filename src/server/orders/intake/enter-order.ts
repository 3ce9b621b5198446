import { exact } from '#server/orders/exact.ts'
import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import { requireDiscountWithinLimits } from '#server/orders/edits/discount-limit.ts'
import { parseDiscount } from '#server/orders/edits/discount-input.ts'
import { listPossibleDuplicates } from '#server/orders/intake/duplicates.ts'
import { importDrafts } from '#server/orders/intake/import-drafts.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { add, formatDecimal, parseDecimal } from '#shared/money.ts'
import { createDraft } from '#shared/orders/create-draft.ts'
import { type DraftLine, type OrderDraft, ownSource } from '#shared/orders/draft.ts'
import type { EnterOrderInput } from '#shared/orders/enter-inputs.ts'
import { assignTaxes, type PartTax } from '#shared/orders/part-taxes.ts'
import { grossOf, type PricedLine, spreadDiscount, sumOrder } from '#shared/orders/pricing.ts'
import { type FieldError, invalidInput } from '#shared/problem.ts'

/** `POST /api/orders/drafts`: an order that staff enter, as a draft unless it is confirmed at once. */
export const enterOrder: Action<'enterOrder'> = async (context, input) => {
  const { kontor } = context
  const now = kontor.now()
  const draft = toDraft(input, { currency: input.currency ?? kontor.book.currency, now })
  const discountMinor = add(...draft.lines.map((line) => line.discountMinor))
  const outcome = await inTransaction(context, async (transaction, actor) => {
    const discount = { currency: draft.currency, addedMinor: discountMinor }
    await requireDiscountWithinLimits(transaction, kontor, actor, discount)
    const [created] = await importDrafts(transaction, context, [draft], {
      ...(draft.status === 'draft' && { draft: 1 }),
      ...(discountMinor > 0 && { discountMinor }),
    })
    return created
  })
  if (outcome?.outcome !== 'created' || !outcome.number)
    throw invalidInput({ pointer: '/lines', reason: 'amounts-too-large' })
  const view = await loadOrderView(kontor.database.read, context, outcome.number)
  if (!view) throw new Error('The entered order does not exist')
  return view
}

/** `POST /api/orders/draft-previews`: the sums of what is typed so far. */
export const previewOrder: Action<'previewOrder'> = async (context, input) => {
  const { kontor } = context
  const currency = input.currency ?? kontor.book.currency
  const { subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor } = sumOrder(priceInput(input, currency))
  const duplicates = await listPossibleDuplicates(kontor.database.read, context, {
    number: '',
    email: input.email ?? '',
    phone: input.phone ?? '',
    customerNumber: null,
    currency,
    totalMinor,
    placedAt: kontor.now(),
  })
  return { duplicates, currency, subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor }
}

function toDraft(input: EnterOrderInput, { currency, now }: { currency: string; now: number }): OrderDraft {
  const { lines, shippingTax, ...amounts } = priceInput(input, currency)
  const draft = createDraft(
    {
      ...input,
      ...amounts,
      // It has no number in a shop.
      externalId: newId(),
      currency,
      lines: input.lines.map(({ sku, name, withoutShipping }, index) => ({
        sku,
        name,
        requiresShipping: !withoutShipping,
        quantity: lines[index]?.quantity ?? 1,
        unitPriceMinor: lines[index]?.unitPriceMinor ?? 0,
        discountMinor: lines[index]?.discountMinor ?? 0,
        taxRate: lines[index]?.taxRate,
        taxMinor: lines[index]?.taxMinor,
      })),
      shippingTaxRate: shippingTax.taxRate,
      shippingTaxMinor: shippingTax.taxMinor,
    },
    { placedAt: now, now },
  )
  const name = draft.shippingAddress.name || draft.customerName
  const shippingAddress = { ...draft.shippingAddress, name }
  return {
    ...draft,
    source: ownSource,
    externalNumber: '',
    status: input.confirm ? draft.status : 'draft',
    shippingAddress,
    billingAddress: shippingAddress,
  }
}

type PricedInput = Pick<EnterOrderInput, 'discount' | 'shipping' | 'tax' | 'taxRate' | 'taxesIncluded'> & {
  lines: readonly { quantity?: number | undefined; unitPrice?: string | undefined; taxRate?: string | undefined }[]
}

/** The amounts of an input. Throws `invalid-input` for those that cannot be read, with their fields. */
function priceInput(input: PricedInput, currency: string) {
  const errors: FieldError[] = []
  const parse = (text: string | undefined, pointer: string): number => {
    const amountMinor = text === undefined || text === '' ? 0 : parseDecimal(text, currency)
    if (amountMinor !== undefined && amountMinor >= 0) return amountMinor
    errors.push({ pointer, reason: 'amount', parameters: { currency, example: formatDecimal(123450, currency) } })
    return 0
  }
  const lines = input.lines.map(({ quantity = 1, unitPrice }, index) => ({
    quantity,
    unitPriceMinor: parse(unitPrice, `/lines/${index}/unitPrice`),
    discountMinor: 0,
  }))
  const shippingMinor = parse(input.shipping, '/shipping')
  const typedTaxMinor = parse(input.tax, '/tax')
  const hasRates = [input, ...input.lines].some(({ taxRate }) => taxRate !== undefined)
  if (hasRates && input.tax) errors.push({ pointer: '/tax', reason: 'tax-and-rate' })
  if (errors.length > 0) throw invalidInput(...errors)
  const exactly = <Result>(calculate: () => Result): Result =>
    exact(calculate, () => [
      ...lines.map((line, index) => [`/lines/${index}/unitPrice`, line.quantity * line.unitPriceMinor] as const),
      ['/shipping', shippingMinor],
      ['/tax', typedTaxMinor],
    ])
  const grossMinor = exactly(() => add(...lines.map(grossOf)))
  const discountMinor = input.discount ? parseDiscount(input.discount, grossMinor, currency) : 0
  const taxesIncluded = input.taxesIncluded !== undefined
  const discounted = spreadDiscount(lines, discountMinor)
  const taxes = hasRates
    ? exactly(() => assignTaxes(listTaxedAmounts(input, discounted, shippingMinor), taxesIncluded))
    : undefined
  const taxMinor = taxes ? exactly(() => add(...taxes.map((tax) => tax.taxMinor))) : typedTaxMinor
  const price = {
    lines: discounted.map((line, index) => ({ ...line, ...pickTax(taxes?.[index]) })),
    shippingMinor,
    shippingTax: pickTax(taxes?.at(-1)),
    taxMinor,
    taxesIncluded,
  }
  if (taxMinor > exactly(() => sumOrder(price)).totalMinor)
    throw invalidInput({ pointer: '/tax', reason: 'above-total' })
  return price
}

const pickTax = (tax: PartTax | undefined): Pick<DraftLine, 'taxRate' | 'taxMinor'> =>
  tax ? { taxRate: tax.taxRate, taxMinor: tax.taxMinor } : {}

/** What is taxed at which rate: the items less their discounts, and shipping. */
const listTaxedAmounts = (
  input: PricedInput,
  lines: readonly PricedLine[],
  shippingMinor: number,
): Parameters<typeof assignTaxes>[0] => [
  ...lines.map((line, index) => ({
    amountMinor: grossOf(line) - line.discountMinor,
    rate: input.lines[index]?.taxRate ?? input.taxRate ?? '',
  })),
  { amountMinor: shippingMinor, rate: input.taxRate ?? '' },
]

import { isCurrency } from '#shared/currencies.ts'
import { parseRate } from '#shared/finance/conversion.ts'
import {
  emailAddress,
  identifier,
  optionalIdentifier,
  optionalInput,
  optionalLine,
  optionalText,
  singleLine,
  wholeNumber,
} from '#shared/inputs.ts'
import { addressInput } from '#shared/orders/address-input.ts'
import { otherSource } from '#shared/orders/other-source.ts'
import { taxRatePattern } from '#shared/orders/tax-lines.ts'
import * as z from 'zod/mini'

/** Minor units of the order's currency. */
const minorUnits = wholeNumber(0)

/** Epoch milliseconds since 2000. */
const time = wholeNumber(Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1) - 1)

const flag = z.pipe(
  z.transform((value: unknown) => (value === 'true' || value === '1' ? true : value === 'false' ? false : value)),
  z.boolean(),
)

/** In percent, such as `19` or `8.875`. */
const taxRate = z.string().check(z.trim(), z.regex(taxRatePattern, 'tax-rate'))

const receivedLine = z.object({
  sku: optionalLine(100),
  name: singleLine(500),
  quantity: wholeNumber(1, 1_000_000),
  unitPriceMinor: minorUnits,
  /** Off the whole line. */
  discountMinor: optionalInput(minorUnits),
  /** In percent, such as `19` or `8.875`; `0` without tax. */
  taxRate: optionalInput(taxRate),
  /** By default the amount at the rate. */
  taxMinor: optionalInput(minorUnits),
  requiresShipping: optionalInput(flag),
})

const receivedTax = z.object({
  name: singleLine(100),
  rate: taxRate,
  amountMinor: minorUnits,
})

/**
 * An order as a shop sends it. `source` (`api` by default) and `externalId` identify it: the shop may send it again at any time. Amounts are
 * minor units of `currency`, times epoch milliseconds; sums are calculated by Kontor, and compared with `totalMinor` if it is given.
 */
export const createOrderInput = z.object({
  source: optionalInput(otherSource),
  externalId: identifier(100),
  /** The number that the shop shows to the customer; the external id by default. */
  externalNumber: optionalIdentifier(100),
  /** `pending`: staff have to confirm it before it can be shipped; `open` by default. */
  status: optionalInput(z.enum(['open', 'pending'])),
  /** When the customer ordered; now by default. */
  placedAt: optionalInput(time),
  currency: z.string().check(z.refine(isCurrency, 'currency')),
  customerName: optionalLine(200),
  email: emailAddress,
  phone: optionalLine(200),
  note: optionalText(5000),
  shippingAddress: optionalInput(addressInput),
  /** The shipping address by default. */
  billingAddress: optionalInput(addressInput),
  lines: z.array(receivedLine).check(z.minLength(1, 'empty-list'), z.maxLength(1000, 'too-many-items')),
  shippingMethod: optionalLine(200),
  shippingMinor: optionalInput(minorUnits),
  shippingTaxRate: optionalInput(taxRate),
  shippingTaxMinor: optionalInput(minorUnits),
  /** By default the sum of the tax lines, or of the taxes of the lines and of shipping. */
  taxMinor: optionalInput(minorUnits),
  /** The tax by rate: together `taxMinor`. */
  taxLines: optionalInput(z.array(receivedTax).check(z.maxLength(20, 'too-many-items'))),
  /** Whether the prices include the tax; otherwise it is added. */
  taxesIncluded: optionalInput(flag),
  discountCode: optionalLine(100),
  totalMinor: optionalInput(minorUnits),
  /** The amount that is authorized and not captured yet. */
  authorizedMinor: optionalInput(minorUnits),
  payment: optionalInput(
    z.object({
      provider: singleLine(60),
      reference: optionalIdentifier(100),
      capturedMinor: wholeNumber(1),
      /** The part that the provider paid itself, such as a coupon. */
      subsidyMinor: optionalInput(minorUnits),
      /** The amount that the provider credits in its payout currency, and the price of one unit of the order's currency in that currency. */
      settlement: optionalInput(
        z.object({
          currency: z.string().check(z.refine(isCurrency, 'currency')),
          amountMinor: wholeNumber(1),
          rate: optionalInput(z.string().check(z.refine((text) => parseRate(text) !== undefined, 'exchange-rate'))),
        }),
      ),
      /** When the order was placed by default. */
      capturedAt: optionalInput(time),
    }),
  ),
})
export type CreateOrderInput = z.infer<typeof createOrderInput>

/** Each order is checked on its own, like the input of `POST /api/orders`, so that one that is not valid does not stop the others. */
export const uncheckedOrder = z.unknown()
export const createOrdersInput = z.object({
  orders: z.array(uncheckedOrder).check(z.minLength(1, 'empty-list'), z.maxLength(500, 'too-many-items')),
})

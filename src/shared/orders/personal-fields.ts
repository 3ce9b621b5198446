import { isFileNameField } from '#shared/orders/attachments.ts'
import type { Address } from '#shared/orders/views.ts'

/** Fields of an order that say who the customer is. City, province and country do not: the books and statistics keep them. */
const personalFields: ReadonlySet<string> = new Set(['customerName', 'email', 'phone', 'note'])

/** The personal parts of an address. */
const personalAddressFields = ['name', 'company', 'phone', 'line1', 'line2', 'postcode'] as const
/** The personal fields of the profile of a customer. */
const personalProfilePattern = /^profile\.(name|email|phone|company|line1|line2|postcode|note)$/
const personalAddressPattern = new RegExp(`^(shippingAddress|billingAddress)\\.(${personalAddressFields.join('|')})$`)

/** Whether a field in the changes of an order or a customer is personal data of the customer. */
export const isPersonalField = (field: string): boolean =>
  personalFields.has(field) ||
  personalAddressPattern.test(field) ||
  personalProfilePattern.test(field) ||
  isFileNameField(field)

/** Payment references and tracking numbers of an order or a draft: with them, a provider or carrier says more about the customer. */
const referencePattern = /^(payment|(payments|refunds|disputes|shipments)\.[^.]+)\.(reference|trackingNumber)$/

/** Whether only users with `customers.view_personal` see a field in the changes of an order. */
export const needsPersonalView = (field: string): boolean => isPersonalField(field) || referencePattern.test(field)

/** An address without its personal parts. */
export const eraseAddress = (address: Address): Address => ({
  ...address,
  ...Object.fromEntries(personalAddressFields.map((field) => [field, ''])),
})

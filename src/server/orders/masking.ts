import { maskEvent } from '#server/events/personal-values.ts'
import type { CustomerProfile } from '#shared/customers/profile.ts'
import type { Address, OrderRow, OrderView } from '#shared/orders/views.ts'

/** Masks personal data for users without `customers.view_personal`: enough to distinguish customers, not enough to identify them. */

const mask = '***'

/** `Chen Jiayi` → `C. Jiayi`, `陈佳怡` → `陈**`, `Madonna` → `M.`. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  const [initial = ''] = first
  if (/\p{Script=Han}/u.test(initial)) return initial + '*'.repeat(Math.max([...first].length - 1, 1))
  return initial === '' ? '' : [`${initial}.`, ...rest].join(' ')
}

/** Keeps the first letter of both parts: `p***@v***`. */
export const maskEmail = (email: string): string =>
  email === ''
    ? ''
    : email
        .split('@')
        .map((part) => part.slice(0, 1) + mask)
        .join('@')

/** Keeps the last two digits of a number with more than six digits. */
export const maskPhone = (phone: string): string =>
  phone === '' ? '' : mask + (phone.replaceAll(/\D/g, '').length > 6 ? phone.replaceAll(/\D/g, '').slice(-2) : '')

export const maskText = (text: string): string => (text === '' ? '' : mask)

/** A list row with masked personal data. */
export const maskRow = (row: OrderRow): OrderRow => ({ ...row, customerName: maskName(row.customerName) })

/**
 * An order with masked personal data; the customer's note counts as personal too, and so do references of payments, refunds and disputes and tracking numbers,
 * by which providers and carriers tell more about the customer.
 */
export const maskOrder = (order: OrderView): OrderView => ({
  ...order,
  customerName: maskName(order.customerName),
  email: maskEmail(order.email),
  phone: maskPhone(order.phone),
  note: '',
  notes: [],
  attachments: [],
  shippingAddress: maskAddress(order.shippingAddress),
  billingAddress: maskAddress(order.billingAddress),
  payments: order.payments.map((payment) => ({ ...payment, reference: '' })),
  refunds: order.refunds.map((refund) => ({ ...refund, reference: '' })),
  disputes: order.disputes.map((dispute) => ({ ...dispute, reference: '' })),
  events: order.events.map((event) => ({ ...maskEvent(event), changes: [] })),
  shipments: order.shipments.map((shipment) => ({ ...shipment, trackingNumber: '', trackingUrl: null })),
})

/** A profile with masked personal data. */
export const maskProfile = (profile: CustomerProfile): CustomerProfile => ({
  ...profile,
  name: maskName(profile.name),
  email: maskEmail(profile.email),
  phone: maskPhone(profile.phone),
  company: maskText(profile.company),
  line1: maskText(profile.line1),
  line2: maskText(profile.line2),
  postcode: maskText(profile.postcode),
  note: '',
})

const maskAddress = ({ name, company, phone, line1, line2, postcode, ...place }: Address): Address => ({
  ...place,
  name: maskName(name),
  company: maskText(company),
  phone: maskPhone(phone),
  line1: maskText(line1),
  line2: maskText(line2),
  postcode: maskText(postcode),
})

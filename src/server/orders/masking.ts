import type { Address, OrderRow, OrderView } from '#shared/orders/views.ts'

/** What readers without `customers.view_personal` see of a customer: enough to tell two apart, not enough to find one. */

const mask = '***'

/** `Chen Jiayi` → `C. Jiayi`, `陈佳怡` → `陈**`, `Madonna` → `M.`. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  const [initial = ''] = first
  if (/\p{Script=Han}/u.test(initial)) return initial + '*'.repeat(Math.max([...first].length - 1, 1))
  return initial === '' ? '' : [`${initial}.`, ...rest].join(' ')
}

/** The first letter of the name and of the place: `p***@v***`. */
const maskEmail = (email: string): string =>
  email === ''
    ? ''
    : email
        .split('@')
        .map((part) => part.slice(0, 1) + mask)
        .join('@')

/** The last two digits, of a number that has enough others. */
const maskPhone = (phone: string): string =>
  phone === '' ? '' : mask + (phone.replaceAll(/\D/g, '').length > 6 ? phone.replaceAll(/\D/g, '').slice(-2) : '')

const maskText = (text: string): string => (text === '' ? '' : mask)

/** A row as such a reader sees it. */
export const maskRow = (row: OrderRow): OrderRow => ({ ...row, customerName: maskName(row.customerName) })

/** The whole order as such a reader sees it: what customers wrote is personal, too. */
export const maskOrder = (order: OrderView): OrderView => ({
  ...order,
  customerName: maskName(order.customerName),
  email: maskEmail(order.email),
  phone: maskPhone(order.phone),
  note: '',
  shippingAddress: maskAddress(order.shippingAddress),
  billingAddress: maskAddress(order.billingAddress),
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

import type { OrderRecord } from '#server/db/schema/orders.ts'
import { nameCountry } from '#shared/countries.ts'
import type { Markup } from '#server/print/render-document.ts'
import type { Locale } from '#shared/locales.ts'
import type { Address } from '#shared/orders/views.ts'
import { html } from 'hono/html'

/** The address of an order for this purpose, or its other one if that is empty, with the customer's name if it has none. */
export function findAddress(order: OrderRecord, purpose: 'shipping' | 'billing'): Address {
  const shipping = JSON.parse(order.shipping_address) as Address
  const billing = JSON.parse(order.billing_address) as Address
  const [preferred, other] = purpose === 'shipping' ? [shipping, billing] : [billing, shipping]
  const address = isEmpty(preferred) ? other : preferred
  return { ...address, name: address.name || order.customer_name }
}

const isEmpty = (address: Address): boolean => Object.values(address).every((part) => part === '')

/** An address as on a label, with the name of the country in the language of the document and this phone number below; empty parts are left out. */
export function renderAddress(
  { name, company, line1, line2, postcode, city, province, country }: Address,
  phone: string,
  language: Locale,
): Markup {
  const place = [postcode, city, province].filter(Boolean).join(' ')
  const [first = '', ...others] = [name, company, line1, line2, place, nameCountry(country, language), phone].filter(
    Boolean,
  )
  return html`<address><b>${first}</b>${others.map((line) => html`<br />${line}`)}</address>`
}

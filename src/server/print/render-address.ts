import type { Markup } from '#server/print/render-document.ts'
import type { Address } from '#shared/orders/views.ts'
import { html } from 'hono/html'

/** An address as on a label, with this phone number below; empty parts are left out. */
export function renderAddress(
  { name, company, line1, line2, postcode, city, province, country }: Address,
  phone: string,
): Markup {
  const place = [postcode, city, province].filter(Boolean).join(' ')
  const [first = '', ...others] = [name, company, line1, line2, place, country, phone].filter(Boolean)
  return html`<address><b>${first}</b>${others.map((line) => html`<br />${line}`)}</address>`
}

import { call } from '#client/api/call.ts'
import { fillFields, isTyped } from '#client/ui/fill-fields.ts'
import { whenTypingStops } from '#client/ui/use-suggestions.ts'
import { emptyProfile } from '#shared/customers/profile.ts'
import type { CustomerRow, CustomerView } from '#shared/customers/views.ts'
import type { Address } from '#shared/orders/views.ts'
import { maxSuggestions } from '#shared/suggestions.ts'

/** Suggests customers by their names, email addresses, phone numbers and numbers. One letter would find too many. */
export const suggestCustomers = whenTypingStops<CustomerRow>(async (text, signal) => {
  if (/^.?$/su.test(text.trim()) && !/\p{Script=Han}/u.test(text)) return []
  // In quotes, so that no part of it is read as a filter.
  const q = `"${text
    .trim()
    .slice(0, 200)
    .replaceAll(/["\\]/g, String.raw`\$&`)}"`
  const { rows } = await call('listCustomers', { q }, { signal })
  return rows
    .filter(({ name, email, phone }) => name || email || phone)
    .slice(0, maxSuggestions)
    .map((row) => {
      const { name, email, phone, city, number } = row
      const isNumber = /^cu\d/i.test(text.trim())
      const [title = number, ...others] = [name, email, phone, city, isNumber ? number : ''].filter(Boolean)
      return { key: number, title, note: others.join(' · '), item: row }
    })
})

/** The last choice of a customer in each form. */
const choices = new WeakMap<HTMLFormElement, AbortController>()

/** Fills in the contact of a customer and, if none is typed, the address to which something was last sent, unless another customer is chosen before it is known. */
export async function fillCustomer(customer: CustomerRow, form: HTMLFormElement): Promise<void> {
  choices.get(form)?.abort()
  const choice = new AbortController()
  choices.set(form, choice)
  const { name, email, phone, number } = customer
  fillFields(form, { customerName: name, email, phone })
  // The address of the previous customer must not stay, even if the new one does not load.
  fillAddress(form, toAddress({ name: '', profile: null }))
  try {
    fillAddress(form, await loadLastAddress(number, choice.signal))
  } catch (error) {
    if (!choice.signal.aborted) throw error
  }
}

function fillAddress(form: HTMLFormElement, address: Address): void {
  const values = Object.fromEntries(
    Object.entries(address).map(([key, value]) => [`shippingAddress[${key}]`, value] as const),
  )
  if (!Object.keys(values).some((field) => isTyped(form, field))) fillFields(form, values)
}

/** The shipping address of the newest order of a customer, else that of their profile. */
async function loadLastAddress(number: string, signal: AbortSignal): Promise<Address> {
  const customer = await call('getCustomer', { customer: number }, { signal })
  const [newest] = customer.orders
  const order = newest && (await call('getOrder', { number: newest.number }, { signal }))
  return order && hasPlace(order.shippingAddress) ? order.shippingAddress : toAddress(customer)
}

const hasPlace = ({ line1, line2, city, province, postcode }: Omit<Address, 'name' | 'phone'>): boolean =>
  [line1, line2, city, province, postcode].some((part) => part !== '')

/** The address in the profile of a customer, with their name; empty without one. */
export function toAddress({ name, profile }: Pick<CustomerView, 'name' | 'profile'>): Address {
  const { company, line1, line2, city, province, postcode, country } = profile ?? emptyProfile
  const address = { company, line1, line2, city, province, postcode, country }
  return { ...address, name: hasPlace(address) ? name : '', phone: '' }
}

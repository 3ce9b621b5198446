import type { Address } from '#shared/orders/views.ts'

const han = /\p{Script=Han}/u

/**
 * An address in one line, in the order of its writing: in Chinese from the country down to the door and the name, elsewhere from the
 * name up to the country. Empty when nothing is known.
 */
export function addressText({ name, company, line1, line2, city, province, postcode, country }: Address): string {
  const firm = company === name ? '' : company
  if (han.test(line1 + city)) {
    const land = country && !han.test(country) ? `${country} ` : country
    const place = [land, province, city, line1, line2].filter((part, at, all) => part !== all[at - 1]).join('')
    return listed('，', place, postcode, firm, name)
  }
  return listed(', ', name, firm, line1, line2, listed(' ', postcode, city), province, country)
}

const listed = (between: string, ...parts: string[]): string => parts.filter(Boolean).join(between)

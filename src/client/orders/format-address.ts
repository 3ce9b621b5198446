import type { Address } from '#shared/orders/views.ts'

const hanScript = /\p{Script=Han}/u

/**
 * An address in one line, in the order of its writing: in Chinese from the country down to the door and the name, elsewhere from the
 * name up to the country. Empty when nothing is known.
 */
export function formatAddress({ name, company, line1, line2, city, province, postcode, country }: Address): string {
  const companyName = company === name ? '' : company
  if (hanScript.test(line1 + city)) {
    const countryName = country && !hanScript.test(country) ? `${country} ` : country
    const locality = [countryName, province, city, line1, line2]
      .filter((part, at, all) => part !== all[at - 1])
      .join('')
    return joinParts('，', locality, postcode, companyName, name)
  }
  return joinParts(', ', name, companyName, line1, line2, joinParts(' ', postcode, city), province, country)
}

const joinParts = (between: string, ...parts: string[]): string => parts.filter(Boolean).join(between)

import type { CountryName } from '#shared/orders/page-views.ts'
import type { Address, OrderView } from '#shared/orders/views.ts'

const hanScript = /\p{Script=Han}/u

/**
 * Formats an address on one line, with `phone` last: a Chinese address from the province to the name, any other from the name to the country.
 * Chinese addresses name the country only if it is another one than China. A country of `countryNames` is called by its name there, any other as it is stored:
 * a browser may know other names than the server. Empty when all fields are empty.
 */
export function formatAddress(
  { name, company, line1, line2, city, province, postcode, country }: Address,
  countryNames: readonly CountryName[],
  phone = '',
): string {
  const countryName = countryNames.find(({ stored }) => stored === country)?.name ?? country
  const companyName = company === name ? '' : company
  if (hanScript.test(line1 + city)) {
    const foreignCountry = ['CN', '中国', 'China'].includes(country) ? '' : countryName
    const locality = [
      hanScript.test(foreignCountry) ? foreignCountry : foreignCountry && `${foreignCountry} `,
      province,
      city,
      line1,
      line2,
    ]
      .filter((part, at, all) => part !== all[at - 1])
      .join('')
    return joinParts('，', locality, postcode, companyName, name, phone)
  }
  return joinParts(', ', name, companyName, line1, line2, joinParts(' ', postcode, city), province, countryName, phone)
}

const joinParts = (between: string, ...parts: string[]): string => parts.filter(Boolean).join(between)

/** Whether the order is billed to the address it is shipped to. */
export const isAddressShared = ({ shippingAddress, billingAddress }: OrderView): boolean =>
  Object.entries(shippingAddress).every(([key, value]) => billingAddress[key as keyof Address] === value)

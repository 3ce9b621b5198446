import type { Address, OrderView } from '#shared/orders/views.ts'

const hanScript = /\p{Script=Han}/u

/**
 * Formats an address on one line, with `phone` last: a Chinese address from the province to the name, any other from the name to the country.
 * Chinese addresses name the country only if it is another one than China. Empty when all fields are empty.
 */
export function formatAddress(
  { name, company, line1, line2, city, province, postcode, country }: Address,
  phone = '',
): string {
  const companyName = company === name ? '' : company
  if (hanScript.test(line1 + city)) {
    const foreignCountry = ['CN', '中国'].includes(country) ? '' : country
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
  return joinParts(', ', name, companyName, line1, line2, joinParts(' ', postcode, city), province, country, phone)
}

const joinParts = (between: string, ...parts: string[]): string => parts.filter(Boolean).join(between)

/** Whether the order is billed to the address it is shipped to. */
export const isAddressShared = ({ shippingAddress, billingAddress }: OrderView): boolean =>
  Object.entries(shippingAddress).every(([key, value]) => billingAddress[key as keyof Address] === value)

/** Fewer digits are an extension; one digit repeated is a placeholder. */
const phonePattern = /^(?!(\d)\1*$)\d{7,}$/

/** Shops hide a part of what is personal: others have the same rest. */
const isMasked = (contact: string): boolean => contact.includes('*')

/**
 * By what a customer is found, the email address first: `email:ann@example.com`, `phone:4915112345678`. Case does not matter, and of a phone
 * number only its digits, without an international prefix; nothing is guessed about country codes. What is masked (`138****0001`) finds no customer.
 */
export function listContacts({ email, phone }: { email: string; phone: string }): string[] {
  const address = email.normalize('NFKC').trim().toLowerCase()
  const number = phone.normalize('NFKC')
  const digits = number.replaceAll(/\D/g, '').replace(/^00/, '')
  return [
    ...(address.includes('@', 1) && !isMasked(address) ? [`email:${address}`] : []),
    ...(phonePattern.test(digits) && !isMasked(number) ? [`phone:${digits}`] : []),
  ]
}

/** Fewer digits are an extension; one digit repeated is a placeholder. */
const phonePattern = /^(?!(\d)\1*$)\d{7,}$/

/**
 * By what a customer is found, the email address first: `email:ann@example.com`, `phone:4915112345678`. Case does not matter, and of a phone
 * number only its digits, without an international prefix; nothing is guessed about country codes.
 */
export function listContacts({ email, phone }: { email: string; phone: string }): string[] {
  const address = email.normalize('NFKC').trim().toLowerCase()
  const digits = phone.normalize('NFKC').replaceAll(/\D/g, '').replace(/^00/, '')
  return [
    ...(address.includes('@', 1) ? [`email:${address}`] : []),
    ...(phonePattern.test(digits) ? [`phone:${digits}`] : []),
  ]
}

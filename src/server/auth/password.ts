import type { FieldError } from '#shared/problem.ts'
import { findPersonalPart } from '#shared/staff/password.ts'

/** OWASP's least parameters for argon2id: 19 MiB and two passes, some 30 ms of one core. */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** The hash of a text that nobody knows, made with `cost`: what an unknown e-mail is checked against. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$yv6r6OveBnefhEjxXFa4POSizhZ+oWJtk5PcT/3uNVg$wXZkMfDQ538k8sfXqmcXxIdn1yZ7fXMtvXV7gHzilPk'

/** One form for all ways to type the same characters. */
const normalize = (password: string): string => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => Bun.password.hash(normalize(password), cost)

/** Whether the password is the one of `hash`; without a hash it is not, after the same work. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (password === '') return false
  const matches = await Bun.password.verify(normalize(password), hash ?? dummyHash)
  return matches && hash !== undefined
}

/** What is wrong with a password for this person, beyond its length: made of their own name or e-mail, or one that everyone tries. */
export async function validatePassword(
  password: string,
  person: { name: string; email: string },
): Promise<FieldError[]> {
  const reason = findPersonalPart(password, person) ?? ((await isCommon(password)) ? 'password-common' : undefined)
  return reason === undefined ? [] : [{ pointer: '/password', reason }]
}

/** The list is a big text to unfold, and only registrations need it. */
async function isCommon(password: string): Promise<boolean> {
  const { default: list } = await import('fxa-common-password-list')
  const typed = password.normalize('NFC')
  return list.test(typed) || list.test(typed.toLowerCase())
}

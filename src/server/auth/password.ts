import { isBreachedPassword } from '#server/auth/breached-passwords.ts'
import type { Kontor } from '#server/context.ts'
import { createTaskQueue } from '#server/auth/task-queue.ts'
import type { FieldError } from '#shared/problem.ts'
import { findPattern, findPersonalPart, loadCommonPasswordCheck } from '#shared/staff/password.ts'

/** OWASP's minimum parameters for argon2id: 19 MiB and two passes, about 30 ms on one core. */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** The hash of a discarded random password, made with `cost`: verified for unknown emails so that they take as long as known ones. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$yv6r6OveBnefhEjxXFa4POSizhZ+oWJtk5PcT/3uNVg$wXZkMfDQ538k8sfXqmcXxIdn1yZ7fXMtvXV7gHzilPk'

/** Input methods produce different code points for the same characters; NFC makes them equal. */
const normalize = (password: string): string => password.normalize('NFC')

/**
 * Hashing for visitors and unknown devices, one password at a time: a flood of attempts from many addresses leaves the other cores to
 * everyone else, and known devices don't wait for it. Two hundred take about as long as a request may.
 */
export const hashInTurn = createTaskQueue(200)

export const hashPassword = (password: string): Promise<string> => Bun.password.hash(normalize(password), cost)

/** Whether the password matches `hash`. Without a hash (no account, or one without a password) it returns false after the same work. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  if (password === '') return false
  const matches = await Bun.password.verify(normalize(password), hash ?? dummyHash)
  return matches && typeof hash === 'string'
}

/**
 * Rejects a password that contains the person's name or email, follows a pattern, is commonly used, or is known from a data breach. The input
 * schema checks the length.
 */
export async function validatePassword(
  kontor: Pick<Kontor, 'config' | 'log'>,
  password: string,
  person: { name: string; email: string },
): Promise<FieldError[]> {
  const reason =
    findPersonalPart(password, person) ??
    findPattern(password) ??
    ((await loadCommonPasswordCheck())(password) ? 'password-common' : undefined) ??
    ((await isBreachedPassword(kontor, password)) ? 'password-breached' : undefined)
  return reason === undefined ? [] : [{ pointer: '/password', reason }]
}

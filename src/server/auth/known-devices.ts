import { digestCredential } from '#server/auth/credential-digest.ts'
import type { Account } from '#server/auth/store.ts'

/**
 * A browser on which an account has logged in, kept in a signed cookie of that browser. It does not prove an identity: it only allows attempts with
 * the password while unknown devices are blocked. It ends with the password, whose stored hash `password` is the digest of; empty if there is none.
 */
export interface KnownDevice {
  userId: string
  /** Random, new with each login. Failed attempts are counted by it. */
  id: string
  password: string
}

/** Maximum number of accounts in the cookie of one browser, so that it stays short. */
const maxAccounts = 5

/** The device of this account among those of the browser, if its password is still the same. */
export const findKnownDevice = (
  devices: readonly KnownDevice[],
  account: Account | undefined,
): KnownDevice | undefined =>
  devices.find(
    ({ userId, password }) =>
      account?.password_hash && userId === account.id && password === digestCredential(account.password_hash),
  )

/** The devices of the browser after a login to the account, newest first. */
export function rememberDevice(devices: readonly KnownDevice[], { id, password_hash }: Account): KnownDevice[] {
  const others = devices.filter(({ userId }) => userId !== id)
  const password = password_hash === null ? '' : digestCredential(password_hash)
  const device = { userId: id, id: createDeviceId(), password }
  return [device, ...others].slice(0, maxAccounts)
}

const createDeviceId = (): string => crypto.getRandomValues(new Uint8Array(16)).toHex()

/** Whether a claim of a token is a list of devices. */
export const isKnownDevices = (value: unknown): value is KnownDevice[] =>
  Array.isArray(value) &&
  value.every((device) => ['userId', 'id', 'password'].every((name) => typeof device?.[name] === 'string'))

const prefix = 'totp-'

/** The value of `me` in the query of `/users` that opens this set-up of an authenticator app. */
export const toTotpSetup = (id: string): string => prefix + id

/** The id of the set-up that a value of `me` opens, if it opens one. */
export const readTotpSetup = (me: string): string | undefined =>
  me.startsWith(prefix) ? me.slice(prefix.length) : undefined

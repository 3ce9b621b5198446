import { toCurrentUser } from '#server/auth/sessions.ts'
import * as store from '#server/tokens/token-store.ts'
import { hashTokenText, isTokenText } from '#server/tokens/token-text.ts'
import type { Kontor, Session } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { createAddressList } from '#server/config/address-list.ts'
import { toPermissions } from '#server/roles/stored-role.ts'

/** Last use is written at most this often. */
const touchIntervalMs = 60_000

/**
 * The session that a valid API token is for one request from `ip`, or null; notes at most once a minute that it is used. A text with a wrong
 * checksum is refused without a query.
 */
export async function resolveToken(kontor: Kontor, text: string, ip: string): Promise<Session | null> {
  const now = kontor.now()
  const row = isTokenText(text) ? await store.findTokenByHash(kontor.database.read, hashTokenText(text)) : undefined
  const session = row ? toTokenSession(row, now) : null
  if (!row || !session) return null
  const addresses = JSON.parse(row.addresses) as string[]
  if (addresses.length > 0 && !createAddressList(addresses).includes(ip)) return null
  if (now - (row.last_used_at ?? 0) >= touchIntervalMs) touchInBackground(kontor, row.id, ip, now)
  return session
}

/** The same of a token that was valid when its request arrived, as it is now. */
export async function findActiveToken(db: Db, id: string, now: number): Promise<Session | null> {
  const row = await store.findTokenById(db, id)
  return row ? toTokenSession(row, now) : null
}

/** A token allows what it was made for, as far as its owner may do it now. */
function toTokenSession(row: store.TokenRow, now: number): Session | null {
  if (row.revoked_at !== null || now >= row.expires_at) return null
  const user = toCurrentUser(row, now)
  if (!user) return null
  const scope = toPermissions(row.permissions)
  return {
    id: row.id,
    user: { ...user, permissions: user.permissions.filter((permission) => scope.includes(permission)) },
    loggedInAt: row.created_at,
    verifiedAt: 0,
    token: { name: row.token_name },
  }
}

/** Runs without being awaited: a failure is logged and the request continues. */
function touchInBackground({ database, log }: Kontor, id: string, ip: string, now: number): void {
  database
    .inTransaction((transaction) => store.touchToken(transaction, id, { last_used_at: now, last_ip: ip }))
    .catch((error: unknown) => log.warn('token touch failed', { error: String(error) }))
}

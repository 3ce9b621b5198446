import { digestCredential } from '#server/auth/credential-digest.ts'
import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/tokens/tokens-store.ts'

const check = 'tokens-recorded'

/** Every API token follows from its events. One that is missing gives no access: restoring a backup deletes them all. */
export async function verifyTokens(db: Db, findings: Findings): Promise<void> {
  const recorded = new Map<string, Record<string, unknown>>()
  for (const { action, at, actor_id, object_id: id, object_label, parameters } of await store.listTokenEvents(db)) {
    const before = recorded.get(id)
    const { prefix, digest, permissions, addresses, expiresAt } = parseParameters(parameters).parameters
    if (action === 'token.revoked' && before) before['revoked_at'] = at
    else
      recorded.set(id, {
        user_id: actor_id,
        name: object_label,
        prefix,
        token_digest: digest,
        permissions: toList(permissions),
        addresses: toList(addresses),
        created_at: at,
        expires_at: expiresAt,
        revoked_at: null,
      })
  }
  const tokens = await store.listTokens(db)
  for (const { token_hash, ...token } of tokens) {
    const row = `api_tokens ${token.id}`
    const expected = recorded.get(token.id)
    if (!expected) findings.addViolation(check, `${row}: no event`)
    const stored: Record<string, unknown> = { ...token, token_digest: digestCredential(token_hash) }
    for (const [column, value] of Object.entries(expected ?? {}))
      findings.expectEqual(check, row, column, stored[column], value)
  }
  findings.examined(tokens.length, check)
}

const toList = (text: unknown): string => JSON.stringify(text ? String(text).split(' ') : [])

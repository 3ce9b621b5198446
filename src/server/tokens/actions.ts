import { hasPermission, inTransaction } from '#server/auth/access.ts'
import { digestCredential } from '#server/auth/credential-digest.ts'
import { canRevoke, readTokens, toTokenView } from '#server/tokens/token-list.ts'
import { findListedToken, type ListedToken } from '#server/tokens/token-list-store.ts'
import * as store from '#server/tokens/token-store.ts'
import { createTokenText, hashTokenText, shownPartOf } from '#server/tokens/token-text.ts'
import type { Action, CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import { isNetwork } from '#server/config/address-list.ts'
import { listOwnRoles } from '#server/roles/own-roles.ts'
import { dayMs } from '#shared/time.ts'
import { requiredPermissions } from '#shared/permissions.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { type TokenPermission, tokenPermissions } from '#shared/tokens/token-permissions.ts'
import { maxTokens } from '#shared/tokens/tokens.ts'

/** `GET /api/tokens`: the user's own, or with `tokens.manage` those of everyone. */
export const listTokens: Action<'listTokens'> = async (context, query) => {
  const { rows, next, count } = await readTokens(context, query)
  return { rows, next, count }
}

/** `POST /api/tokens`: a token of the user with permissions that they have. Its text is in this answer only. */
export const createToken: Action<'createToken'> = async (context, input) => {
  const { kontor } = context
  const secret = createTokenText()
  const token = await inTransaction(context, async (transaction, actor) => {
    const permissions = chooseScope(input.permissions, actor)
    const at = kontor.now()
    if (!input.addresses.every(isNetwork)) throw invalidInput({ pointer: '/addresses', reason: 'network' })
    if ((await store.countValidTokens(transaction, actor.id, at)) >= maxTokens)
      throw invalidInput({ pointer: '/tokenName', reason: 'limit-reached', parameters: { maximum: maxTokens } })
    const row = {
      id: newId(),
      user_id: actor.id,
      name: input.tokenName,
      prefix: shownPartOf(secret),
      token_hash: hashTokenText(secret),
      permissions: JSON.stringify(permissions),
      addresses: JSON.stringify(input.addresses),
      created_at: at,
      expires_at: at + Number(input.lifetimeDays) * dayMs,
      revoked_at: null,
      last_used_at: null,
      last_ip: '',
    }
    await store.insertToken(transaction, row)
    await recordEvents(transaction, context, {
      action: 'token.created',
      objectType: 'token',
      objectId: row.id,
      objectLabel: row.name,
      parameters: {
        prefix: row.prefix,
        digest: digestCredential(row.token_hash),
        permissions: permissions.join(' '),
        addresses: input.addresses.join(' '),
        expiresAt: row.expires_at,
      },
      at,
    })
    return toTokenView({ ...row, user_name: actor.name, role: actor.role }, at)
  })
  return { secret, token }
}

/** `DELETE /api/tokens/:token`: takes effect with the next request. Revoking again changes nothing. */
export const revokeToken: Action<'revokeToken'> = (context, { token: id }) =>
  inTransaction(context, async (transaction, actor) => {
    const { kontor } = context
    const row = await requireRevocable(transaction, actor, id, hasPermission(context, 'tokens.manage'))
    const at = kontor.now()
    if (row.revoked_at !== null) return toTokenView(row, at)
    await store.setTokenRevoked(transaction, id, at)
    await recordEvents(transaction, context, {
      action: 'token.revoked',
      objectType: 'token',
      objectId: id,
      objectLabel: row.name,
      parameters: row.user_id === actor.id ? {} : { owner: row.user_name },
      at,
    })
    return toTokenView({ ...row, revoked_at: at }, at)
  })

/** Throws `not-found` for a token that the user cannot see, and `above-your-rank`. */
async function requireRevocable(
  transaction: Transaction,
  actor: CurrentUser,
  id: string,
  canManage: boolean,
): Promise<ListedToken> {
  const row = await findListedToken(transaction, id)
  if (!row || (row.user_id !== actor.id && !canManage)) throw new ProblemError('not-found')
  if (!canRevoke(actor, row, await listOwnRoles(transaction))) throw new ProblemError('above-your-rank')
  return row
}

/** Throws `invalid-input` for permissions that the user lacks, or that need others. */
function chooseScope(chosen: readonly TokenPermission[], actor: CurrentUser): TokenPermission[] {
  const refuse = (reason: string, parameters = {}) => invalidInput({ pointer: '/permissions', reason, parameters })
  if (chosen.length === 0) throw refuse('no-permissions')
  for (const permission of chosen) {
    if (!actor.permissions.includes(permission)) throw refuse('above-own')
    const required = requiredPermissions(permission).find((each) => !(chosen as readonly string[]).includes(each))
    if (required) throw refuse('permission-requires', { permission, required })
  }
  return tokenPermissions.filter((permission) => chosen.includes(permission))
}

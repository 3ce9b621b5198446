import { inTransaction } from '#server/auth/access.ts'
import type { Action, CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { changedMeanwhile } from '#server/events/changed-meanwhile.ts'
import { recordEvents } from '#server/events/events.ts'
import { parseAmount } from '#server/orders/amount-input.ts'
import { requireGrantable, requireOwnLimits } from '#server/roles/policy.ts'
import { describeRoleChange, type RoleData, toColumns, toNameKey, toRoleData } from '#server/roles/role-data.ts'
import { listRoleViews } from '#server/roles/role-views.ts'
import * as store from '#server/roles/store.ts'
import { maxOwnRoles } from '#shared/constants.ts'
import {
  isBuiltInRole,
  type Permission,
  permissions as allPermissions,
  requiredPermissions,
} from '#shared/permissions.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import type { RoleInput } from '#shared/roles/inputs.ts'
import { builtInLimits, limitFields, limitNames, isLimited, type MoneyLimits, noLimits } from '#shared/roles/limits.ts'

/** `GET /api/roles`. */
export const listRoles: Action<'listRoles'> = async ({ kontor, session }) => ({
  roles: await listRoleViews(kontor.database.read, session.user),
})

/** `POST /api/roles`: a role with permissions that the user has, too. */
export const createRole: Action<'createRole'> = async (context, input) => {
  const { kontor } = context
  await inTransaction(context, async (transaction, actor) => {
    const id = newId()
    const role = parseRole(input, undefined, context)
    if ((await store.listOwnRoles(transaction)).length >= maxOwnRoles)
      throw invalidInput({ pointer: '/roleName', reason: 'limit-reached', parameters: { maximum: maxOwnRoles } })
    await requireFreeName(transaction, id, role)
    requireGrantable(actor, role)
    requireOwnLimits(actor, undefined, role)
    const createdAt = kontor.now()
    await store.insertRole(transaction, { id, ...toColumns(id, role), created_at: createdAt })
    await recordEvents(transaction, context, {
      action: 'role.created',
      objectType: 'role',
      objectId: id,
      objectLabel: role.name,
      ...describeRoleChange(undefined, role),
      at: createdAt,
    })
  })
  return listRoles(context, {})
}

/** `PUT /api/roles/:role`: what the role is called and allows; of a built-in role, its limits. Takes effect with the next request of its users. */
export const changeRole: Action<'changeRole'> = async (context, { role: id, version, ...input }) => {
  const { kontor } = context
  await inTransaction(context, async (transaction, actor) => {
    const { row, before } = await findManageableRole(transaction, actor, id)
    if ((row?.version ?? 0) !== version) throw await changedMeanwhile(transaction, context, { object: ['role', id] })
    const after = isBuiltInRole(id) ? changeBuiltInRole(id, before, input, context) : parseRole(input, before, context)
    if (!isBuiltInRole(id)) await requireFreeName(transaction, id, after)
    requireGrantable(actor, after)
    requireOwnLimits(actor, before, after)
    if (Bun.deepEquals(before, after)) return
    const at = kontor.now()
    const columns = toColumns(id, after)
    await (row
      ? store.updateRole(transaction, id, columns)
      : store.insertRole(transaction, { id, ...columns, created_at: at }))
    await recordEvents(transaction, context, {
      action: 'role.changed',
      objectType: 'role',
      objectId: id,
      objectLabel: after.name || id,
      ...describeRoleChange(before, after),
      at,
    })
  })
  return listRoles(context, {})
}

/** `POST /api/roles/:role/removal`: only a role that no account and no open invitation has. */
export const removeRole: Action<'removeRole'> = async (context, { role: id }) => {
  await inTransaction(context, async (transaction, actor) => {
    const { before } = await findManageableRole(transaction, actor, id)
    if (isBuiltInRole(id)) throw new ProblemError('built-in-role')
    const count = await store.countHolders(transaction, id)
    if (count > 0) throw new ProblemError('role-in-use', { count })
    await store.deleteRole(transaction, id)
    await recordEvents(transaction, context, {
      action: 'role.removed',
      objectType: 'role',
      objectId: id,
      objectLabel: before.name,
    })
  })
  return listRoles(context, {})
}

/** Throws `not-found` or `above-your-rank`. */
async function findManageableRole(transaction: Transaction, actor: CurrentUser, id: string) {
  const row = await store.findRoleRow(transaction, id)
  if (!row && !isBuiltInRole(id)) throw new ProblemError('not-found')
  const before = toRoleData(id, row)
  requireGrantable(actor, before)
  return { row, before }
}

/** Throws `invalid-input` for a name that another role has. */
async function requireFreeName(transaction: Transaction, id: string, { name }: RoleData): Promise<void> {
  const nameKey = toNameKey(name)
  if (isBuiltInRole(nameKey) || (await store.isNameTaken(transaction, nameKey, id)))
    throw invalidInput({ pointer: '/roleName', reason: 'role-exists' })
}

/** The limits of admins are part of the program: throws `built-in-role` for others. */
function changeBuiltInRole(id: string, before: RoleData, input: RoleInput, { kontor }: RequestContext): RoleData {
  const limits = parseLimits(input, before.permissions, kontor.book.currency)
  if (builtInLimits(id) !== noLimits && !Bun.deepEquals(limits, noLimits)) throw new ProblemError('built-in-role')
  return { ...before, limits, secondFactorSince: toSecondFactorSince(input, before, kontor.now()) }
}

/** A role that required a second factor before does so since the same time. */
const toSecondFactorSince = (
  { requiresSecondFactor }: Pick<RoleInput, 'requiresSecondFactor'>,
  before: RoleData | undefined,
  now: number,
): number | null => (requiresSecondFactor ? (before?.secondFactorSince ?? now) : null)

/** Throws `invalid-input`. */
function parseRole(
  { roleName, description = '', permissions: chosen, requiresSecondFactor, ...limits }: RoleInput,
  before: RoleData | undefined,
  { kontor }: RequestContext,
): RoleData {
  if (roleName === undefined) throw invalidInput({ pointer: '/roleName', reason: 'required' })
  const permissions = allPermissions.filter((permission) => chosen.includes(permission))
  if (permissions.length === 0) throw invalidInput({ pointer: '/permissions', reason: 'no-permissions' })
  const missing = permissions.flatMap((permission) =>
    requiredPermissions(permission)
      .filter((required) => !permissions.includes(required))
      .map((required) => ({ permission, required })),
  )
  if (missing[0]) throw invalidInput({ pointer: '/permissions', reason: 'permission-requires', parameters: missing[0] })
  return {
    name: roleName,
    description,
    permissions,
    limits: parseLimits(limits, permissions, kontor.book.currency),
    secondFactorSince: toSecondFactorSince({ requiresSecondFactor }, before, kontor.now()),
  }
}

/** Limits of what the role does not allow at all are dropped. */
function parseLimits(
  input: Pick<RoleInput, (typeof limitFields)[keyof MoneyLimits]>,
  permissions: readonly Permission[],
  currency: string,
): MoneyLimits {
  const limits = { ...noLimits }
  for (const name of limitNames) {
    const text = input[limitFields[name]]
    if (text !== undefined && isLimited(name, permissions))
      limits[name] = parseAmount(text, currency, `/${limitFields[name]}`)
  }
  return limits
}

import { AccountHistory } from '#server/auth/account-history.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import { createNameSortKey } from '#server/auth/name-sort-key.ts'
import { verifyCredentials } from '#server/auth/verify-credentials.ts'
import * as store from '#server/auth/verify-store.ts'
import type { Db } from '#server/db/database.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import type { Progress } from '#server/finance/verify/progress.ts'
import { sessionLifetimeMs } from '#shared/constants.ts'

type User = Awaited<ReturnType<typeof store.listUsers>>[number]

/** Roles, statuses, credentials and sessions follow from the recorded events of each account. */
export async function verifyAccounts(db: Db, findings: Findings, progress: Progress): Promise<void> {
  const histories = await readHistories(db, progress)
  const users = await store.listUsers(db)
  for (const user of users) await verifyUser(findings, user, histories.get(user.id) ?? new AccountHistory())
  const known = new Set(users.map(({ id }) => id))
  for (const id of histories.keys())
    if (!known.has(id)) findings.addViolation('references', `events of users: no user ${id}`)
  findings.examined(users.length, 'accounts-recorded')
  await verifyCredentials(db, findings, histories)
  await verifySessions(db, findings, histories)
}

async function readHistories(db: Db, progress: Progress): Promise<Map<string, AccountHistory>> {
  const histories = new Map<string, AccountHistory>()
  for await (const events of store.userEventSlices(db)) {
    for (const event of events) histories.getOrInsertComputed(event.object_id, () => new AccountHistory()).add(event)
    await progress.advance(events.length)
  }
  return histories
}

async function verifyUser(findings: Findings, user: User, history: AccountHistory): Promise<void> {
  const compare = (column: keyof User, expected: unknown): void =>
    findings.expectEqual('accounts-recorded', `users ${user.id}`, column, user[column], expected)
  if (history.creations !== 1)
    findings.addViolation('accounts-recorded', `users ${user.id}: ${history.creations} events of its creation`)
  for (const column of ['name', 'role', 'status', 'created_at', 'approved_by', 'approved_at', 'version'] as const)
    compare(column, history.account[column])
  compare('email_key', normalizeEmail(user.email))
  compare('name_sort_key', await createNameSortKey(user.name))
  if ((user.last_seen_at ?? 0) < (history.lastLoginAt ?? 0)) compare('last_seen_at', history.lastLoginAt)
}

/** Every session was opened by a login of its own and is revoked once its account was suspended. Old sessions are deleted. */
async function verifySessions(
  db: Db,
  findings: Findings,
  histories: ReadonlyMap<string, AccountHistory>,
): Promise<void> {
  const sessions = await store.listSessions(db)
  for (const session of sessions) {
    const row = `sessions ${session.id}`
    const history = histories.get(session.user_id)
    const { created_at, verified_at, expires_at, last_seen_at, revoked_at, revoke_reason, ip } = session
    if (!history?.takeLogin(created_at, ip))
      findings.addViolation('sessions-recorded', `${row}: no login of user ${session.user_id} at ${created_at}`)
    if (verified_at !== created_at && !history?.confirmations.has(verified_at))
      findings.addViolation('sessions-recorded', `${row}: user ${session.user_id} proved nothing at ${verified_at}`)
    if (expires_at > created_at + sessionLifetimeMs)
      findings.expectEqual('sessions-recorded', row, 'expires_at', expires_at, created_at + sessionLifetimeMs)
    if (last_seen_at < created_at || last_seen_at > expires_at)
      findings.addViolation('sessions-recorded', `${row}: last_seen_at ${last_seen_at}`)
    const suspendedAt = history?.suspensions.find((at) => at >= created_at)
    if (suspendedAt !== undefined && (revoked_at === null || revoked_at > suspendedAt))
      findings.expectEqual('sessions-recorded', row, 'revoked_at', revoked_at, suspendedAt)
    const reason = revoked_at === null ? null : revoked_at === suspendedAt ? 'suspended' : 'logout'
    findings.expectEqual('sessions-recorded', row, 'revoke_reason', revoke_reason, reason)
  }
  findings.examined(sessions.length, 'sessions-recorded')
}

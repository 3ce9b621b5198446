import { digestEmail } from '#server/auth/credential-digest.ts'
import { normalizeEmail } from '#server/auth/normalize-email.ts'
import type { Db } from '#server/db/database.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import { AccountHistory } from '#server/self-check/auth/account-history.ts'
import * as store from '#server/self-check/auth/accounts-store.ts'
import { verifyCredentials } from '#server/self-check/auth/credentials.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { Progress } from '#server/self-check/progress.ts'
import { linkLifetimeMs, sessionLifetimeMs } from '#shared/constants.ts'

type User = Awaited<ReturnType<typeof store.listUsers>>[number]

/** Roles, statuses, credentials and sessions follow from the recorded events of each account. */
export async function verifyAccounts(db: Db, findings: Findings, progress: Progress): Promise<void> {
  const histories = await readHistories(db, progress)
  const users = await store.listUsers(db)
  for (const user of users) verifyUser(findings, user, histories.get(user.id) ?? new AccountHistory())
  const known = new Set(users.map(({ id }) => id))
  for (const id of histories.keys())
    if (!known.has(id)) findings.addViolation('references', `events of users: no user ${id}`)
  findings.examined(users.length, 'accounts-recorded')
  await verifyCredentials(db, findings, histories)
  await verifySessions(db, findings, histories)
  await verifyResetLinks(db, findings, histories)
}

async function readHistories(db: Db, progress: Progress): Promise<Map<string, AccountHistory>> {
  const histories = new Map<string, AccountHistory>()
  for await (const events of store.userEventSlices(db)) {
    for (const event of events) histories.getOrInsertComputed(event.object_id, () => new AccountHistory()).add(event)
    await progress.advance(events.length)
  }
  return histories
}

function verifyUser(findings: Findings, user: User, history: AccountHistory): void {
  const compare = (column: keyof User, expected: unknown): void =>
    findings.expectEqual('accounts-recorded', `users ${user.id}`, column, user[column], expected)
  if (history.creations !== 1)
    findings.addViolation('accounts-recorded', `users ${user.id}: ${history.creations} events of its creation`)
  for (const column of ['name', 'role', 'status', 'created_at', 'approved_by', 'approved_at', 'version'] as const)
    compare(column, history.account[column])
  compare('muted_mails', history.mutedMails)
  compare('time_zone', history.timeZone)
  if (history.emailDigest !== undefined && history.emailDigest !== digestEmail(user.id, user.email))
    findings.addViolation('accounts-recorded', `users ${user.id}: the email address is not the recorded one`)
  compare('email_key', normalizeEmail(user.email))
  compare('name_sort_key', createNameSortKey(user.name))
  if ((user.last_seen_at ?? 0) < (history.lastLoginAt ?? 0)) compare('last_seen_at', history.lastLoginAt)
}

/** Every session was opened by exactly one login and is revoked once its account was suspended, its password changed, or it was ended. Old sessions are deleted. */
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
    const { viewed_user_id: viewedId, viewed_until: viewedUntil } = session
    const until = viewedId === null ? null : histories.get(viewedId)?.views.get(session.id)
    if (viewedUntil !== until)
      findings.addViolation('sessions-recorded', `${row}: no view as user ${viewedId} until ${viewedUntil}`)
    const endings = (history?.endings ?? []).filter(
      (ending) => ending.keptSession !== session.id && [undefined, session.id].includes(ending.session as string),
    )
    // A session of the same millisecond may have been opened after it.
    const [ending] = endings.filter(({ at }) => at > created_at)
    if (ending && (revoked_at === null || revoked_at > ending.at))
      findings.expectEqual('sessions-recorded', row, 'revoked_at', revoked_at, ending.at)
    const reasons = endings.filter(({ at }) => at === revoked_at).map(({ reason }) => reason)
    const expected =
      revoked_at === null ? null : (reasons.find((reason) => reason === revoke_reason) ?? reasons[0] ?? 'logout')
    findings.expectEqual('sessions-recorded', row, 'revoke_reason', revoke_reason, expected)
  }
  findings.examined(sessions.length, 'sessions-recorded')
}

/** Every reset link was created by an event, and is used or revoked when the password was set after it. Old links are deleted. */
async function verifyResetLinks(
  db: Db,
  findings: Findings,
  histories: ReadonlyMap<string, AccountHistory>,
): Promise<void> {
  const links = await store.listLinks(db)
  for (const link of links) {
    const row = `one_time_links ${link.token_hash}`
    if (!Object.hasOwn(linkLifetimeMs, link.kind))
      findings.addViolation('credentials-of-users', `${row}: kind ${link.kind}`)
    if (link.kind !== 'reset') continue
    const history = histories.get(link.subject_id ?? '')
    const created = history?.resetLinks.get(link.token_hash)
    if (!history || !created) {
      findings.addViolation('credentials-of-users', `${row}: no event created it`)
      continue
    }
    const usedAt = history.usedLinks.get(link.token_hash) ?? null
    // A link of the same millisecond may have been created after the password was set.
    const setAt = history.endings.find(
      ({ at, reason }) =>
        reason === 'password-changed' && (at > created.at || (at === created.at && at === link.revoked_at)),
    )?.at
    const expected = {
      created_by: created.by,
      created_at: created.at,
      expires_at: created.at + linkLifetimeMs.reset,
      used_at: usedAt,
      revoked_at: usedAt === null ? (setAt ?? null) : null,
    }
    for (const [column, value] of Object.entries(expected))
      findings.expectEqual('credentials-of-users', row, column, link[column as keyof typeof expected], value)
  }
  findings.examined(links.length, 'credentials-of-users')
}

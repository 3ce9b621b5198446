import { normalizeEmail } from '#server/auth/normalize-email.ts'
import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/staff/verify-invitations-store.ts'
import { linkLifetimeMs } from '#shared/constants.ts'

type Expected = Partial<Record<Exclude<keyof store.InvitationRecord, 'id'>, unknown>>

/** Every invitation follows from its events; the account that came of it is the actor of the last one. */
export async function verifyInvitations(db: Db, findings: Findings): Promise<void> {
  const expected = new Map<string, Expected>()
  for (const event of await store.listInvitationEvents(db)) {
    const { action, object_id: id, object_label, actor_id, at } = event
    const { parameters } = parseParameters(event.parameters)
    const before = expected.get(id)
    if (action === 'invitation.created')
      expected.set(id, {
        email: object_label,
        email_key: normalizeEmail(object_label),
        name: parameters['name'] ?? '',
        role: parameters['role'],
        created_at: at,
        created_by: actor_id,
        expires_at: at + linkLifetimeMs.invitation,
        accepted_at: null,
        user_id: null,
        revoked_at: null,
        version: 1,
      })
    else if (before) {
      before.version = Number(before.version) + 1
      if (action === 'invitation.resent') before.expires_at = at + linkLifetimeMs.invitation
      else if (action === 'invitation.revoked') before.revoked_at = at
      else Object.assign(before, { accepted_at: at, user_id: actor_id })
    } else findings.addViolation('invitations-recorded', `events: ${action} of an unknown invitation ${id}`)
  }
  const invitations = await store.listInvitations(db)
  findings.examined(invitations.length, 'invitations-recorded')
  for (const { id, ...invitation } of invitations) {
    const row = `invitations ${id}`
    const recorded = expected.get(id)
    expected.delete(id)
    if (!recorded) findings.addViolation('invitations-recorded', `${row}: no event`)
    for (const [column, value] of Object.entries(recorded ?? {}))
      findings.expectEqual('invitations-recorded', row, column, invitation[column as keyof typeof invitation], value)
  }
  for (const id of expected.keys()) findings.addViolation('invitations-recorded', `invitations ${id}: missing`)
}

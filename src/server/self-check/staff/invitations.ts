import { normalizeEmail } from '#server/auth/normalize-email.ts'
import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import type { Findings } from '#server/self-check/findings.ts'
import * as store from '#server/self-check/staff/invitations-store.ts'
import { linkLifetimeMs } from '#shared/constants.ts'

/** What the events of an invitation say. */
interface History {
  row: Partial<Record<Exclude<keyof store.InvitationRecord, 'id'>, unknown>>
  /** Its links by their hash. */
  links: Map<string, Omit<store.LinkRecord, 'token_hash' | 'kind'>>
}

/** Every invitation and each of its links follow from its events; the account that came of it is the actor of the last one. */
export async function verifyInvitations(db: Db, findings: Findings): Promise<void> {
  const histories = new Map<string, History>()
  for (const event of await store.listInvitationEvents(db)) {
    const { action, object_id: id } = event
    const history = histories.get(id)
    if (action === 'invitation.created') histories.set(id, createHistory(event))
    else if (history) addEvent(history, event)
    else findings.addViolation('invitations-recorded', `events: ${action} of an unknown invitation ${id}`)
  }
  // Old links are deleted, so one that has an event may be missing.
  for (const { token_hash: hash, ...link } of await store.listInvitationLinks(db))
    compareRow(findings, `one_time_links ${hash}`, link, histories.get(link.subject_id ?? '')?.links.get(hash))
  const invitations = await store.listInvitations(db)
  findings.examined(invitations.length, 'invitations-recorded')
  for (const { id, ...invitation } of invitations) {
    compareRow(findings, `invitations ${id}`, invitation, histories.get(id)?.row)
    histories.delete(id)
  }
  for (const id of histories.keys()) findings.addViolation('invitations-recorded', `invitations ${id}: missing`)
}

function createHistory(event: store.InvitationEvent): History {
  const { at, actor_id, object_label } = event
  const { parameters } = parseParameters(event.parameters)
  const links: History['links'] = new Map()
  addLink(links, event)
  const row = {
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
  }
  return { row, links }
}

function addEvent({ row, links }: History, event: store.InvitationEvent): void {
  const { action, at, actor_id } = event
  if (action !== 'invitation.link_created') {
    row.version = Number(row.version) + 1
    if (action === 'invitation.resent') row.expires_at = at + linkLifetimeMs.invitation
    else if (action === 'invitation.revoked') row.revoked_at = at
    else Object.assign(row, { accepted_at: at, user_id: actor_id })
    endLinks(links, event)
  }
  if (action === 'invitation.link_created' || action === 'invitation.resent') addLink(links, event)
}

function addLink(links: History['links'], { object_id: id, actor_id, at, parameters }: store.InvitationEvent): void {
  links.set(linkOf(parameters), {
    subject_id: id,
    created_by: actor_id,
    created_at: at,
    expires_at: at + linkLifetimeMs.invitation,
    used_at: null,
    revoked_at: null,
  })
}

/** An invitation that is accepted uses one link up and revokes the others; one that is sent again or revoked revokes all. */
function endLinks(links: History['links'], { action, at, parameters }: store.InvitationEvent): void {
  for (const [hash, link] of links) {
    if (link.used_at !== null || link.revoked_at !== null) continue
    if (action === 'invitation.accepted' && hash === linkOf(parameters)) link.used_at = at
    else link.revoked_at = at
  }
}

const linkOf = (parameters: string): string => String(parseParameters(parameters).parameters['link'])

function compareRow(findings: Findings, row: string, actual: object, expected: object | undefined): void {
  if (!expected) findings.addViolation('invitations-recorded', `${row}: no event`)
  for (const [column, value] of Object.entries(expected ?? {}))
    findings.expectEqual('invitations-recorded', row, column, actual[column as keyof typeof actual], value)
}

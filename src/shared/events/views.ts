import * as z from 'zod/mini'

/** Every action that is recorded, and whether it belongs into the activity feed. `messages.events` has a sentence for each. */
export const isInActivity = {
  // The feed shows the import, not each of its orders.
  'order.imported': false,
  'order.created': true,
  'order.confirmed': true,
  'order.discarded': true,
  'order.shipped': true,
  'order.edited': true,
  'order.erased': false,
  'order.updated_from_shop': false,
  'order.delivered': true,
  'order.shipment_corrected': true,
  'order.shipment_cancelled': true,
  'order.return_requested': true,
  'order.return_approved': true,
  'order.return_rejected': true,
  'order.return_received': true,
  'order.return_completed': true,
  'order.return_cancelled': true,
  'order.held': true,
  'order.released': true,
  'order.archived': true,
  'order.unarchived': true,
  'order.cancelled': true,
  'order.assigned': true,
  'order.unassigned': false,
  'order.tagged': false,
  'order.untagged': false,
  'order.file_attached': true,
  'order.file_removed': false,
  'order.note_added': true,
  'order.note_edited': false,
  'order.note_deleted': false,
  'order.note_struck': false,
  'order.note_restored': false,
  // 200 orders may be printed at once.
  'order.printed': false,
  'order.document_issued': false,
  // Shown with the order.
  'customer.revealed': false,
  'customer.merged': true,
  'customer.erased': true,
  'seller.changed': true,
  'order.written_off': true,
  'payment.recorded': true,
  'payment.captured': true,
  'payment.voided': true,
  'refund.requested': true,
  'refund.approved': false,
  'refund.withdrawn': true,
  'refund.rejected': true,
  'refund.retried': false,
  'refund.failed': true,
  'refund.succeeded': true,
  'orders.imported': true,
  'ledger_account.added': true,
  'ledger_account.renamed': true,
  'ledger_account.archived': true,
  'ledger_account.unarchived': true,
  'carrier.added': true,
  'carrier.removed': true,
  'role.created': true,
  'role.changed': true,
  'role.removed': true,
  'token.created': true,
  'token.revoked': true,
  'user.registered': true,
  'user.approved': true,
  'user.rejected': true,
  'user.reopened': true,
  'user.suspended': true,
  'user.restored': true,
  'user.role_changed': true,
  'users.exported': true,
  'events.exported': true,
  'user.archived': true,
  'user.unarchived': true,
  'user.added': true,
  'user.unlocked': true,
  // Logins, and what belongs to them, are shown with the user they belong to.
  'user.provisioned': true,
  'user.reset_link_created': false,
  'invitation.accepted': false,
  'invitation.created': true,
  'invitation.resent': false,
  'invitation.revoked': true,
  'user.password_changed': false,
  'user.password_reset': false,
  'user.profile_changed': false,
  'user.sessions_ended': false,
  'user.view_started': false,
  'user.view_ended': false,
  'user.logged_in': false,
  'user.login_failed': false,
  'user.refused': false,
  'user.identity_confirmed': false,
  'user.totp_added': false,
  'user.totp_removed': false,
  'user.recovery_codes_created': false,
  'user.passkey_added': false,
  'user.passkey_renamed': false,
  'user.passkey_removed': false,
  'user.factors_removed': false,
  'user.identity_linked': false,
  'user.identity_unlinked': false,
} as const satisfies Record<string, boolean>
export type EventAction = keyof typeof isInActivity
export const eventActions = Object.keys(isInActivity) as [EventAction, ...EventAction[]]

/** Who acted: a logged-in user, an API token of theirs, or the program itself (also for actions of guests). */
export const actorTypes = ['user', 'token', 'program'] as const
export type ActorType = (typeof actorTypes)[number]

const fieldValue = z.nullable(z.union([z.string(), z.number()]))

/** A field before and after an action; the field is named as in the object's view. Without values if they were personal data and erased. */
export const fieldChange = z.object({
  field: z.string(),
  from: fieldValue,
  to: fieldValue,
  isErased: z.optional(z.literal(true)),
})

/** One recorded event: parameters, not text. `actor` is a name, with that of an API token in parentheses, or null for the program. */
export const eventView = z.object({
  id: z.string(),
  at: z.int(),
  action: z.enum(eventActions),
  actor: z.nullable(z.string()),
  objectType: z.enum([
    'order',
    'customer',
    'user',
    'import',
    'carrier',
    'seller',
    'role',
    'invitation',
    'token',
    'ledger_account',
  ]),
  objectId: z.string(),
  /** The order's number, the code of a ledger account, the user's, role's, token's or file's name, or the email of an invitation. */
  objectLabel: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The fields of the object that the action changed. */
  changes: z.array(fieldChange),
})
export type EventView = z.infer<typeof eventView>
export type FieldChange = z.infer<typeof fieldChange>

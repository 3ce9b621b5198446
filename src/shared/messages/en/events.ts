import { formatCount } from '#shared/count.ts'
import { jobNames } from '#shared/messages/en/job-names.ts'
import { isAboutCustomers, isFileJob, type JobKindName } from '#shared/jobs/kinds.ts'
import type { DocumentKind } from '#shared/print/documents.ts'
import { formatMoneyInline } from '#shared/money.ts'
import type { EventView } from '#shared/events/views.ts'
import type { EventAction } from '#shared/events/event-actions.ts'

/** What a provider answered about a refund. */
const answers = { succeeded: 'paid', failed: 'not paid', returned: 'not paid', processing: 'still being processed' }

/** What a sentence is filled with: who did it, to what (null where the page itself is about it), and a wrapper for bold text. */
export interface Placeholders<Piece> {
  actor: Piece
  object: Piece | null
  strong: (text: string) => Piece
  /** The name of a role in the language of the sentence. */
  role: (role: string) => string
  /** A calendar day `YYYY-MM-DD` as the reader writes it. */
  day: (day: string) => string
  /** What a permission allows, a verb and its object; `undefined` for one that no longer exists. */
  permission: (permission: string) => string | undefined
}

const factorNames: Readonly<Record<string, string>> = {
  totp: 'an authenticator app',
  recovery: 'a recovery code',
  passkey: 'a passkey',
  oidc: 'the company login',
}

/** With what a user proved their identity, if it was more than a password. */
function withFactor({ factor }: EventView['parameters']): string[] {
  const name = factorNames[String(factor).split('+').at(-1) ?? '']
  return name === undefined ? [] : [` with ${name}`]
}

const labelOf = ({ label }: EventView['parameters']): string => String(label ?? '')

const nameJob = ({ kind, undoes }: EventView['parameters']): string => {
  const name = jobNames[kind as JobKindName] ?? 'a job'
  return undoes === undefined ? `“${name}”` : `the undo of “${name}”`
}

/** What a job does with its orders or customers that is no change of them. */
const jobOutcomes: Partial<Record<JobKindName, string>> = {
  print: 'printed',
  import: 'imported or updated',
  import_customers: 'imported or updated',
  export: 'exported',
  export_customers: 'exported',
  undo_import: 'removed',
  undo_customer_import: 'removed',
}

const countOthers = (
  { skipped, refused }: EventView['parameters'],
  [skippedWord, refusedWord]: readonly [string, string],
): string[] => [
  ...(Number(skipped ?? 0) > 0 ? [`, ${formatCount(Number(skipped))} ${skippedWord}`] : []),
  ...(Number(refused ?? 0) > 0 ? [`, ${formatCount(Number(refused))} ${refusedWord}`] : []),
]

type Sentence = <Piece>(placeholders: Placeholders<Piece>, parameters: EventView['parameters']) => (string | Piece)[]

const count = (value: string | number | undefined, one: string, many: string): string =>
  value === undefined ? `some ${many}` : `${formatCount(Number(value))} ${Number(value) === 1 ? one : many}`

const nameDocument: Record<DocumentKind, string> = {
  'packing-slip': 'the packing slip',
  'pick-list': 'a pick list',
  'invoice': 'the invoice',
  'credit-note': 'a credit note',
}
const amount = ({ amountMinor, currency }: EventView['parameters']): string =>
  amountMinor === undefined ? 'money' : formatMoneyInline(Number(amountMinor), String(currency))

const reason = (parameters: EventView['parameters']): string[] =>
  parameters['reason'] ? [`: ${parameters['reason']}`] : []

/** A role of the company by the name that it had then. */
const nameRole = (name: (role: string) => string, { role, roleName }: EventView['parameters']): string =>
  roleName === undefined ? name(String(role)).toLowerCase() : String(roleName)

/** How many permissions a change of a role added and removed. */
function countPermissions({ added, removed }: EventView['parameters']): string[] {
  const countOf = (list: string | number | undefined): number => (list ? String(list).split(' ').length : 0)
  const parts = [
    ...(added ? [`${count(countOf(added), 'permission', 'permissions')} added`] : []),
    ...(removed ? [`${count(countOf(removed), 'permission', 'permissions')} removed`] : []),
  ]
  return parts.length > 0 ? [`: ${parts.join(', ')}`] : []
}

/** One sentence for each action, in pieces. */
const sentences: Record<EventAction, Sentence> = {
  'order.imported': ({ actor, object }, parameters) => [
    actor,
    ' imported ',
    ...(object === null ? ['the order'] : [object]),
    ...(parameters['file'] ? [` from ${parameters['file']}`] : []),
    ...(parameters['api'] ? [' through the API'] : []),
  ],
  'order.removed': ({ actor, object }, parameters) => [
    actor,
    ' removed ',
    ...(object === null ? ['the order'] : [object]),
    ' by undoing its import',
    ...(parameters['import'] ? [` ${parameters['import']}`] : []),
  ],
  'order.created': ({ actor, object }, parameters) => [
    actor,
    parameters['draft'] ? ' created the draft' : ' created',
    ...(object === null ? (parameters['draft'] ? [] : [' the order']) : [' ', object]),
  ],
  'order.confirmed': ({ actor, object }) => [actor, ' confirmed ', object ?? 'the order'],
  'order.discarded': ({ actor, object }) => [actor, ' discarded ', object ?? 'the draft'],
  'order.shipped': ({ actor, object, strong }, parameters) => [
    actor,
    ' shipped ',
    strong(count(parameters['itemCount'], 'item', 'items')),
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['carrier'] ? [` with ${parameters['carrier']}`] : []),
    ...(parameters['trackingNumber'] ? [`, ${parameters['trackingNumber']}`] : []),
  ],
  'order.edited': ({ actor, object }, parameters) => [
    actor,
    ' edited ',
    object ?? 'the order',
    ...(parameters['merged'] ? [' and merged it with other changes'] : []),
  ],
  'order.updated_from_shop': ({ actor, object }, parameters) => [
    actor,
    ' updated ',
    object ?? 'the order',
    ' from the shop',
    ...(parameters['file'] ? [` (${parameters['file']})`] : []),
    ...(parameters['kept'] ? [' and kept ', count(parameters['kept'], 'value', 'values'), ' of Kontor'] : []),
  ],
  'order.delivered': ({ actor, object, strong }, parameters) => [
    actor,
    ' marked ',
    strong(count(parameters['parcels'], 'parcel', 'parcels')),
    ...(object === null ? [] : [' of ', object]),
    ' as delivered',
  ],
  'order.shipment_corrected': ({ actor, object }, parameters) => [
    actor,
    parameters['parcel'] ? ` corrected shipment ${parameters['parcel']}` : ' corrected a shipment',
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['carrier'] ? [` to ${parameters['carrier']}`] : []),
    ...(parameters['trackingNumber'] ? [`, ${parameters['trackingNumber']}`] : []),
  ],
  'order.shipment_cancelled': ({ actor, object }, parameters) => [
    actor,
    parameters['parcel'] ? ` canceled shipment ${parameters['parcel']}` : ' canceled a shipment',
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['reason'] ? [`: ${parameters['reason']}`] : []),
  ],
  'order.return_requested': ({ actor, object, strong }, parameters) => [
    actor,
    ' requested the return of ',
    strong(count(parameters['itemCount'], 'item', 'items')),
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['reason'] ? [`: ${parameters['reason']}`] : []),
  ],
  'order.return_received': ({ actor, object, strong }, parameters) => [
    actor,
    ' received ',
    strong(count(parameters['itemCount'], 'returned item', 'returned items')),
    ...(object === null ? [] : [' of ', object]),
  ],
  'order.return_approved': ({ actor, object }, parameters) => [
    actor,
    parameters['returned'] ? ` approved return ${parameters['returned']}` : ' approved a return',
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['reason'] ? [`: ${parameters['reason']}`] : []),
  ],
  'order.return_rejected': ({ actor, object }, parameters) => [
    actor,
    parameters['returned'] ? ` rejected return ${parameters['returned']}` : ' rejected a return',
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['reason'] ? [`: ${parameters['reason']}`] : []),
  ],
  'order.return_completed': ({ actor, object }, parameters) => [
    actor,
    parameters['returned'] ? ` completed return ${parameters['returned']}` : ' completed a return',
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['reason'] ? [`: ${parameters['reason']}`] : []),
  ],
  'order.return_cancelled': ({ actor, object }, parameters) => [
    actor,
    parameters['returned'] ? ` canceled return ${parameters['returned']}` : ' canceled a return',
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['reason'] ? [`: ${parameters['reason']}`] : []),
  ],
  'order.held': ({ actor, object, day }, parameters) => [
    actor,
    ' put ',
    object ?? 'the order',
    ' on hold',
    ...(parameters['until'] ? [` until ${day(String(parameters['until']))}`] : []),
    ...(parameters['reason'] ? [`: ${parameters['reason']}`] : []),
  ],
  'order.archived': ({ actor, object }) => [actor, ' archived ', object ?? 'the order'],
  'order.unarchived': ({ actor, object }) => [actor, ' unarchived ', object ?? 'the order'],
  'order.released': ({ actor, object }) => [actor, ' released ', object ?? 'the order'],
  'order.cancelled': ({ actor, object }, parameters) => [
    actor,
    ' canceled ',
    object ?? 'the order',
    ...(parameters['reason'] ? [`: ${parameters['reason']}`] : []),
  ],
  'order.assigned': ({ actor, object, strong }, parameters) => [
    actor,
    ' assigned ',
    object ?? 'the order',
    ' to ',
    strong(String(parameters['assignee'] ?? 'someone')),
  ],
  'order.unassigned': ({ actor, object }) => [actor, ' removed the assignee of ', object ?? 'the order'],
  'order.tagged': ({ actor, object, strong }, parameters) => [
    actor,
    ' added the tag ',
    strong(String(parameters['tag'] ?? '')),
    ...(object === null ? [] : [' to ', object]),
  ],
  'order.untagged': ({ actor, object, strong }, parameters) => [
    actor,
    ' removed the tag ',
    strong(String(parameters['tag'] ?? '')),
    ...(object === null ? [] : [' from ', object]),
  ],
  'order.file_attached': ({ actor, object, strong }, parameters) => [
    actor,
    ...(parameters['file'] ? [' attached ', strong(String(parameters['file']))] : [' attached a file']),
    ...(object === null ? [] : [' to ', object]),
  ],
  'order.file_removed': ({ actor, object, strong }, parameters) => [
    actor,
    ...(parameters['file'] ? [' removed the file ', strong(String(parameters['file']))] : [' removed a file']),
    ...(object === null ? [] : [' from ', object]),
  ],
  'order.note_added': ({ actor, object }) => [actor, ' added a note', ...(object === null ? [] : [' to ', object])],
  'order.note_edited': ({ actor, object }) => [actor, ' edited a note', ...(object === null ? [] : [' on ', object])],
  'order.note_deleted': ({ actor, object }) => [actor, ' deleted a note', ...(object === null ? [] : [' of ', object])],
  'order.note_struck': ({ actor, object }) => [
    actor,
    ' struck through a note',
    ...(object === null ? [] : [' on ', object]),
  ],
  'order.note_restored': ({ actor, object }) => [
    actor,
    ' restored a note',
    ...(object === null ? [] : [' on ', object]),
  ],
  'order.document_issued': ({ actor, object }, parameters) => [
    actor,
    parameters['kind'] === 'credit-note' ? ' issued credit note' : ' issued invoice',
    ...(parameters['document'] ? [` ${parameters['document']}`] : []),
    ...(object === null ? [] : [' for ', object]),
  ],
  'order.erased': ({ actor, object }) => [
    actor,
    ' erased the customer’s personal data',
    ...(object === null ? [] : [' in ', object]),
  ],
  'customer.created': ({ actor, object }) => [
    actor,
    ...(object === null ? [' added the customer'] : [' added customer ', object]),
  ],
  'customer.changed': ({ actor, object }) => [
    actor,
    ...(object === null ? [' edited the customer'] : [' edited customer ', object]),
  ],
  'customer.imported': ({ actor, object }, parameters) => [
    actor,
    ...(object === null ? [' imported the customer'] : [' imported customer ', object]),
    ...(parameters['import'] ? [` with ${parameters['import']}`] : []),
  ],
  'customer.removed': ({ actor, object }) => [
    actor,
    ...(object === null ? [' removed the customer'] : [' removed customer ', object]),
    ' by undoing an import',
  ],
  'customer.merged': ({ actor, object }, parameters) => [
    actor,
    ...(object === null ? [' merged the customer'] : [' merged customer ', object]),
    ` into ${parameters['mergedInto'] ?? 'another one'}`,
  ],
  'customer.erased': ({ actor, object }) => [
    actor,
    ...(object === null
      ? [' erased the personal data of the customer']
      : [' erased the personal data of customer ', object]),
  ],
  'seller.changed': ({ actor }) => [actor, ' changed the seller’s details on invoices'],
  'customer.revealed': ({ actor, object }) => [
    actor,
    ' revealed the personal data',
    ...(object === null ? [] : [' of ', object]),
  ],
  'order.printed': ({ actor, object }, parameters) => [
    actor,
    parameters['copy'] ? ' reprinted ' : ' printed ',
    nameDocument[String(parameters['kind']) as DocumentKind] ?? 'a document',
    ...(object === null ? [] : [' of ', object]),
  ],
  'order.written_off': ({ actor, object, strong }, parameters) => [
    actor,
    ' wrote off ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' of ', object]),
    ...reason(parameters),
  ],
  'payment.recorded': ({ actor, object, strong }, parameters) => [
    actor,
    ' recorded a payment of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'payment.captured': ({ actor, object, strong }, parameters) => [
    actor,
    ' captured ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'payment.voided': ({ actor, object, strong }, parameters) => [
    actor,
    ' voided the authorization of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.requested': ({ actor, object, strong }, parameters) => [
    actor,
    ' requested a refund of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.approved': ({ actor, object, strong }, parameters) => [
    actor,
    ' approved a refund of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.withdrawn': ({ actor, object, strong }, parameters) => [
    actor,
    ' withdrew a refund request of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.rejected': ({ actor, object, strong }, parameters) => [
    actor,
    ' rejected a refund of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.retried': ({ actor, object, strong }, parameters) => [
    actor,
    ' tried again to pay a refund of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.failed': ({ actor, object, strong }, parameters) => [
    actor,
    ': the provider did not pay a refund of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.succeeded': ({ actor, object, strong }, parameters) => [
    actor,
    ' refunded ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.returned': ({ actor, object, strong }, parameters) => [
    actor,
    ': the provider sent a refund of ',
    strong(amount(parameters)),
    ' back',
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'payment.settled': ({ actor, object, strong }, parameters) => [
    actor,
    ' recorded the settlement of a payment: ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'payment.unsettled': ({ actor, object, strong }, parameters) => [
    actor,
    ' undid the settlement of a payment: ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.settled': ({ actor, object, strong }, parameters) => [
    actor,
    ' recorded ',
    strong(amount(parameters)),
    ' taken back by the provider',
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'refund.unsettled': ({ actor, object, strong }, parameters) => [
    actor,
    ' undid the settlement of a refund: ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'dispute.opened': ({ actor, object, strong }, parameters) => [
    actor,
    ' recorded a chargeback of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'dispute.won': ({ actor, object, strong }, parameters) => [
    actor,
    ' marked a chargeback of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ' as won',
  ],
  'dispute.lost': ({ actor, object, strong }, parameters) => [
    actor,
    ' marked a chargeback of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ' as lost',
  ],
  'dispute.reopened': ({ actor, object, strong }, parameters) => [
    actor,
    ' reopened a chargeback of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'dispute.cancelled': ({ actor, object, strong }, parameters) => [
    actor,
    ' canceled a chargeback of ',
    strong(amount(parameters)),
    ...(object === null ? [] : [' for ', object]),
    ...reason(parameters),
  ],
  'orders.imported': ({ actor, object, strong }, parameters) => [
    actor,
    ' imported ',
    Number(parameters['created']) === 0 ? 'no new orders' : strong(count(parameters['created'], 'order', 'orders')),
    ...(Number(parameters['updated'] ?? 0) > 0
      ? [' and updated ', strong(formatCount(Number(parameters['updated'])))]
      : []),
    ...(object === null ? [] : [' from ', object]),
    ...(Number(parameters['refused'] ?? 0) > 0
      ? [', ', strong(formatCount(Number(parameters['refused']))), ' rejected']
      : []),
  ],
  'customers.imported': ({ actor, object, strong }, parameters) => [
    actor,
    ' imported ',
    Number(parameters['created']) === 0
      ? 'no new customers'
      : strong(count(parameters['created'], 'customer', 'customers')),
    ...(Number(parameters['updated'] ?? 0) > 0
      ? [' and updated ', strong(formatCount(Number(parameters['updated'])))]
      : []),
    ...(object === null ? [] : [' from ', object]),
    ...(Number(parameters['refused'] ?? 0) > 0
      ? [', ', strong(formatCount(Number(parameters['refused']))), ' rejected']
      : []),
  ],
  'customers.import_undo_started': ({ actor, object }) => [
    actor,
    ' started to undo the import of customers',
    ...(object === null ? [] : [' from ', object]),
  ],
  'customers.import_undone': ({ actor, object, strong }, parameters) => [
    actor,
    ' undid the import',
    ...(object === null ? [] : [' of ', object]),
    ': ',
    strong(count(parameters['removed'], 'customer', 'customers')),
    ' removed',
  ],
  'orders.import_undo_started': ({ actor, object }) => [
    actor,
    ' started to undo the import',
    ...(object === null ? [] : [' of ', object]),
  ],
  'orders.import_undo_stopped': ({ actor, object }) => [
    actor,
    ' could not undo the import',
    ...(object === null ? [] : [' of ', object]),
    ': some of its orders were changed',
  ],
  'orders.import_undone': ({ actor, object, strong }, parameters) => [
    actor,
    ' undid the import',
    ...(object === null ? [] : [' of ', object]),
    ': ',
    strong(count(parameters['removed'], 'order', 'orders')),
    ' removed',
  ],
  'job.created': ({ actor }, parameters) => [
    actor,
    ` prepared ${nameJob(parameters)}`,
    ...(isFileJob(parameters['kind'] as JobKindName) ? [] : [` for ${count(parameters['total'], 'order', 'orders')}`]),
  ],
  'job.started': ({ actor }, parameters) => [actor, ` started ${nameJob(parameters)}`],
  'job.paused': ({ actor }, parameters) => [actor, ` paused ${nameJob(parameters)}`],
  'job.resumed': ({ actor }, parameters) => [actor, ` resumed ${nameJob(parameters)}`],
  'job.cancelled': ({ actor }, parameters) => [actor, ` canceled ${nameJob(parameters)}`],
  'job.finished': ({ actor, strong }, parameters) => [
    actor,
    ` finished ${nameJob(parameters)}: `,
    strong(
      isAboutCustomers(parameters['kind'] as JobKindName)
        ? count(parameters['done'], 'customer', 'customers')
        : count(parameters['done'], 'order', 'orders'),
    ),
    ` ${jobOutcomes[parameters['kind'] as JobKindName] ?? 'changed'}`,
    ...countOthers(
      parameters,
      isFileJob(parameters['kind'] as JobKindName) ? ['unchanged', 'rejected'] : ['skipped', 'failed'],
    ),
  ],
  'job.failed': (_, parameters) => [
    `${nameJob(parameters)} stopped: `,
    parameters['failure'] === 'account'
      ? 'the account of the person who started it is not active'
      : 'the person who started it no longer has the permission',
  ],
  'carrier.added': ({ actor, object }) => [actor, ' added the carrier ', object ?? ''],
  'carrier.removed': ({ actor, object }) => [actor, ' removed the carrier ', object ?? ''],
  'user.registered': ({ actor, object }) => [object ?? actor, ' registered'],
  'user.provisioned': ({ actor, object, role }, parameters) => [
    object ?? actor,
    ' got an account with the company login',
    ...(parameters['role'] ? [` as ${nameRole(role, parameters)}`] : []),
  ],
  'user.approved': ({ actor, object, role }, parameters) => [
    actor,
    ' approved ',
    object ?? 'this account',
    ...(parameters['role'] ? [` as ${nameRole(role, parameters)}`] : []),
  ],
  'user.rejected': ({ actor, object }) => [actor, ' rejected ', object ?? 'this account'],
  'user.reopened': ({ actor, object }) => [actor, ' reopened the request of ', object ?? 'this account'],
  'user.suspended': ({ actor, object }) => [actor, ' suspended ', object ?? 'this account'],
  'user.restored': ({ actor, object }) => [actor, ' restored ', object ?? 'this account'],
  'users.imported': ({ actor, object, strong }, { invited, changed, failed }) => [
    actor,
    ' imported accounts',
    ...(object === null ? [] : [' from ', object]),
    ': ',
    strong(formatCount(Number(invited ?? 0))),
    ' invited, ',
    strong(formatCount(Number(changed ?? 0))),
    ' changed',
    ...(Number(failed ?? 0) > 0 ? [', ', strong(formatCount(Number(failed))), ' failed'] : []),
  ],
  'users.exported': ({ actor }, parameters) => [
    actor,
    ' exported the list of ',
    count(parameters['count'], 'account', 'accounts'),
  ],
  'events.removed': ({ actor }, parameters) => [
    actor,
    ' removed ',
    count(parameters['count'], 'event', 'events'),
    ' of the audit log at the end of their retention',
  ],
  'customers.exported': ({ actor }) => [actor, ' exported customers'],
  'events.exported': ({ actor }, parameters) => [
    actor,
    ` exported the audit log as ${parameters['format'] ?? 'a file'}`,
  ],
  'user.role_changed': ({ actor, object, role }, parameters) => [
    actor,
    ' changed the role of ',
    object ?? 'this account',
    ...(parameters['from'] ? [` from ${role(String(parameters['from']))}`] : []),
    ` to ${role(String(parameters['roleName'] ?? parameters['role'] ?? ''))}`,
  ],
  'user.archived': ({ actor, object }) => [actor, ' archived ', object ?? 'this account'],
  'user.unarchived': ({ actor, object }) => [actor, ' unarchived ', object ?? 'this account'],
  'user.added': ({ actor, object, role }, parameters) => [
    actor,
    ' added ',
    object ?? 'this account',
    ...(parameters['role'] ? [` as ${nameRole(role, parameters)}`] : []),
  ],
  'invitation.created': ({ actor, object, role }, parameters) => [
    actor,
    ' invited ',
    object ?? 'this person',
    ...(parameters['role'] ? [` as ${nameRole(role, parameters)}`] : []),
  ],
  'invitation.link_created': ({ actor, object }) => [
    actor,
    ' created a link for the invitation of ',
    object ?? 'this person',
  ],
  'invitation.resent': ({ actor, object }) => [actor, ' sent the invitation of ', object ?? 'this person', ' again'],
  'invitation.revoked': ({ actor, object }) => [actor, ' revoked the invitation of ', object ?? 'this person'],
  'invitation.accepted': ({ actor }) => [actor, ' accepted the invitation'],
  'role.created': ({ actor, object }) => [actor, ' created the role ', object ?? ''],
  'role.changed': ({ actor, object }, parameters) => [
    actor,
    ' changed the role ',
    object ?? '',
    ...countPermissions(parameters),
  ],
  'orders.exported': ({ actor }, { format, includes }) => [
    actor,
    ` exported orders as ${format ?? 'a file'}${includes === 'recipients' ? ', with recipients and addresses' : ''}`,
  ],
  'orders.export_downloaded': ({ actor }, { file }) => [actor, ` downloaded the export ${file ?? ''}`],
  'orders.print_opened': ({ actor }, { from, to }) => [
    actor,
    ` opened the documents ${from ?? ''}–${to ?? ''} of a print job`,
  ],
  'entries.exported': ({ actor }, { format }) => [actor, ` exported ledger entries as ${format ?? 'a file'}`],
  'entry.posted': ({ actor, object }, { corrects }) => [
    actor,
    ' posted entry ',
    object ?? '',
    ...(corrects === undefined ? [] : [` in place of entry ${corrects}`]),
  ],
  'entry.reversed': ({ actor, object }, { reverses }) => [
    actor,
    ` reversed entry ${reverses ?? ''} with entry `,
    object ?? '',
  ],
  'entry.file_attached': ({ actor, object, strong }, { file, request }) => [
    actor,
    ' attached ',
    strong(String(file ?? 'a file')),
    request === undefined ? ' to entry ' : ' to the request for an entry: ',
    object ?? '',
  ],
  'entry.approved': ({ actor, object }, { corrects }) => [
    actor,
    ' posted the approved entry ',
    object ?? '',
    ...(corrects === undefined ? [] : [` in place of entry ${corrects}`]),
  ],
  'entry.reversal_approved': ({ actor, object }, { reverses }) => [
    actor,
    ` reversed entry ${reverses ?? ''} as approved, with entry `,
    object ?? '',
  ],
  'entry_template.added': ({ actor, object }) => [actor, ' added the template ', object ?? ''],
  'entry_template.changed': ({ actor, object }) => [actor, ' changed the template ', object ?? ''],
  'entry_template.archived': ({ actor, object }) => [actor, ' archived the template ', object ?? ''],
  'entry_template.unarchived': ({ actor, object }) => [actor, ' unarchived the template ', object ?? ''],
  'entry_template.month_skipped': ({ actor, object }) => [actor, ' skipped a month of the template ', object ?? ''],
  'entry_template.month_restored': ({ actor, object }) => [actor, ' restored a month of the template ', object ?? ''],
  'entry_request.requested': ({ actor, object }, parameters) => [
    actor,
    ` requested approval of an entry of ${amount(parameters)}: `,
    object ?? '',
  ],
  'entry_request.approved': ({ actor, object }, parameters) => [
    actor,
    ` approved an entry of ${amount(parameters)}, number ${parameters['entry'] ?? ''}: `,
    object ?? '',
  ],
  'entry_request.declined': ({ actor, object }, parameters) => [
    actor,
    ` rejected an entry of ${amount(parameters)}, `,
    object ?? '',
    ...reason(parameters),
  ],
  'entry_request.withdrawn': ({ actor, object }, parameters) => [
    actor,
    ` withdrew the request for an entry of ${amount(parameters)}: `,
    object ?? '',
  ],
  'statement.imported': ({ actor, object, strong }, { account, new_count: added }) => [
    actor,
    ' imported the statement ',
    object ?? '',
    ` with ${count(added, 'new line', 'new lines')} for account `,
    strong(String(account ?? '')),
  ],
  'statement.removed': ({ actor, object }) => [actor, ' undid the import of the statement ', object ?? ''],
  'period.closed': ({ actor, object }) => [actor, ' closed the month ', object ?? ''],
  'period.reopen_requested': ({ actor, object }, parameters) => [
    actor,
    ' asked to reopen the month ',
    object ?? '',
    ...reason(parameters),
  ],
  'period.reopen_rejected': ({ actor, object }, parameters) => [
    actor,
    ' rejected the request to reopen the month ',
    object ?? '',
    ...reason(parameters),
  ],
  'period.reopened': ({ actor, object }) => [actor, ' reopened the month ', object ?? ''],
  'match.made': ({ actor, object }, { lines, method }) => [
    actor,
    method === 'auto' ? ' had ' : ' matched ',
    count(lines, 'line', 'lines'),
    method === 'auto' ? ' matched by rules in account ' : ' in account ',
    object ?? '',
  ],
  'match.ignored': ({ actor, object }, parameters) => [
    actor,
    ' ignored a line of account ',
    object ?? '',
    ...reason(parameters),
  ],
  'match.undone': ({ actor, object }, parameters) => [
    actor,
    ' undid a match in account ',
    object ?? '',
    ...(parameters['entry'] === undefined ? [] : [`, reversed by entry ${parameters['entry']}`]),
    ...reason(parameters),
  ],
  'line.assigned': ({ actor, object, strong }, { owner = 'someone' }) => [
    actor,
    ' assigned ',
    object ?? 'the line',
    ' to ',
    strong(String(owner)),
  ],
  'line.unassigned': ({ actor, object }) => [actor, ' removed the assignee of ', object ?? 'the line'],
  'line.deferred': ({ actor, object, day }, parameters) => [
    actor,
    ' postponed ',
    object ?? 'the line',
    ...(parameters['until'] ? [` until ${day(String(parameters['until']))}`] : []),
    ...reason(parameters),
  ],
  'line.due_changed': ({ actor, object, day }, { due }) =>
    due
      ? [actor, ' set the due date of ', object ?? 'the line', ` to ${day(String(due))}`]
      : [actor, ' removed the due date of ', object ?? 'the line'],
  'line.file_attached': ({ actor, object, strong }, { file }) => [
    actor,
    ' attached ',
    strong(String(file ?? 'a file')),
    ' to ',
    object ?? 'the line',
  ],
  'line.resumed': ({ actor, object }) => [actor, ' reopened ', object ?? 'the line'],
  'line.commented': ({ actor, object }, { comment = '' }) => [
    actor,
    ' commented on ',
    object ?? 'the line',
    comment === '' ? '' : `: ${comment}`,
  ],
  'line.provider_asked': ({ actor, object }, { document = '', status = '', reason: why = '' }) => [
    actor,
    ` checked ${document} with the provider for `,
    object ?? 'the line',
    status === '' ? '' : `: ${answers[status as keyof typeof answers] ?? status}`,
    why === '' ? '' : `, ${why}`,
  ],
  'ledger_account.added': ({ actor, object, strong }, { name }) => [
    actor,
    ' added the account ',
    object ?? '',
    ...(name ? [' ', strong(String(name))] : []),
  ],
  'ledger_account.renamed': ({ actor, object }) => [actor, ' renamed the account ', object ?? ''],
  'exchange_rate.set': ({ actor, strong }, { day = '', from = '', to = '', rate = '', source = '' }) => [
    actor,
    ' set the exchange rate of ',
    strong(`${day}: 1 ${from} = ${rate} ${to}`),
    ` (${source})`,
  ],
  'exchange_rate.removed': ({ actor }, { day = '', from = '', to = '' }) => [
    actor,
    ` removed the exchange rate of ${day} from ${from} to ${to}`,
  ],
  'exchange_rates.imported': ({ actor, object }, { rates }) => [
    actor,
    ` imported ${count(rates, 'exchange rate', 'exchange rates')} from `,
    object ?? '',
  ],
  'exchange_rates.undone': ({ actor, object }, { rates }) => [
    actor,
    ` undid a change of ${count(rates, 'exchange rate', 'exchange rates')} from `,
    object ?? '',
  ],
  'ledger_account.archived': ({ actor, object }) => [actor, ' archived the account ', object ?? ''],
  'ledger_account.unarchived': ({ actor, object }) => [actor, ' unarchived the account ', object ?? ''],
  'token.created': ({ actor, object }) => [actor, ' created the API token ', object ?? ''],
  'token.revoked': ({ actor, object }, { owner }) => [
    actor,
    ' revoked the API token ',
    object ?? '',
    ...(owner === undefined ? [] : [` of ${owner}`]),
  ],
  'webhook.created': ({ actor, object }) => [actor, ' added a webhook to ', object ?? ''],
  'webhook.changed': ({ actor, object }) => [actor, ' changed the webhook to ', object ?? ''],
  'webhook.paused': ({ actor, object }) => [actor, ' paused the webhook to ', object ?? ''],
  'webhook.resumed': ({ actor, object }) => [actor, ' resumed the webhook to ', object ?? ''],
  'webhook.secret_replaced': ({ actor, object }) => [actor, ' replaced the secret of the webhook to ', object ?? ''],
  'webhook.switched_off': ({ object }) => [
    'The webhook to ',
    object ?? '',
    ' was disabled after three days of failed deliveries',
  ],
  'webhook.removed': ({ actor, object }) => [actor, ' removed the webhook to ', object ?? ''],
  'role.removed': ({ actor, object }) => [actor, ' deleted the role ', object ?? ''],
  'user.unlocked': ({ actor, object }) => [
    actor,
    ' unlocked ',
    ...(object === null ? ['the login'] : ['the login of ', object]),
  ],
  'user.logged_in': ({ actor, object }, parameters) => [
    object ?? actor,
    ' logged in',
    ...(parameters['newDevice'] === undefined ? [] : [` on a new device (${parameters['newDevice'] || 'unknown'})`]),
    ...withFactor(parameters),
  ],
  'user.logged_out': ({ actor, object }) => [object ?? actor, ' logged out'],
  'user.login_failed': ({ object }, parameters) => [
    'Failed login',
    ...(object === null ? [] : [' as ', object]),
    ...(parameters['factor'] === 'code' ? [': the password was right, the code was not'] : []),
  ],
  'user.refused': ({ actor, strong, permission }, parameters) => {
    const allowed = permission(String(parameters['permission']))
    if (allowed !== undefined)
      return [actor, ' was not allowed to ', strong(allowed.charAt(0).toLowerCase() + allowed.slice(1))]
    const { endpoint } = parameters
    return endpoint === undefined ? [actor, ' was denied a request'] : [actor, ' was denied ', strong(String(endpoint))]
  },
  'user.view_started': ({ actor, object }, parameters) => [
    actor,
    ' viewed as ',
    object ?? 'this account',
    ...(parameters['reason'] === undefined ? [] : [`: ${parameters['reason']}`]),
  ],
  'user.view_ended': ({ actor, object }) => [actor, ' stopped viewing as ', object ?? 'this account'],
  'user.identity_confirmed': ({ actor }, parameters) => [actor, ' confirmed their identity', ...withFactor(parameters)],
  'user.totp_added': ({ actor }) => [actor, ' set up an authenticator app'],
  'user.totp_removed': ({ actor }) => [actor, ' removed their authenticator app'],
  'user.recovery_codes_created': ({ actor }) => [actor, ' created new recovery codes'],
  'user.passkey_added': ({ actor, strong }, parameters) => [actor, ' added the passkey ', strong(labelOf(parameters))],
  'user.passkey_renamed': ({ actor, strong }, parameters) => [
    actor,
    ' renamed a passkey to ',
    strong(labelOf(parameters)),
  ],
  'user.passkey_removed': ({ actor, strong }, parameters) => [
    actor,
    ' removed the passkey ',
    strong(labelOf(parameters)),
  ],
  'user.factors_removed': ({ actor, object }) => [
    actor,
    ' turned off two-step authentication for ',
    object ?? 'this account',
  ],
  'user.identity_linked': ({ actor, strong }, parameters) => [
    actor,
    ' linked the company login ',
    strong(labelOf(parameters)),
  ],
  'user.identity_unlinked': ({ actor, strong }, parameters) => [
    actor,
    ' unlinked the company login ',
    strong(labelOf(parameters)),
  ],
  'user.reset_link_created': ({ actor, object }) => [
    actor,
    ' created a link to reset the password',
    ...(object === null ? [] : [' of ', object]),
  ],
  'user.password_changed': ({ actor, object }) => [
    actor,
    ' changed ',
    ...(object === null ? ['the password'] : ['the password of ', object]),
  ],
  'user.password_reset': ({ actor, object }) => [
    actor,
    ' reset ',
    ...(object === null ? ['the password'] : ['the password of ', object]),
  ],
  'user.profile_changed': ({ actor, object }) => [
    actor,
    ' changed ',
    ...(object === null ? ['the profile'] : ['the profile of ', object]),
  ],
  'user.sessions_ended': ({ actor, object }, parameters) => [
    actor,
    ' ended ',
    count(parameters['count'], 'session', 'sessions'),
    ...(object === null ? [] : [' of ', object]),
  ],
}

/** Sentences of the activity feed. */
export const events = {
  /** The actor of automatic actions of Kontor. */
  system: 'Kontor',
  sentences,
  /** An action that a later version of Kontor has recorded in the same database. */
  unknownAction:
    (action: string): Sentence =>
    ({ actor, object }) => [actor, ': ', action, ...(object === null ? [] : [' ', object])],
}

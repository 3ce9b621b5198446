import { formatCount } from '#shared/count.ts'
import type { EventAction, EventView } from '#shared/events/views.ts'

/** What stands in the gaps of a sentence: who, what (null where the page itself is about it), and a word or number made bold. */
export interface Gaps<Piece> {
  actor: Piece
  object: Piece | null
  strong: (text: string) => Piece
  /** The name of a role in this language. */
  role: (role: string) => string
}

type Sentence = <Piece>(gaps: Gaps<Piece>, told: EventView['parameters']) => (string | Piece)[]

const count = (value: string | number | undefined, one: string, many: string): string =>
  value === undefined ? `some ${many}` : `${formatCount(Number(value))} ${Number(value) === 1 ? one : many}`

/** One sentence for each thing that can happen, in pieces. */
const sentences: Record<EventAction, Sentence> = {
  'order.imported': ({ actor, object }, told) => [
    actor,
    ' imported ',
    ...(object === null ? ['the order'] : [object]),
    ...(told['file'] ? [` from ${told['file']}`] : []),
  ],
  'order.shipped': ({ actor, object, strong }, told) => [
    actor,
    ' shipped ',
    strong(count(told['itemCount'], 'item', 'items')),
    ...(object === null ? [] : [' of ', object]),
    ...(told['carrier'] ? [` with ${told['carrier']}`] : []),
    ...(told['trackingNumber'] ? [`, ${told['trackingNumber']}`] : []),
  ],
  'orders.imported': ({ actor, object, strong }, told) => [
    actor,
    ' imported ',
    Number(told['created']) === 0 ? 'no new order' : strong(count(told['created'], 'order', 'orders')),
    ...(object === null ? [] : [' from ', object]),
    ...(Number(told['refused'] ?? 0) > 0 ? [', ', strong(formatCount(Number(told['refused']))), ' refused'] : []),
  ],
  'user.registered': ({ actor, object }) => [object ?? actor, ' registered'],
  'user.approved': ({ actor, object, role }, told) => [
    actor,
    ' let ',
    object ?? 'this person',
    ' in',
    ...(told['role'] ? [` as ${role(String(told['role'])).toLowerCase()}`] : []),
  ],
  'user.rejected': ({ actor, object }) => [actor, ' turned ', object ?? 'this person', ' down'],
  'user.suspended': ({ actor, object }) => [actor, ' suspended ', object ?? 'this person'],
  'user.restored': ({ actor, object }) => [actor, ' gave ', object ?? 'this person', ' access again'],
  'user.added': ({ actor, object, role }, told) => [
    actor,
    ' added ',
    object ?? 'this person',
    ...(told['role'] ? [` as ${role(String(told['role'])).toLowerCase()}`] : []),
  ],
  'user.logged_in': ({ actor, object }) => [object ?? actor, ' logged in'],
  'user.log_in_refused': ({ object }) => ['A log-in', ...(object === null ? [] : [' as ', object]), ' was refused'],
}

/** What happened, told in sentences. */
export const events = {
  /** Who acts where no person does. */
  program: 'Kontor',
  sentences,
}

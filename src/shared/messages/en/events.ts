import { formatCount } from '#shared/count.ts'
import type { EventAction, EventView } from '#shared/events/views.ts'

/** What stands in the gaps of a sentence: who, what (null where the page itself is about it), and a word or number made bold. */
export interface Placeholders<Piece> {
  actor: Piece
  object: Piece | null
  strong: (text: string) => Piece
  /** The name of a role in this language. */
  role: (role: string) => string
}

type Sentence = <Piece>(placeholders: Placeholders<Piece>, parameters: EventView['parameters']) => (string | Piece)[]

const count = (value: string | number | undefined, one: string, many: string): string =>
  value === undefined ? `some ${many}` : `${formatCount(Number(value))} ${Number(value) === 1 ? one : many}`

/** One sentence for each thing that can happen, in pieces. */
const sentences: Record<EventAction, Sentence> = {
  'order.imported': ({ actor, object }, parameters) => [
    actor,
    ' imported ',
    ...(object === null ? ['the order'] : [object]),
    ...(parameters['file'] ? [` from ${parameters['file']}`] : []),
  ],
  'order.shipped': ({ actor, object, strong }, parameters) => [
    actor,
    ' shipped ',
    strong(count(parameters['itemCount'], 'item', 'items')),
    ...(object === null ? [] : [' of ', object]),
    ...(parameters['carrier'] ? [` with ${parameters['carrier']}`] : []),
    ...(parameters['trackingNumber'] ? [`, ${parameters['trackingNumber']}`] : []),
  ],
  'orders.imported': ({ actor, object, strong }, parameters) => [
    actor,
    ' imported ',
    Number(parameters['created']) === 0 ? 'no new order' : strong(count(parameters['created'], 'order', 'orders')),
    ...(object === null ? [] : [' from ', object]),
    ...(Number(parameters['refused'] ?? 0) > 0
      ? [', ', strong(formatCount(Number(parameters['refused']))), ' refused']
      : []),
  ],
  'user.registered': ({ actor, object }) => [object ?? actor, ' registered'],
  'user.approved': ({ actor, object, role }, parameters) => [
    actor,
    ' let ',
    object ?? 'this person',
    ' in',
    ...(parameters['role'] ? [` as ${role(String(parameters['role'])).toLowerCase()}`] : []),
  ],
  'user.rejected': ({ actor, object }) => [actor, ' turned ', object ?? 'this person', ' down'],
  'user.suspended': ({ actor, object }) => [actor, ' suspended ', object ?? 'this person'],
  'user.restored': ({ actor, object }) => [actor, ' gave ', object ?? 'this person', ' access again'],
  'user.added': ({ actor, object, role }, parameters) => [
    actor,
    ' added ',
    object ?? 'this person',
    ...(parameters['role'] ? [` as ${role(String(parameters['role'])).toLowerCase()}`] : []),
  ],
  'user.logged_in': ({ actor, object }) => [object ?? actor, ' logged in'],
  'user.log_in_refused': ({ object }) => ['A log-in', ...(object === null ? [] : [' as ', object]), ' was refused'],
}

/** What happened, told in sentences. */
export const events = {
  /** Who acts where no person does. */
  system: 'Kontor',
  sentences,
}

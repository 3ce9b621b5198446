import {
  actionPermissions,
  annotationPermissions,
  findBlocker,
  type OrderAction,
  type OrderBlocker,
  type OrderFacts,
} from '#shared/orders/actions.ts'
import { maxTags } from '#shared/constants.ts'
import type { OrderStatus } from '#shared/orders/order.ts'
import type { Locale } from '#shared/locales.ts'
import type { DocumentKind, Paper } from '#shared/print/documents.ts'
import type { Permission } from '#shared/permissions.ts'

/** Actions on many orders, each as a job. */

/** In the order in which a page offers them. */
export const bulkActions = [
  'ship',
  'tag',
  'untag',
  'assign',
  'hold',
  'release',
  'archive',
  'unarchive',
  'cancel',
] as const
export type BulkAction = (typeof bulkActions)[number]

/** What a job does with each of many orders. Printing is offered by a dialog of its own, because few orders need no job. */
export const orderJobActions = [...bulkActions, 'print'] as const
export type OrderJobAction = (typeof orderJobActions)[number]

/** The permission that each action needs for every order, besides `orders.bulk`. */
export const bulkPermissions = {
  ship: actionPermissions.ship,
  tag: annotationPermissions.tag,
  untag: annotationPermissions.tag,
  assign: annotationPermissions.assign,
  hold: actionPermissions.hold,
  release: actionPermissions.release,
  archive: actionPermissions.archive,
  unarchive: actionPermissions.unarchive,
  cancel: actionPermissions.cancel,
  print: 'orders.print',
} as const satisfies Record<OrderJobAction, Permission>

/** The actions that can be undone; what a cancellation did with the money of an order cannot. */
export const undoableActions: readonly BulkAction[] = bulkActions.filter((action) => action !== 'cancel')

/** What a job does with each order, besides what its items say. Empty where the action does not ask for it. */
export interface BulkParameters {
  tag: string
  /** Empty removes the assignee. */
  assigneeId: string
  /** The name of the assignee when the job was made. */
  assignee: string
  reason: string
  /** The day on which Kontor releases the orders, or empty. */
  until: string
  carrier: string
  /** What is printed, and how. */
  kind: DocumentKind | ''
  paper: Paper | ''
  language: Locale | ''
  /** Only of a single order. */
  trackingNumber?: string
}

/** The actions that have no fields. */
export const noBulkParameters: BulkParameters = {
  tag: '',
  assigneeId: '',
  assignee: '',
  reason: '',
  until: '',
  carrier: '',
  kind: '',
  paper: '',
  language: '',
}

/** Why an order is left as it is: what it already is, a rule, or its status. */
export type BulkReason =
  | 'unchanged'
  | 'too-many-tags'
  | 'changed-meanwhile'
  | 'assignee-inactive'
  | 'until-passed'
  | 'not-found'
  | 'ledger-full'
  | 'failed'
  | 'no-invoice'
  | 'nothing-to-credit'
  | Exclude<OrderBlocker, 'status'>
  | OrderStatus

/** What decides whether an order can be changed. */
export interface BulkFacts extends OrderFacts {
  tags: readonly string[]
  assigneeId: string
}

/** Why an action would leave an order as it is; `undefined` if it would change it. */
export function findBulkReason(
  facts: BulkFacts,
  action: BulkAction,
  { tag, assigneeId }: Pick<BulkParameters, 'tag' | 'assigneeId'>,
): BulkReason | undefined {
  switch (action) {
    case 'tag':
      if (facts.tags.includes(tag)) return 'unchanged'
      return facts.tags.length < maxTags ? undefined : 'too-many-tags'
    case 'untag':
      return facts.tags.includes(tag) ? undefined : 'unchanged'
    case 'assign':
      return facts.assigneeId === assigneeId ? 'unchanged' : undefined
    default:
      return findActionReason(facts, action)
  }
}

/** The blocker of an action; for one that the status does not allow, which status that is. */
function findActionReason(facts: OrderFacts, action: OrderAction): BulkReason | undefined {
  // That everything is shipped says more than that the order is completed.
  if (action === 'ship' && !['unfulfilled', 'partially_fulfilled'].includes(facts.fulfillmentStatus))
    return 'nothing-to-ship'
  const blocker = findBlocker(facts, action)
  return blocker === 'status' ? facts.status : blocker
}

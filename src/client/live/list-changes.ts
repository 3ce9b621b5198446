import type { LiveUpdate, OrderUpdate } from '#shared/live/views.ts'

/** Changes of a list since it was loaded. */
export interface ListChanges {
  /** The numbers of the orders, and whether each is new. */
  orders: ReadonlyMap<string, boolean>
  /** Whether these are all: after many changes at once, servers list only the latest. */
  isComplete: boolean
}

export const noListChanges: ListChanges = { orders: new Map(), isComplete: true }

/** Adds the changes of an update for which `isListed` holds. An order that is new stays so, whatever happens to it before the list is loaded. */
export function addListChanges(
  known: ListChanges,
  { changes, isComplete }: Pick<LiveUpdate, 'changes' | 'isComplete'>,
  isListed: (change: OrderUpdate) => boolean,
): ListChanges {
  const inList = changes.filter(isListed)
  if (inList.length === 0) return known
  return {
    orders: new Map([...inList.map(({ number, isNew }) => [number, isNew] as const), ...known.orders]),
    isComplete: known.isComplete && isComplete,
  }
}

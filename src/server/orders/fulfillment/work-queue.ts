import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext, Kontor } from '#server/context.ts'
import type { Database, Db } from '#server/db/database.ts'
import { findOrder } from '#server/orders/find-order.ts'
import { KeyedQueue } from '#server/runtime/keyed-queue.ts'
import * as store from '#server/orders/fulfillment/work-queue-store.ts'
import { toOrderFacts } from '#server/orders/order-money.ts'
import { claimMs, clockSkewMs } from '#shared/constants.ts'
import { findBlocker } from '#shared/orders/actions.ts'
import { ProblemError } from '#shared/problem.ts'

/** Orders that are tried before the queue is read again: someone else may have claimed or shipped the first ones in the meantime. */
const candidateCount = 5
const maxReads = 10

const queues = new WeakMap<Database, KeyedQueue>()

/**
 * `POST /api/orders/claims`: claims an order that is ready to ship for ten minutes, so that no one else gets it: the oldest one that is assigned to
 * the user, or else the oldest one without an assignee, or else of someone whose account was suspended. When all are claimed, those of the user come again. Throws `nothing-to-ship`.
 */
export const claimNextOrder: Action<'claimNextOrder'> = (context) => {
  const { database } = context.kontor
  // One after the other, so that concurrent requests do not try the same order. If several servers try it, one claims it and the others try the next.
  return queues.getOrInsertComputed(database, () => new KeyedQueue()).run('next', () => claimNext(context))
}

async function claimNext(context: AuthenticatedContext) {
  const { kontor, session } = context
  const db = kontor.database.read
  for (let reads = 0; reads < maxReads; reads++) {
    const now = kontor.now()
    const unclaimed = await listUnclaimed(db, session.user.id, now)
    const isOwn = unclaimed.length === 0
    const candidates = isOwn ? await store.listClaimed(db, session.user.id, now) : unclaimed
    // Two servers that take the same orders in the same order could race for each of them, so the one that loses continues at another order.
    for (const candidate of reads === 0 ? candidates : shuffle(candidates)) {
      const claimedUntil = now + claimMs
      if (await claim(context, candidate, { isOwn, now, until: claimedUntil }))
        return { number: candidate.number, claimedUntil }
    }
    if (isOwn) break
  }
  const others = (await store.hasOrdersOfOthers(db, session.user.id)) ? 'assigned' : ''
  throw new ProblemError('nothing-to-ship', { others })
}

/** The oldest orders of the user that no one has claimed, or else the oldest ones without an assignee, or else of former users. */
async function listUnclaimed(db: Db, userId: string, now: number): Promise<store.QueuedOrder[]> {
  const assigned = await store.listUnclaimed(db, userId, { now, limit: candidateCount })
  if (assigned.length > 0) return assigned
  const free = await store.listUnclaimed(db, null, { now, limit: candidateCount })
  return free.length > 0 ? free : store.listUnclaimedOfFormerUsers(db, { now, limit: candidateCount })
}

function shuffle<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** Claims an order if it can still be shipped, no request has claimed it meanwhile, not even one of the same user, and no one else takes care of it. */
const claim = (
  context: AuthenticatedContext,
  { id, number }: store.QueuedOrder,
  options: { isOwn: boolean; now: number; until: number },
): Promise<boolean> =>
  inTransaction(context, async (transaction, actor) => {
    const order = await findOrder(transaction, number)
    if (!order || findBlocker(toOrderFacts(order), 'ship') !== undefined) return false
    const { assignee_id: assigneeId } = order
    const isOfColleague = assigneeId !== null && assigneeId !== actor.id
    if (isOfColleague && !(await store.isFormerUser(transaction, assigneeId))) return false
    return store.claimOrder(transaction, { orderId: id, userId: actor.id, ...options })
  })

/** Deletes the claims that are over, and those from when the clock was ahead. */
export const purgeClaims = ({ database, now }: Pick<Kontor, 'database' | 'now'>) =>
  database.inReadCommitted((transaction) => store.deleteEndedClaims(transaction, now(), now() + claimMs + clockSkewMs))

import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import * as store from '#server/customers/store.ts'
import { type CustomerGroup, findGroup, isFinished, loadCustomerView } from '#server/customers/views.ts'
import type { Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { eraseOrder } from '#server/orders/erase-order.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** Few enough that other changes wait less than 50 ms. Reading goes on meanwhile, because the event loop is free after each order. */
const ordersPerTransaction = 10
const answersPerTurn = 50

/**
 * `POST /api/customers/:customer/erasure`: replaces the personal data of the customer in all their orders. Runs in several transactions; the
 * last one says that the customer is erased, so that one that was interrupted is finished by sending it again. Throws `customer-unfinished` while orders are not
 * finished, and `changed-meanwhile` when the customer is merged with another one before it is done, because the user confirmed this one only.
 */
export const eraseCustomer: Action<'eraseCustomer'> = async (context, { customer, confirmation }) => {
  const { database } = context.kontor
  const { number, mergedNumbers, name, erasedAt } = await loadCustomerView(database.read, context, customer)
  if (erasedAt === null) {
    if (![number, name].some((expected) => expected !== '' && isSame(confirmation, expected)))
      throw invalidInput({ pointer: '/confirmation', reason: 'confirmation' })
    const confirmed: [string, ...string[]] = [number, ...mergedNumbers]
    const erased = new Set<string>()
    while (!(await eraseSome(context, confirmed, erased))) await yieldToEventLoop()
  }
  return loadCustomerView(database.read, context, customer)
}

const isSame = (typed: string, expected: string): boolean =>
  typed.trim().toLowerCase() === expected.trim().toLowerCase()

/**
 * Erases some of the orders of these customers that are not in `erased`, and the customers once there are no more. Returns whether it is done.
 */
const eraseSome = (
  context: AuthenticatedContext,
  confirmed: readonly [string, ...string[]],
  erased: Set<string>,
): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const group = await findGroup(transaction, confirmed[0])
    if (group.numbers.join() !== confirmed.join()) throw new ProblemError('changed-meanwhile')
    if (group.erasedAt !== null) return true
    const orders = await store.listOrders(transaction, group.numbers)
    const unfinished = orders.filter((order) => !isFinished(order)).map(({ number }) => number)
    if (unfinished.length > 0)
      throw new ProblemError('customer-unfinished', { unfinished: unfinished.slice(0, 10).join(', ') })
    const remaining = orders.filter(({ number }) => !erased.has(number))
    const numbers = remaining.slice(0, ordersPerTransaction).map(({ number }) => number)
    for (const number of numbers) {
      await eraseOrder(transaction, context, number)
      await yieldToEventLoop()
    }
    for (const number of numbers) erased.add(number)
    if (remaining.length > numbers.length) return false
    await eraseAnswers(transaction, erased)
    await recordErased(transaction, context, group)
    return true
  })

/** Forgets the answers to requests of the last days that have the data of these orders. */
async function eraseAnswers(transaction: Transaction, orderNumbers: ReadonlySet<string>): Promise<void> {
  for (let after = { created_at: 0, key: '' }; ;) {
    const answers = await store.listAnswers(transaction, after, answersPerTurn)
    for (const { user_id, key, answer } of answers)
      if (answer?.match(orderNumberPattern)?.some((number) => orderNumbers.has(number)))
        await store.eraseAnswer(transaction, user_id, key)
    const last = answers.at(-1)
    if (!last || answers.length < answersPerTurn) return
    after = last
    await yieldToEventLoop()
  }
}

const orderNumberPattern = /SO\d{6}-\d{5,}/g

async function recordErased(
  transaction: Transaction,
  context: AuthenticatedContext,
  { numbers }: CustomerGroup,
): Promise<void> {
  const at = context.kontor.now()
  for (const number of numbers) {
    const record = await store.findCustomer(transaction, number)
    await store.updateErased(transaction, number, at)
    await recordEvents(transaction, context, {
      action: 'customer.erased',
      objectType: 'customer',
      objectId: number,
      objectLabel: number,
      parameters: { version: (record?.version ?? 0) + 1 },
      at,
    })
  }
}

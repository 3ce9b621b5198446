import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import * as eraseStore from '#server/customers/erase-store.ts'
import { toProfile } from '#server/customers/profile-columns.ts'
import { updateListKeys } from '#server/customers/list-keys.ts'
import * as profiles from '#server/customers/profile-store.ts'
import { saveProfiles } from '#server/customers/save-profiles.ts'
import * as ordersStore from '#server/customers/orders-store.ts'
import { type CustomerGroup, findCustomer, findGroup } from '#server/customers/find-customer.ts'
import { loadCustomerView } from '#server/customers/views.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { loadCredit } from '#server/finance/store-credit.ts'
import { eraseOrder, isFinished } from '#server/orders/removal/erase-order.ts'
import { emptyProfile, listProfileChanges } from '#shared/customers/profile.ts'
import { formatMoney } from '#shared/money.ts'
import { isPersonalField } from '#shared/orders/personal-fields.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** Few enough that other changes wait less than 50 ms. Reads can run in between, because the event loop is free after each order. */
const ordersPerTransaction = 10
const answersPerTurn = 50

/**
 * `POST /api/customers/:customer/erasure`: replaces the personal data of the customer in all their orders. Runs in several transactions; the
 * last one says that the customer is erased, so that one that was interrupted is finished by sending it again. Someone who was erased is
 * erased again when personal data was added since. Throws `customer-unfinished` while orders are not finished, `customer-has-credit` while they have store credit, and `changed-meanwhile` when
 * the customer is merged with another one before it is done, because the user confirmed this one only.
 */
export const eraseCustomer: Action<'eraseCustomer'> = async (context, { customer, confirmation }) => {
  const { database } = context.kontor
  const { number, mergedNumbers, name, actions, erasedAt } = await loadCustomerView(database.read, context, customer)
  if (actions.includes('eraseCustomer')) {
    if (![number, name].some((expected) => expected !== '' && isSame(confirmation, expected)))
      throw invalidInput({ pointer: '/confirmation', reason: 'confirmation' })
    await eraseOrders(context, [number, ...mergedNumbers], erasedAt)
  }
  return loadCustomerView(database.read, context, customer)
}

const isSame = (typed: string, expected: string): boolean =>
  typed.trim().toLowerCase() === expected.trim().toLowerCase()

/** The numbers of a customer and those merged into it, as the user confirmed them. */
type Confirmed = readonly [string, ...string[]]

/** Erases all orders of a customer, those that come in meanwhile too, and then the customer. `erasedAt` is when it was erased before. */
async function eraseOrders(
  context: AuthenticatedContext,
  confirmed: Confirmed,
  erasedAt: number | null,
): Promise<void> {
  const erased = new Set<string>()
  do {
    await requireNoCredit(context.kontor.database.read, confirmed)
    const orders = await ordersStore.listOrders(context.kontor.database.read, confirmed)
    const unfinished = orders.filter((order) => !isFinished(order)).map(({ number }) => number)
    if (unfinished.length > 0)
      throw new ProblemError('customer-unfinished', { unfinished: unfinished.slice(0, 10).join(', ') })
    const numbers = orders.map(({ number }) => number).filter((number) => !erased.has(number))
    for (let start = 0; start < numbers.length; start += ordersPerTransaction) {
      const some = numbers.slice(start, start + ordersPerTransaction)
      await eraseSome(context, confirmed, some)
      for (const number of some) erased.add(number)
      await yieldToEventLoop()
    }
  } while (!(await finish(context, confirmed, { erased, erasedAt })))
}

/** Store credit is owed to someone: it is paid out or adjusted before. Throws `customer-has-credit`. */
async function requireNoCredit(db: Db, [number]: Confirmed): Promise<void> {
  const credit = await loadCredit(db, number)
  if (credit.length > 0)
    throw new ProblemError('customer-has-credit', {
      credit: credit.map(({ amountMinor, currency }) => formatMoney(amountMinor, currency)).join(', '),
    })
}

const eraseSome = (context: AuthenticatedContext, confirmed: Confirmed, numbers: readonly string[]): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await requireConfirmed(transaction, confirmed)
    for (const number of numbers) {
      await eraseOrder(transaction, context, number)
      await yieldToEventLoop()
    }
    await updateListKeys(transaction, confirmed)
  })

/** Says that the customer is erased, unless another request did; returns false if there are orders that are not in `erased`. */
const finish = (
  context: AuthenticatedContext,
  confirmed: Confirmed,
  { erased, erasedAt }: { erased: ReadonlySet<string>; erasedAt: number | null },
): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const group = await requireConfirmed(transaction, confirmed)
    if (group.erasedAt !== erasedAt) return true
    if ((await ordersStore.countOrders(transaction, confirmed)) !== erased.size) return false
    await requireNoCredit(transaction, confirmed)
    await eraseAnswers(transaction, new Set([...erased, ...confirmed]))
    await recordErased(transaction, context, group)
    return true
  })

/** The customer, who must still be the one that the user confirmed. */
async function requireConfirmed(transaction: Transaction, confirmed: Confirmed): Promise<CustomerGroup> {
  const group = await findGroup(transaction, confirmed[0])
  if (group.numbers.join() !== confirmed.join()) throw new ProblemError('changed-meanwhile')
  return group
}

/** Deletes stored responses of idempotent requests that contain, or may contain, data of these orders and customers. */
async function eraseAnswers(transaction: Transaction, numbers: ReadonlySet<string>): Promise<void> {
  for (let after = { created_at: 0, key: '' }; ;) {
    const answers = await eraseStore.listAnswers(transaction, after, answersPerTurn)
    for (const { user_id, key, answer } of answers)
      if (answer && (comparisonPattern.test(answer) || answer.match(numberPattern)?.some((each) => numbers.has(each))))
        await eraseStore.eraseAnswer(transaction, user_id, key)
    const last = answers.at(-1)
    if (!last || answers.length < answersPerTurn) return
    after = last
    await yieldToEventLoop()
  }
}

/** The number of an order or a customer. */
const numberPattern = /(?:SO|CU)\d{6}-\d{5,}/g
/** A rejection that compares values of an order, which it does not name. */
const comparisonPattern = /"(?:conflicts|differences)":\[/

async function recordErased(
  transaction: Transaction,
  context: AuthenticatedContext,
  { numbers }: CustomerGroup,
): Promise<void> {
  const at = context.kontor.now()
  for (const number of numbers) {
    const record = await findCustomer(transaction, number)
    await eraseProfile(transaction, context, number)
    await eraseStore.updateErased(transaction, number, at)
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

/** Empties the profile and deletes the personal values of its events. */
async function eraseProfile(transaction: Transaction, context: AuthenticatedContext, number: string): Promise<void> {
  const before = await profiles.findProfile(transaction, number)
  if (!before) return
  const changes = listProfileChanges(toProfile(before), emptyProfile)
  if (changes.length === 0) return
  const known = await eraseStore.countPersonalValues(transaction, number)
  const erasedValues = known + changes.filter(({ field }) => isPersonalField(field)).length
  const event = { action: 'customer.changed', erasedValues } as const
  await saveProfiles(transaction, context, [{ number, before, after: emptyProfile }], event)
  await eraseStore.deletePersonalValues(transaction, number)
}

import { createAccount } from '#server/auth/create-account.ts'
import { inTransaction } from '#server/auth/access.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'
import { hashPassword } from '#server/auth/password.ts'
import { createOperatorContext, type Kontor } from '#server/context.ts'
import { bookkeepingTasks } from '#server/demo/bookkeeping.ts'
import { pendingUser, seller, staff, type StaffMember } from '#server/demo/catalog.ts'
import { bulkTasks } from '#server/demo/bulk-work.ts'
import { History, type StaffAccount } from '#server/demo/history.ts'
import { runTasks, type Task } from '#server/demo/run-tasks.ts'
import { newCustomerTasks } from '#server/demo/new-customers.ts'
import { createRandom } from '#server/demo/random.ts'
import { rateTasks } from '#server/demo/rates.ts'
import { createRoutine } from '#server/demo/routine.ts'
import { createSales, type Sale, toDraft } from '#server/demo/sales.ts'
import { backdateBook, isEmptyInstallation } from '#server/demo/store.ts'
import { editStories, enteredStories } from '#server/demo/stories/edits.ts'
import { paymentStories } from '#server/demo/stories/payments.ts'
import { disputeStories } from '#server/demo/stories/disputes.ts'
import { refundStories } from '#server/demo/stories/refunds.ts'
import { returnStories } from '#server/demo/stories/returns.ts'
import { shippingStories } from '#server/demo/stories/shipping.ts'
import { todayStories } from '#server/demo/stories/today.ts'
import { statementTasks } from '#server/demo/statements.ts'
import { createNarrator } from '#server/demo/story.ts'
import { createWorkingTime, type WorkingTime } from '#server/demo/working-time.ts'
import { monthOf, previousMonth } from '#shared/finance/closing/periods.ts'
import { dayOf } from '#shared/time.ts'

/** The shop has existed for this many days; staff have used Kontor only on the last of them. */
const daysBack = 90
const daysWithKontor = 14
/** From the sale in the shop until Kontor has the order. */
const arrivalMs = 60_000
const firstShopNumber = 20_001

/** The credentials of the demo shop's owner, and the accounts of others, which have the same password. */
export interface DemoLogin {
  email: string
  password: string
  colleagues: { email: string; role: string }[]
}

/**
 * Fills an empty installation with the orders of 90 days: the first ones as the shop knew them when Kontor was introduced two weeks ago, the
 * others with what staff did with them since. All accounts share one generated password. The same for the same time, apart from ids and the password.
 * Returns null and changes nothing when there is already an account or an order; otherwise `onStart` runs before the seconds that this takes.
 */
export async function seedDemo(kontor: Kontor, onStart = (): void => {}): Promise<DemoLogin | null> {
  const { database, book } = kontor
  if (!(await isEmptyInstallation(database.read))) return null
  const now = kontor.now()
  const at = createWorkingTime(now, book.timeZone)
  const password = generatePassword()
  const openedAt = at(daysWithKontor + 1, '10:00')
  const accounts = await openShop(kontor, password, openedAt)
  if (!accounts) return null
  onStart()
  // Staff of the demo refund alone what needs a second person above a limit, so it counts from now on.
  const unlimited = { ...kontor, config: { ...kontor.config, refundLimit: undefined } }
  const history = new History(unlimited, accounts)
  const tasks = createTasks(at, now, book.timeZone)
  await runTasks(
    history,
    tasks.filter((task) => task.at < now),
  )
  await history.close()
  await registerPendingUser(kontor, password, now - 40 * 60_000)
  const { anna, ...colleagues } = staff
  return { email: anna.email, password, colleagues: Object.values(colleagues) }
}

function createTasks(at: WorkingTime, now: number, zone: string): Task[] {
  const random = createRandom(20260923)
  const introducedAt = at(daysWithKontor, '09:00')
  const sales = createSales({ daysBack, until: now - arrivalMs, introducedAt, zone }, random)
  const narrator = createNarrator(at)
  const stories = [
    ...shippingStories(narrator, dayOf(now, zone)),
    ...paymentStories(narrator),
    ...refundStories(narrator),
    ...disputeStories(narrator),
    ...returnStories(narrator),
    ...editStories(narrator),
    ...enteredStories(narrator),
    ...todayStories(narrator),
  ]
  const storySales = stories.flatMap(({ sale }) => sale ?? [])
  return [
    ...setUpTasks(introducedAt),
    ...bookkeepingTasks(at, dayOf(now, zone)),
    ...rateTasks(at, dayOf(now, zone)),
    closingTask(introducedAt + 3 * 3_600_000, dayOf(now, zone)),
    ...arrivalTasks([...sales, ...storySales], introducedAt),
    ...stories.flatMap(({ tasks }) => tasks),
    ...statementTasks(at, zone),
    ...bulkTasks(at, zone),
    ...newCustomerTasks(at),
    ...createRoutine(sales, { days: daysWithKontor, at }, random),
  ]
}

/** What the owner and the administrator enter first. */
function setUpTasks(introducedAt: number): Task[] {
  const [sellerAt, carrierAt] = [introducedAt + 20 * 60_000, introducedAt + 30 * 60_000]
  const carrier = { carrierName: '青鸟同城', trackingUrl: 'https://parcels.example/track/{number}' }
  return [
    {
      at: sellerAt,
      run: async (history) => void (await history.act('anna', sellerAt, 'changeSeller', { ...seller, version: 1 })),
    },
    { at: carrierAt, run: async (history) => void (await history.act('jing', carrierAt, 'addCarrier', carrier)) },
  ]
}

/** Closes the months before the last one, which is left to be closed. */
function closingTask(at: number, today: string): Task {
  const last = previousMonth(previousMonth(monthOf(today)))
  return {
    at,
    run: async (history) => {
      const listed = await history.act('wei', at, 'listPeriods', {})
      if (listed instanceof Response) return
      const months = listed.periods.map(({ month }) => month).filter((month) => month <= last)
      for (const month of months.toReversed()) await history.act('wei', at, 'closePeriod', { month })
    },
  }
}

/** The orders that there were when Kontor was introduced, all at once, and the later ones one by one. */
function arrivalTasks(sales: readonly Sale[], introducedAt: number): Task[] {
  const drafts = sales
    .toSorted((a, b) => a.placedAt - b.placedAt)
    .map((sale, index) => [sale, toDraft(sale, firstShopNumber + index)] as const)
  const earlier = drafts.filter(([{ placedAt }]) => placedAt < introducedAt)
  return [
    { at: introducedAt, run: (history) => history.receive(new Map(earlier), introducedAt) },
    ...drafts.slice(earlier.length).map(([sale, draft]): Task => {
      const receivedAt = sale.placedAt + arrivalMs
      return {
        at: receivedAt,
        step: { action: 'receive', subject: sale },
        run: (history) => history.receive(new Map([[sale, draft]]), receivedAt),
      }
    }),
  ]
}

/** Backdates the book and adds the staff in one transaction, so that only one of several servers that start at once does; `null` for the others. */
async function openShop(
  kontor: Kontor,
  password: string,
  at: number,
): Promise<Record<StaffMember, StaffAccount> | null> {
  const context = createOperatorContext({ ...kontor, now: () => at })
  const { locale } = context
  const passwordHash = await hashPassword(password)
  const members = Object.entries(staff).map(([member, account]) => ({
    member: member as StaffMember,
    account: { ...account, nameSortKey: createNameSortKey(account.name), passwordHash, locale },
  }))
  return inTransaction(context, async (transaction) => {
    if (!(await isEmptyInstallation(transaction))) return null
    await backdateBook(transaction, at)
    const accounts: [StaffMember, StaffAccount][] = []
    for (const { member, account } of members) {
      const id = await createAccount(transaction, context, 'user.added', account)
      const { name, email, role } = account
      accounts.push([member, { id, name, email, role, status: 'active', locale, password_hash: null }])
    }
    return Object.fromEntries(accounts) as Record<StaffMember, StaffAccount>
  })
}

async function registerPendingUser(kontor: Kontor, password: string, at: number): Promise<void> {
  const context = createOperatorContext({ ...kontor, now: () => at })
  const passwordHash = await hashPassword(password)
  const nameSortKey = createNameSortKey(pendingUser.name)
  await inTransaction(context, async (transaction) => {
    const account = { ...pendingUser, nameSortKey, passwordHash, role: null, locale: 'zh' } as const
    await createAccount(transaction, context, 'user.registered', account)
  })
}

/** Four groups of five characters, without look-alikes such as `l`, `1`, `o` and `0`. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const bytes = crypto.getRandomValues(new Uint8Array(20))
  const text = [...bytes].map((byte) => letters[byte % letters.length]).join('')
  return text.replace(/(.{5})(?=.)/g, '$1-')
}

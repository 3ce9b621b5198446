import { inTransaction } from '#server/auth/access.ts'
import { logout } from '#server/auth/actions.ts'
import { rememberDevice } from '#server/auth/known-devices.ts'
import { openSession } from '#server/auth/open-session.ts'
import { provePassword } from '#server/auth/proof.ts'
import {
  type Action,
  type ContextOf,
  createOperatorContext,
  type Kontor,
  type RequestContext,
  type Session,
} from '#server/context.ts'
import * as customers from '#server/customers/actions.ts'
import type { StaffMember } from '#server/demo/catalog.ts'
import * as ledgerAccounts from '#server/finance/account-actions.ts'
import * as entryAttachments from '#server/finance/manual/attachment-actions.ts'
import * as manualEntries from '#server/finance/manual/entry-actions.ts'
import * as entryTemplates from '#server/finance/manual/templates.ts'
import * as matching from '#server/finance/matching/match-actions.ts'
import * as rates from '#server/finance/rates/actions.ts'
import * as statements from '#server/finance/statements/statement-actions.ts'
import * as finance from '#server/finance/actions.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { runQueuedJobs } from '#server/jobs/actions.ts'
import * as orders from '#server/orders/actions.ts'
import * as print from '#server/print/actions.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { type EndpointName, endpoints, type InputOf, type OutputOf } from '#shared/routes/endpoints.ts'

/** What staff of the demo shop do. Every action is that of its endpoint, so permissions, rules and the books are as for a request. */
const staffActions = {
  addCarrier: orders.addCarrier,
  addEntryTemplate: entryTemplates.addEntryTemplate,
  addLedgerAccount: ledgerAccounts.addLedgerAccount,
  addNote: orders.addNote,
  approveRefund: orders.approveRefund,
  approveReturn: orders.approveReturn,
  archiveOrder: orders.archiveOrder,
  assignOrder: orders.assignOrder,
  attachFile: orders.attachFile,
  attachToEntryRequest: entryAttachments.attachToEntryRequest,
  cancelOrder: orders.cancelOrder,
  cancelReturn: orders.cancelReturn,
  cancelShipment: orders.cancelShipment,
  captureAuthorization: orders.captureAuthorization,
  closePeriod: finance.closePeriod,
  changeSeller: print.changeSeller,
  completeReturn: orders.completeReturn,
  confirmOrder: orders.confirmOrder,
  correctShipment: orders.correctShipment,
  createCustomer: customers.createCustomer,
  createOrderJob: orders.createOrderJob,
  deliverShipment: orders.deliverShipment,
  discardOrder: orders.discardOrder,
  editOrder: orders.editOrder,
  enterOrder: orders.enterOrder,
  getOrder: orders.getOrder,
  holdOrder: orders.holdOrder,
  loseDispute: orders.loseDispute,
  markRefundReturned: orders.markRefundReturned,
  postEntry: manualEntries.postEntry,
  importExchangeRates: rates.importExchangeRates,
  importStatement: statements.importStatement,
  listLedgerAccounts: ledgerAccounts.listLedgerAccounts,
  listMatchLines: matching.listMatchLines,
  listPostings: ledgerAccounts.listPostings,
  postMatch: matching.postMatch,
  listPeriods: finance.listPeriods,
  printOrders: print.printOrders,
  receiveReturn: orders.receiveReturn,
  recordDispute: orders.recordDispute,
  recordPayment: orders.recordPayment,
  refundOrder: orders.refundOrder,
  rejectRefund: orders.rejectRefund,
  rejectReturn: orders.rejectReturn,
  releaseOrder: orders.releaseOrder,
  requestReturn: orders.requestReturn,
  shipOrder: orders.shipOrder,
  tagOrder: orders.tagOrder,
  unarchiveOrder: orders.unarchiveOrder,
  voidAuthorization: orders.voidAuthorization,
  withdrawRefund: orders.withdrawRefund,
  writeOffBalance: orders.writeOffBalance,
} satisfies { [Name in EndpointName]?: Action<Name> }
export type StaffAction = keyof typeof staffActions

export type StaffAccount = Parameters<typeof openSession>[1]

/** Something that happens at a time, epoch milliseconds. */
export interface Task {
  at: number
  /** The action and the key of its order; missing if it concerns several orders, or none. */
  step?: { action: StaffAction | 'receive'; subject: object }
  run: (history: History) => Promise<void>
}

/** The length of a working day: staff log in once a day. */
const shiftMs = 10 * 3_600_000
/** Few enough that requests during the start wait less than 50 ms. */
const ordersPerImport = 50

/** The generated past of the demo shop: actions of its staff and orders of its shop, each at its own time. */
export class History {
  readonly #kontor: Kontor
  readonly #accounts: Record<StaffMember, StaffAccount>
  readonly #shifts = new Map<StaffMember, { startedAt: number; session: Promise<Session> }>()
  /** Order numbers by the key of the order, and orders by number as of the last action. */
  readonly #numbers = new Map<object, string>()
  readonly #orders = new Map<string, OrderView>()

  constructor(kontor: Kontor, accounts: Record<StaffMember, StaffAccount>) {
    // The people of the demo have no mailboxes.
    this.#kontor = { ...kontor, config: { ...kontor.config, mail: undefined } }
    this.#accounts = accounts
  }

  idOf(member: StaffMember): string {
    return this.#accounts[member].id
  }

  /** The number of the order created for this sale. Throws if there is none yet. */
  numberOf(sale: object): string {
    const number = this.#numbers.get(sale)
    if (number === undefined) throw new Error('The order has not been received yet')
    return number
  }

  /** The order as it is now. */
  async orderOf(sale: object, by: StaffMember, at: number): Promise<OrderView> {
    const number = this.numberOf(sale)
    return this.#orders.get(number) ?? this.#keep(await this.act(by, at, 'getOrder', { number }))
  }

  /** Takes an action as a member of staff, who logs in first at the start of the day. */
  async act<Name extends StaffAction>(
    by: StaffMember,
    at: number,
    name: Name,
    input: InputOf<Name>,
  ): Promise<OutputOf<Name> | Response> {
    const actions: { [Each in StaffAction]: Action<Each> } = staffActions
    const context = { ...this.#contextAt(at), session: await this.#logIn(by, at), access: endpoints[name].access }
    return actions[name](context as ContextOf<Name>, input)
  }

  /** Takes an action on the order of a sale, in the version that it has by then. */
  async actOn(
    sale: object,
    by: StaffMember,
    at: number,
    name: StaffAction,
    input: (order: OrderView, history: History) => object,
  ): Promise<void> {
    const order = await this.orderOf(sale, by, at)
    const { number, version } = order
    const result = await this.act(by, at, name, { number, version, ...input(order, this) } as InputOf<StaffAction>)
    if (!(result instanceof Response)) this.#keep(result)
  }

  /** Does what the jobs are about that staff have started. */
  runJobs(at: number): Promise<void> {
    return runQueuedJobs(this.#contextAt(at).kontor, jobKinds)
  }

  /** Receives orders from the shop. */
  async receive(drafts: ReadonlyMap<object, OrderDraft>, at: number): Promise<void> {
    const context = this.#contextAt(at)
    const entries = [...drafts]
    for (let start = 0; start < entries.length; start += ordersPerImport) {
      const batch = entries.slice(start, start + ordersPerImport)
      const outcomes = await inTransaction(context, (transaction) =>
        orders.importDrafts(
          transaction,
          context,
          batch.map(([, draft]) => draft),
          { api: 1 },
        ),
      )
      for (const [index, [sale]] of batch.entries()) {
        const outcome = outcomes[index]
        if (outcome?.outcome !== 'created') throw new Error('An order of the demo shop is invalid')
        this.#numbers.set(sale, outcome.number ?? '')
      }
    }
  }

  /** Creates an order manually; later actions refer to it by `key`. */
  async enter(key: object, by: StaffMember, at: number, input: InputOf<'enterOrder'>): Promise<void> {
    const order = this.#keep(await this.act(by, at, 'enterOrder', input))
    this.#numbers.set(key, order.number)
  }

  /** Logs everyone out at the end of their working day. */
  async close(): Promise<void> {
    for (const { startedAt, session } of this.#shifts.values()) {
      const at = Math.min(startedAt + shiftMs, this.#kontor.now())
      await logout({ ...this.#contextAt(at), session: await session }, {})
    }
  }

  #contextAt(at: number): RequestContext {
    return { ...createOperatorContext({ ...this.#kontor, now: () => at }), requestId: 'demo' }
  }

  #logIn(member: StaffMember, at: number): Promise<Session> {
    const shift = this.#shifts.get(member)
    if (shift && at - shift.startedAt < shiftMs) return shift.session
    const session = this.#openSession(member, at, shift?.session)
    this.#shifts.set(member, { startedAt: at, session })
    return session
  }

  async #openSession(member: StaffMember, at: number, previous?: Promise<Session>): Promise<Session> {
    const account = this.#accounts[member]
    const knownDevices = rememberDevice([], account)
    const context = { ...this.#contextAt(at), knownDevices, session: (await previous) ?? null }
    return openSession(context, account, [], provePassword(account.id))
  }

  #keep(result: unknown): OrderView {
    const order = result as OrderView
    this.#orders.set(order.number, order)
    return order
  }
}

/** Tasks in one group, and the time from the first to the last: less than from the end of a working day to the next one. */
const maxTasks = 16
const maxSpanMs = 6 * 3_600_000

/**
 * Runs tasks in the order of their times. Where the same is done to several orders one after the other, it is done together, because
 * transactions at the same time share a wait for the disk.
 */
export async function runTasks(history: History, tasks: readonly Task[]): Promise<void> {
  let group: Task[] = []
  const finishGroup = async (): Promise<void> => {
    await Promise.all(group.map(({ run }) => run(history)))
    group = []
  }
  for (const task of tasks.toSorted((a, b) => a.at - b.at)) {
    if (!canJoin(task, group)) await finishGroup()
    group.push(task)
  }
  await finishGroup()
}

function canJoin({ at, step }: Task, group: readonly Task[]): boolean {
  const [first] = group
  return (
    first?.step !== undefined &&
    first.step.action === step?.action &&
    group.length < maxTasks &&
    at - first.at <= maxSpanMs &&
    group.every((task) => task.step?.subject !== step.subject)
  )
}

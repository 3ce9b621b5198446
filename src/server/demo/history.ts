import { staffActions, type StaffAction } from '#server/demo/staff-actions.ts'
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
import type { StaffMember } from '#server/demo/catalog.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { runQueuedJobs } from '#server/jobs/job-runner.ts'
import { importDrafts } from '#server/orders/intake/import-drafts.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { endpoints, type InputOf, type OutputOf } from '#shared/routes/endpoints.ts'

export type StaffAccount = Parameters<typeof openSession>[1]

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
        importDrafts(
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

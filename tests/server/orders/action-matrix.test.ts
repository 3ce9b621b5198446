import type { DocumentAction, OrderAction } from '#shared/orders/actions.ts'
import type { BuiltInRole } from '#shared/permissions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { createRole } from '#tests/support/create-role.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

type Action = OrderAction | DocumentAction

/** The columns of both tables, in groups. */
const groups: readonly (readonly Action[])[] = [
  ['confirm', 'ship', 'edit', 'refund', 'recordPayment'],
  ['capture', 'recordDispute', 'requestReturn', 'hold', 'release', 'void'],
  ['writeOff', 'archive', 'unarchive', 'cancel', 'discard'],
  ['deliverShipment', 'correctShipment', 'cancelShipment'],
  ['approveReturn', 'rejectReturn', 'receiveReturn', 'completeReturn', 'cancelReturn'],
  ['winDispute', 'loseDispute', 'reopenDispute', 'cancelDispute'],
]
const columns = groups.flat()

/** What each order allows (`x`); everything else is a conflict. */
const legal = [
  ['x.x.. ...... ....x ... ..... ....', 'a draft'],
  ['x.x.x ...... ...x. ... ..... ....', 'pending, unpaid'],
  ['x.x.x x....x ...x. ... ..... ....', 'pending, authorized'],
  ['x.xxx .x.... ...x. ... ..... ....', 'pending, paid'],
  ['.xx.x ...x.. x..x. ... ..... ....', 'open, unpaid'],
  ['.xx.x x..x.x x..x. ... ..... ....', 'open, authorized'],
  ['.xxxx .x.x.. ...x. ... ..... ....', 'open, paid'],
  ['.xxxx .xxx.. ..... xxx ..... ....', 'open, paid, partly shipped'],
  ['..x.x ..xx.. x.... xxx ..... ....', 'open, unpaid, shipped'],
  ['.xxxx .x.x.. ...x. ... ..... ....', 'open, paid, its shipment cancelled'],
  ['..x.x ....x. ...x. ... ..... ....', 'on hold, unpaid'],
  ['..x.x ....xx ...x. ... ..... ....', 'on hold, authorized'],
  ['..xxx .xx.x. ..... xxx ..... ....', 'on hold, paid, partly shipped'],
  ['...xx .xx... .x... xxx ..... ....', 'completed'],
  ['...xx .xx... .x... .x. ..... ....', 'completed, delivered'],
  ['...xx .xx... .x... xx. xx..x ....', 'completed, a return requested'],
  ['...xx .xx... .x... xx. ..x.x ....', 'completed, a return approved'],
  ['...xx .xx... .x... xx. ..xx. ....', 'completed, a return received'],
  ['...xx .xx... .x... xx. ..... ....', 'completed, a return completed'],
  ['...xx .xx... ..x.. xxx ..... ....', 'completed, archived'],
  ['....x ...... .x... ... ..... ....', 'cancelled, unpaid'],
  ['...xx .x.... ..... ... ..... ....', 'cancelled, paid'],
  ['.xxxx .x.x.. ...x. ... ..... xx.x', 'open, paid, a dispute open'],
  ['.xxxx .x.x.. ...x. ... ..... ..x.', 'open, paid, a dispute lost'],
] as const
type Situation = (typeof legal)[number][1]

/** Who may take each action (`x`), or only up to a limit that is 0 (`0`); everyone else is refused, whatever the order allows. */
const allowed: readonly [marks: string, role: BuiltInRole | 'a role of the company'][] = [
  ['xxxxx xxxxxx xxxxx xxx xxxxx xxxx', 'owner'],
  ['xxxxx xxxxxx 0xxxx xxx xxxxx xxxx', 'admin'],
  ['...xx xx...x x.... ... ..... xxxx', 'finance'],
  ['xxxxx x.xxxx .xxxx xxx xxxxx ....', 'operations'],
  ['..... ...... ..... ... ..... ....', 'viewer'],
  ['.x... ..xxx. ..... xxx xxxxx ....', 'a role of the company'],
]
const companyRole = [
  'orders.view',
  'orders.hold',
  'customers.view_personal',
  'shipments.manage',
  'returns.manage',
] as const

/** The actions that are marked in the row of this name. */
function findMarked<Name extends string>(
  table: readonly (readonly [marks: string, name: Name])[],
  name: Name,
  mark = 'x',
) {
  const marks = table.find((row) => row[1] === name)?.[0] ?? ''
  expect(marks.split(' ').map(({ length }) => length)).toEqual(groups.map(({ length }) => length))
  return new Set(columns.filter((_, index) => marks.replaceAll(' ', '')[index] === mark))
}

const situations = legal.map(([, situation]) => situation)
const documentActions: readonly Action[] = columns.slice(columns.indexOf('deliverShipment'))

onSqlite((open) => {
  let kontor: TestKontor
  let owner: TestUser
  let orderCount = 0
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })

  const load = async (user: TestUser, number: string): Promise<OrderView> =>
    (await (await user.fetch(`/api/orders/${number}`)).json()) as OrderView

  /** Takes an action that the order must allow. */
  const take = async (order: OrderView, action: Action, json: object = {}): Promise<OrderView> => {
    const response = await send(owner, order, action, json)
    if (!response.ok) throw new Error(`${action}: ${await response.text()}`)
    return load(owner, order.number)
  }

  const importOrder = async (changes: Parameters<typeof createDraft>[1] = {}): Promise<OrderView> => {
    const lines = [createLine({ quantity: 4, unitPriceMinor: 250 })]
    const [outcome] = await importAsOperator(kontor.kontor, [createDraft(++orderCount, { lines, ...changes })])
    if (outcome?.outcome !== 'created' || !outcome.number) throw new Error('The order was not created')
    return load(owner, outcome.number)
  }
  const shipOne = (order: OrderView): Promise<OrderView> =>
    take(order, 'ship', { lines: order.lines.map(({ id }) => ({ id, quantity: 1 })) })
  const newCompleted = async (): Promise<OrderView> => take(await importOrder(), 'ship')
  const newReturn = async (...actions: Action[]): Promise<OrderView> => {
    const completed = await newCompleted()
    const lines = completed.lines.map(({ id }) => ({ id, quantity: 2 }))
    let order = await take(completed, 'requestReturn', { lines })
    for (const action of actions) order = await take(order, action)
    return order
  }
  const unpaid = { payment: null }
  const authorized = { payment: null, authorizedMinor: 1000 }

  /** Makes an order in each situation. */
  const create: Record<Situation, () => Promise<OrderView>> = {
    'a draft': async () => {
      const json = { customerName: 'Li Na', lines: [{ name: 'Tea', unitPrice: '10.00' }] }
      return (await (await owner.fetch('/api/orders/drafts', { json })).json()) as OrderView
    },
    'pending, unpaid': () => importOrder({ ...unpaid, status: 'pending' }),
    'pending, authorized': () => importOrder({ ...authorized, status: 'pending' }),
    'pending, paid': () => importOrder({ status: 'pending' }),
    'open, unpaid': () => importOrder(unpaid),
    'open, authorized': () => importOrder(authorized),
    'open, paid': () => importOrder(),
    'open, paid, partly shipped': async () => shipOne(await importOrder()),
    'open, unpaid, shipped': async () => take(await importOrder(unpaid), 'ship'),
    'open, paid, its shipment cancelled': async () => take(await newCompleted(), 'cancelShipment'),
    'on hold, unpaid': async () => take(await importOrder(unpaid), 'hold'),
    'on hold, authorized': async () => take(await importOrder(authorized), 'hold'),
    'on hold, paid, partly shipped': async () => take(await shipOne(await importOrder()), 'hold'),
    'completed': newCompleted,
    'completed, delivered': async () => take(await newCompleted(), 'deliverShipment'),
    'completed, a return requested': () => newReturn(),
    'completed, a return approved': () => newReturn('approveReturn'),
    'completed, a return received': () => newReturn('approveReturn', 'receiveReturn'),
    'completed, a return completed': () => newReturn('approveReturn', 'receiveReturn', 'completeReturn'),
    'completed, archived': async () => take(await newCompleted(), 'archive'),
    'open, paid, a dispute open': async () => take(await importOrder(), 'recordDispute'),
    'open, paid, a dispute lost': async () => take(await take(await importOrder(), 'recordDispute'), 'loseDispute'),
    'cancelled, unpaid': async () => take(await importOrder(unpaid), 'cancel'),
    'cancelled, paid': async () => take(await importOrder(), 'cancel'),
  }

  /** Sends the request of an action with an input that is right for every order. */
  const send = (user: TestUser, order: OrderView, action: Action, json: object = {}): Promise<Response> => {
    const shipment = order.shipments.at(-1)?.number ?? ''
    const returned = `returns/${order.returns.at(-1)?.number ?? ''}`
    const one = order.lines.map(({ id }) => ({ id, quantity: 1 }))
    const payment = { amount: '1.00', method: 'cash' }
    const disputed = `disputes/${order.disputes.at(-1)?.number ?? ''}`
    const requests: Record<Action, [path: string, input: object]> = {
      confirm: ['confirmation', {}],
      ship: ['shipments', { carrier: 'SF Express' }],
      edit: ['edits', { note: 'Ring once' }],
      refund: ['refunds', { amount: '1.00', reason: 'Goodwill' }],
      recordPayment: ['payments', payment],
      capture: ['captures', payment],
      requestReturn: ['returns', { reason: 'Too small', lines: one }],
      hold: ['hold', { reason: 'Address unclear' }],
      release: ['release', {}],
      void: ['voids', {}],
      writeOff: ['write-offs', { reason: 'Goodwill' }],
      archive: ['archive', {}],
      unarchive: ['unarchive', {}],
      cancel: ['cancellation', { reason: 'Customer asked' }],
      discard: ['discard', {}],
      deliverShipment: ['deliveries', { shipment }],
      correctShipment: [`shipments/${shipment}/correction`, { carrier: 'DHL' }],
      cancelShipment: [`shipments/${shipment}/cancellation`, { reason: 'Wrong label' }],
      approveReturn: [`${returned}/approval`, {}],
      rejectReturn: [`${returned}/rejection`, { reason: 'Worn' }],
      receiveReturn: [`${returned}/receipts`, { lines: one.map((line) => ({ ...line, condition: 'new' })) }],
      completeReturn: [`${returned}/completion`, {}],
      cancelReturn: [`${returned}/cancellation`, { reason: 'Kept' }],
      recordDispute: [
        'disputes',
        { payment: order.payments.at(-1)?.number ?? 'none', amount: '1.00', reason: 'Fraud' },
      ],
      winDispute: [`${disputed}/recovery`, {}],
      loseDispute: [`${disputed}/loss`, {}],
      reopenDispute: [`${disputed}/reopening`, { reason: 'Second review' }],
      cancelDispute: [`${disputed}/cancellation`, { reason: 'Wrong order' }],
    }
    const [path, input] = requests[action]
    return user.fetch(`/api/orders/${order.number}/${path}`, {
      json: { ...input, ...json, version: order.version },
    })
  }

  /** A document action needs its document. */
  const isAddressable = (order: OrderView, action: Action): boolean =>
    !documentActions.includes(action) ||
    (action.endsWith('Shipment') ? order.shipments : action.endsWith('Return') ? order.returns : order.disputes)
      .length > 0

  describe.each(allowed.map(([, role]) => role))('to a user with the role %s', (role) => {
    let user: TestUser
    beforeAll(async () => {
      user = await kontor.createUser(
        role === 'a role of the company' ? await createRole(owner, [...companyRole]) : role,
      )
    })

    test.each(situations)('an order that is %s allows exactly what the tables say', async (situation) => {
      const [legalActions, allowedActions] = [findMarked(legal, situation), findMarked(allowed, role)]
      const limitedActions = findMarked(allowed, role, '0')
      let order = await create[situation]()
      const expectUnchanged = async (): Promise<void> =>
        expect((await load(owner, order.number)).version).toBe(order.version)
      for (const action of columns.filter((each) => isAddressable(order, each))) {
        const expected =
          !allowedActions.has(action) && !limitedActions.has(action)
            ? '/problems/permission-denied'
            : !legalActions.has(action)
              ? '/problems/illegal-transition'
              : limitedActions.has(action)
                ? '/problems/above-limit'
                : 'done'
        // What the refused actions before it have left.
        if (expected === 'done') await expectUnchanged()
        const response = await send(user, order, action)
        const { type } = (await response.json()) as Problem
        expect([action, response.ok ? 'done' : type]).toEqual([action, expected])
        if (response.ok) order = await create[situation]()
      }
      await expectUnchanged()
    })

    test('the page offers what an order allows, and explains the rest', async () => {
      for (const situation of situations) {
        const order = await load(user, (await create[situation]()).number)
        const documents = [order.shipments.at(-1), order.returns.at(-1), order.disputes.at(-1)].flatMap(
          (each) => each ?? [],
        )
        const offered = [order, ...documents].flatMap(({ actions }) => actions as Action[])
        const expected = [...findMarked(legal, situation)].filter((action) => findMarked(allowed, role).has(action))
        expect([situation, ...offered.toSorted()]).toEqual([situation, ...expected.toSorted()])
        const explained = order.unavailableActions.map(({ action }) => action as Action)
        const unexplained = columns.filter(
          (action) => !documentActions.includes(action) && ![...offered, ...explained].includes(action),
        )
        const ofNoInterest: Action[] = [
          ...(order.status === 'draft' || order.status === 'pending' ? [] : (['confirm'] as const)),
          ...(order.status === 'draft' ? [] : (['discard'] as const)),
          order.isArchived ? 'archive' : 'unarchive',
        ]
        expect([situation, ...unexplained.toSorted()]).toEqual([situation, ...ofNoInterest.toSorted()])
      }
    })
  })
})

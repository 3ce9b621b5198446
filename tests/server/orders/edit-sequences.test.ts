import { formatDecimal } from '#shared/money.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { listUnchanged } from '#tests/support/list-unchanged.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

const amount = fc.integer({ min: 0, max: 5000 }).map((minor) => formatDecimal(minor, 'CNY'))
const line = fc.nat({ max: 4 })
/** An edit of some parts of an order; lines are named by their index, modulo how many there are. */
const edit = fc.record(
  {
    note: fc.constantFrom('', 'Gift', 'Ring twice'),
    city: fc.constantFrom('Lyon', 'Reims', '上海'),
    shipping: amount,
    tax: amount,
    discount: fc.oneof(
      amount,
      fc.nat({ max: 100 }).map((share) => `${share}%`),
    ),
    lines: fc.array(
      fc.record(
        { index: line, quantity: fc.integer({ min: 1, max: 9 }), unitPrice: amount, remove: fc.constantFrom('', '1') },
        { requiredKeys: ['index'] },
      ),
      { maxLength: 3 },
    ),
    addedLines: fc.array(
      fc.record({ name: fc.constantFrom('Cup', '杯'), quantity: fc.integer({ min: 1, max: 3 }), unitPrice: amount }),
      { maxLength: 2 },
    ),
    /** How many versions old the order is that the user saw. */
    behind: fc.nat({ max: 2 }),
    choice: fc.constantFrom('mine', 'theirs'),
  },
  { requiredKeys: ['behind', 'choice'] },
)
interface Step {
  /** The path of the endpoint under that of the order. */
  path: string
  input: object
  /** Operations only request refunds; the owner approves them and refunds alone. */
  by?: 'operations'
}
const refund = (input: object): Step => ({ path: 'refunds', input: { reason: 'Broken', ...input } })
const payBy = (amountMinor: number): Step => ({
  path: 'payments',
  input: { method: 'bank_transfer', amount: formatDecimal(amountMinor, 'CNY') },
})
const decideRefund = (order: OrderView, step: string, changes: Partial<Step> = {}): Step => {
  const requested = order.refunds.find(({ status }) => status === 'requested')
  return requested ? { path: `refunds/${requested.number}/${step}`, input: {}, ...changes } : requestRefund(order)
}
const requestRefund = ({ lines }: OrderView): Step => ({
  ...refund({ lines: [{ id: lines.at(-1)?.id, quantity: 1 }], amount: '0.5' }),
  by: 'operations',
})
const leftOf = ({ capturedMinor, refundedMinor, refundPendingMinor, disputedMinor }: OrderView['payments'][number]) =>
  capturedMinor - refundedMinor - refundPendingMinor - disputedMinor
const dispute = ({ payments }: OrderView, amountMinor: number): Step => ({
  path: 'disputes',
  input: {
    payment: payments.at(-1)?.number ?? 'none',
    amount: formatDecimal(amountMinor, 'CNY'),
    fee: '0.5',
    reason: 'Fraud',
  },
})
const decideDispute = (order: OrderView, step: string, input: object = {}): Step => {
  const found = order.disputes.find(({ status }) => (status === 'open') !== (step === 'reopening'))
  return found ? { path: `disputes/${found.number}/${step}`, input } : dispute(order, 250)
}
const moveRefund = (order: OrderView, step: string): Step => {
  const found = order.refunds.findLast(({ status }) => status === (step === 'return' ? 'succeeded' : 'returned'))
  return found
    ? { path: `refunds/${found.number}/${step}`, input: { reason: 'Account closed' } }
    : refund({ amount: '1.5' })
}
const shipOne = ({ lines: [first] }: OrderView): Step => ({
  path: 'shipments',
  input: { carrier: 'DHL', lines: [{ id: first?.id, quantity: 1 }] },
})
/** What else happens to an order; what is done with a document makes one if there is none. */
const otherSteps: Record<string, (order: OrderView) => Step> = {
  ship: shipOne,
  shipAll: () => ({ path: 'shipments', input: { carrier: 'DHL' } }),
  cancelShipment: (order) => {
    const shipment = order.shipments.findLast(({ cancelledAt }) => cancelledAt === null)
    return shipment
      ? { path: `shipments/${shipment.number}/cancellation`, input: { reason: 'Wrong parcel' } }
      : shipOne(order)
  },
  pay: ({ balanceMinor }) => payBy(Math.max(balanceMinor, 1)),
  payPart: () => payBy(700),
  overpay: ({ balanceMinor }) => payBy(Math.max(balanceMinor, 0) + 333),
  capture: ({ authorizedMinor }) => ({ ...payBy(Math.ceil(authorizedMinor / 2)), path: 'captures' }),
  void: () => ({ path: 'voids', input: {} }),
  refundLine: ({ lines: [first] }) => refund({ lines: [{ id: first?.id, quantity: 1 }] }),
  refundShipping: () => refund({ shipping: '1.23' }),
  refundAmount: () => refund({ amount: '3' }),
  refundAll: () => refund({ everything: '1' }),
  creditAmount: () => refund({ amount: '3', destination: 'store_credit' }),
  creditAll: () => refund({ everything: '1', destination: 'store_credit' }),
  payWithCredit: ({ balanceMinor }) => ({
    path: 'payments',
    input: { method: 'store_credit', amount: formatDecimal(Math.max(Math.min(balanceMinor, 200), 1), 'CNY') },
  }),
  requestRefund,
  approveRefund: (order) => decideRefund(order, 'approval'),
  rejectRefund: (order) => decideRefund(order, 'rejection', { input: { reason: 'No' } }),
  withdrawRefund: (order) => decideRefund(order, 'withdrawal', { by: 'operations' }),
  return: ({ lines: [first], returns }) => {
    const item = { id: first?.id, quantity: 1 }
    const approved = returns.find(({ status }) => status === 'approved')
    return approved
      ? { path: `returns/${approved.number}/receipts`, input: { lines: [{ ...item, condition: 'used' }] } }
      : { path: 'returns', input: { reason: 'Too small', lines: [item], approved: '1' } }
  },
  dispute: (order) => dispute(order, 400),
  disputeAll: (order) => dispute(order, Math.max(...order.payments.slice(-1).map(leftOf), 1)),
  winDispute: (order) => decideDispute(order, 'recovery', { feeReturned: '1' }),
  loseDispute: (order) => decideDispute(order, 'loss'),
  loseWithTax: (order) => decideDispute(order, 'loss', { reducesTax: '1' }),
  reopenDispute: (order) => decideDispute(order, 'reopening', { reason: 'Second review' }),
  cancelDispute: (order) => decideDispute(order, 'cancellation', { reason: 'Wrong order' }),
  returnRefund: (order) => moveRefund(order, 'return'),
  retryRefund: (order) => moveRefund(order, 'attempts'),
  transferRefund: (order) => moveRefund(order, 'transfer'),
  creditRefund: (order) => moveRefund(order, 'credit'),
  giveUpRefund: (order) => moveRefund(order, 'rejection'),
  confirm: () => ({ path: 'confirmation', input: {} }),
  hold: () => ({ path: 'hold', input: { reason: 'Address unclear' } }),
  release: () => ({ path: 'release', input: {} }),
  writeOff: () => ({ path: 'write-offs', input: { reason: 'Too little' } }),
  cancel: () => ({ path: 'cancellation', input: { reason: 'Sold out' } }),
  cancelWithRefund: () => ({ path: 'cancellation', input: { reason: 'Sold out', refund: '1' } }),
}
const otherStep = fc.constantFrom(...Object.keys(otherSteps)).map((step) => ({ step }))

/** The step that brings the balance of an order to zero, or nearer; `undefined` if it is. */
function findSettlement(order: OrderView): Step | undefined {
  const { balanceMinor, refundPendingMinor, payments, status } = order
  if (refundPendingMinor > 0) return decideRefund(order, 'approval')
  if (balanceMinor === 0) return undefined
  if (balanceMinor > 0)
    return status === 'on_hold' || status === 'pending'
      ? payBy(balanceMinor)
      : { path: 'write-offs', input: { reason: 'Settled' } }
  const left = payments.map(leftOf)
  // What is disputed cannot be refunded: losing it returns what is owed.
  if (Math.max(...left) <= 0) return decideDispute(order, 'loss')
  return refund({ amount: formatDecimal(Math.min(-balanceMinor, Math.max(...left)), 'CNY') })
}
const imported = fc.record({
  paidMinor: fc.constantFrom(0, 1000, 2600, 3000),
  authorizedMinor: fc.constantFrom(0, 2600, 2600),
  taxesIncluded: fc.boolean(),
  status: fc.constantFrom('open', 'open', 'pending'),
  steps: fc.array(fc.oneof(edit, otherStep), { minLength: 4, maxLength: 14 }),
})

/** How many orders, instead of a few: `SEQUENCE_RUNS=10000 bun test …`. */
const numRuns = process.env['SEQUENCE_RUNS']

forEachDatabase((name, open) => {
  test(
    'random edits, also of old versions, and whatever else happens leave orders, books and history consistent, and every order can be settled',
    async () => {
      const kontor = await createTestKontor(await open())
      const clerk = await kontor.createUser('owner')
      const operations = await kontor.createUser('operations')
      let count = 0
      await fc.assert(
        fc.asyncProperty(imported, async ({ paidMinor, authorizedMinor, taxesIncluded, status, steps }) => {
          count++
          const lines = [
            createLine({ quantity: 2, unitPriceMinor: 700, discountMinor: 100 }),
            createLine({ sku: 'C-1', name: 'Coffee', quantity: 1, unitPriceMinor: 1000 }),
          ]
          const draft = createDraft(count, {
            status,
            lines,
            subtotalMinor: 2300,
            taxMinor: 300,
            taxesIncluded,
            totalMinor: taxesIncluded ? 2300 : 2600,
            authorizedMinor: paidMinor > 0 ? 0 : authorizedMinor,
            payment: null,
          })
          const payment = {
            provider: 'Alipay',
            reference: `p${count}`,
            capturedMinor: paidMinor,
            capturedAt: draft.placedAt,
          }
          const [outcome] = await importAsOperator(kontor.kontor, [paidMinor > 0 ? { ...draft, payment } : draft])
          if (outcome?.outcome !== 'created') throw new Error('The order was not imported')
          const path = `/api/orders/${outcome.number}`
          let order = (await (await clerk.fetch(path)).json()) as OrderView
          const take = async ({ path: action, input, by }: Step): Promise<number> => {
            const json = { ...input, version: order.version }
            const response = await (by ? operations : clerk).fetch(`${path}/${action}`, { json })
            if (response.ok) order = (await response.json()) as OrderView
            return response.status
          }
          for (const step of steps) {
            if ('step' in step) {
              const taken = otherSteps[step.step]?.(order)
              if (taken) expect([200, 201, 404, 409, 422]).toContain(await take(taken))
              continue
            }
            const { city, behind, choice, lines: edited, ...fields } = step
            const changes = new Map(edited?.map((each) => [order.lines[each.index % order.lines.length]?.id, each]))
            const json = {
              ...fields,
              ...(city && { shippingAddress: { city } }),
              lines: [...changes].map(([id, { index: _index, ...change }]) => ({ id, ...change })),
              version: Math.max(1, order.version - behind),
            }
            const response = await clerk.fetch(`${path}/edits`, { json })
            expect([200, 409, 422]).toContain(response.status)
            if (response.ok) order = (await response.json()) as OrderView
            const { conflicts, conflictVersion } = (response.ok ? {} : await response.json()) as Partial<Problem>
            if (!conflicts) continue
            const choices = Object.fromEntries(conflicts.map(({ field }) => [field, choice]))
            const again = await clerk.fetch(`${path}/edits`, { json: { ...json, choices, conflictVersion } })
            expect([200, 422]).toContain(again.status)
            if (again.ok) order = (await again.json()) as OrderView
          }
          for (let step = findSettlement(order); step; step = findSettlement(order))
            if ((await take(step)) >= 400) throw new Error(`Not settled by ${JSON.stringify(step)}`)
          expect(order).toMatchObject({ balanceMinor: 0, refundPendingMinor: 0 })
        }),
        // The rules are the same on both databases, and PostgreSQL takes ten times as long.
        { numRuns: Number(numRuns ?? (name === 'sqlite' ? 40 : 8)) },
      )
      const checks = await checkRows(kontor.kontor)
      expect(checks.flatMap(({ violations }) => violations)).toEqual([])
      expect(await listUnchanged(kontor.kontor)).toHaveLength(count)
    },
    Infinity,
  )
})

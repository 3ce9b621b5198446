import { verify } from '#server/finance/verify.ts'
import { formatDecimal } from '#shared/money.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
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
/** What else happens to an order: the path of the endpoint and its input, given the order. */
const otherSteps: Record<string, (order: OrderView) => [path: string, input: object]> = {
  ship: ({ lines: [first] }) => ['shipments', { carrier: 'DHL', lines: [{ id: first?.id, quantity: 1 }] }],
  shipAll: () => ['shipments', { carrier: 'DHL' }],
  cancelShipment: ({ shipments }) => [
    `shipments/${shipments.findLast(({ cancelledAt }) => cancelledAt === null)?.number}/cancellation`,
    { reason: 'Wrong parcel' },
  ],
  pay: ({ balanceMinor }) => [
    'payments',
    { method: 'bank_transfer', amount: formatDecimal(Math.max(balanceMinor, 1), 'CNY') },
  ],
  payPart: () => ['payments', { method: 'bank_transfer', amount: '7' }],
  refundLine: ({ lines: [first] }) => ['refunds', { lines: [{ id: first?.id, quantity: 1 }], reason: 'Broken' }],
  refundAmount: () => ['refunds', { amount: '3', reason: 'Late' }],
  refundAll: () => ['refunds', { everything: '1', reason: 'Unhappy' }],
  hold: () => ['hold', { reason: 'Address unclear' }],
  release: () => ['release', {}],
  writeOff: () => ['write-offs', { reason: 'Too little' }],
}
const otherStep = fc.constantFrom(...Object.keys(otherSteps)).map((step) => ({ step }))
const imported = fc.record({
  paidMinor: fc.constantFrom(0, 1000, 2600, 3000),
  taxesIncluded: fc.boolean(),
  steps: fc.array(fc.oneof(edit, otherStep), { minLength: 1, maxLength: 12 }),
})

forEachDatabase((name, open) => {
  test('random edits, also of old versions, and whatever else happens leave orders, books and history consistent', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await kontor.createUser('owner')
    let count = 0
    await fc.assert(
      fc.asyncProperty(imported, async ({ paidMinor, taxesIncluded, steps }) => {
        count++
        const lines = [
          createLine({ quantity: 2, unitPriceMinor: 700, discountMinor: 100 }),
          createLine({ sku: 'C-1', name: 'Coffee', quantity: 1, unitPriceMinor: 1000 }),
        ]
        const draft = createDraft(count, {
          lines,
          subtotalMinor: 2300,
          taxMinor: 300,
          taxesIncluded,
          totalMinor: taxesIncluded ? 2300 : 2600,
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
        for (const step of steps) {
          const order = (await (await clerk.fetch(path)).json()) as OrderView
          if ('step' in step) {
            const [action, input] = otherSteps[step.step]?.(order) ?? []
            const response = await clerk.fetch(`${path}/${action}`, { json: { ...input, version: order.version } })
            expect([200, 201, 404, 409, 422]).toContain(response.status)
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
          const answer = (await response.json()) as Problem
          expect([200, 409, 422]).toContain(response.status)
          if (!answer.conflicts) continue
          const choices = Object.fromEntries(answer.conflicts.map(({ field }) => [field, choice]))
          const again = await clerk.fetch(`${path}/edits`, {
            json: { ...json, choices, conflictVersion: answer.conflictVersion },
          })
          expect([200, 422]).toContain(again.status)
        }
      }),
      // The rules are the same on both databases, and PostgreSQL takes ten times as long.
      { numRuns: name === 'sqlite' ? 40 : 8 },
    )
    const { checks } = await verify(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  })
})

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
const imported = fc.record({
  paidMinor: fc.constantFrom(0, 1000, 2600, 3000),
  taxesIncluded: fc.boolean(),
  edits: fc.array(edit, { minLength: 1, maxLength: 8 }),
})

forEachDatabase((_, open) => {
  test('random edits, also of old versions, leave orders, books and history consistent', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await kontor.createUser('operations')
    let count = 0
    await fc.assert(
      fc.asyncProperty(imported, async ({ paidMinor, taxesIncluded, edits }) => {
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
        for (const { city, behind, choice, lines: edited, ...fields } of edits) {
          const order = (await (await clerk.fetch(path)).json()) as OrderView
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
      { numRuns: 40 },
    )
    const { checks } = await verify(kontor.kontor)
    expect(checks.flatMap(({ violations }) => violations)).toEqual([])
  })
})

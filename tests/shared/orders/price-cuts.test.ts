import type { FieldChange } from '#shared/events/views.ts'
import { diffFields, type FieldValue } from '#shared/orders/fields.ts'
import { sumPriceCuts } from '#shared/orders/price-cuts.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

interface Line {
  id: string
  sku: string
  name: string
  quantity: number
  unitPriceMinor: number
}
const line = (id: string, sku: string, quantity: number, unitPriceMinor: number): Line => ({
  id,
  sku,
  name: `Name of ${sku}`,
  quantity,
  unitPriceMinor,
})
const fieldsOf = (lines: readonly Line[]): ReadonlyMap<string, FieldValue> =>
  new Map(
    lines.flatMap(({ id, ...values }) =>
      Object.entries(values).map(([name, value]): [string, FieldValue] => [`lines.${id}.${name}`, value]),
    ),
  )

/** The cuts after a user made an order of the first lines into the second ones, then into the third ones, and so on. */
function cutsAfter(...states: readonly (readonly Line[])[]): number {
  const changes = states.slice(1).flatMap((after, index) => diffFields(fieldsOf(states[index] ?? []), fieldsOf(after)))
  return sumPriceCuts(states.at(-1) ?? [], changes)
}

test('a price below the first one counts with the quantity of the line', () => {
  const before = [line('a', 'TEA', 3, 1000), line('b', 'CUP', 1, 500)]
  expect(cutsAfter(before, [line('a', 'TEA', 3, 900), line('b', 'CUP', 1, 500)])).toBe(300)
  expect(cutsAfter(before, [line('a', 'TEA', 3, 900), line('b', 'CUP', 1, 600)])).toBe(300)
  expect(cutsAfter(before, [line('a', 'TEA', 3, 1200), line('b', 'CUP', 9, 500)])).toBe(0)
})

test('lowering the price of few and then raising their quantity counts all of them', () => {
  const before = [line('a', 'TEA', 1, 1000)]
  expect(cutsAfter(before, [line('a', 'TEA', 1, 900)], [line('a', 'TEA', 50, 900)])).toBe(5000)
  expect(cutsAfter(before, [line('a', 'TEA', 1, 900)], [line('a', 'TEA', 1, 1000)])).toBe(0)
})

test('the same product in a new line counts with its price in the order; another product has none', () => {
  const before = [line('a', 'TEA', 2, 1000)]
  expect(cutsAfter(before, [line('b', 'TEA', 2, 700)])).toBe(600)
  expect(cutsAfter(before, [...before, line('b', 'TEA', 2, 700)])).toBe(600)
  expect(cutsAfter(before, [...before, line('b', 'TEA', 2, 700)], [line('b', 'TEA', 2, 700)])).toBe(600)
  expect(cutsAfter(before, [line('b', 'CUP', 2, 700)])).toBe(0)
  expect(cutsAfter([line('a', '', 1, 1000)], [{ ...line('b', '', 1, 400) }])).toBe(600)
  // Of two lines that the order never had, neither is the price of the other.
  expect(cutsAfter(before, [...before, line('b', 'CUP', 1, 700), line('c', 'CUP', 1, 500)])).toBe(0)
  // Its price in the order is the first one.
  const cheaper = [line('a', 'TEA', 2, 900)]
  expect(cutsAfter(before, cheaper, [...cheaper, line('b', 'TEA', 1, 500)])).toBe(200 + 500)
  // The first price of a new line is one that the product had in the order.
  expect(cutsAfter(before, [...before, line('b', 'CUP', 1, 700)], [...before, line('b', 'CUP', 1, 500)])).toBe(200)
})

test('however the prices of an order get down, everything below them counts', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('price' as const), at: fc.nat(), to: fc.integer({ min: 0, max: 100 }) }),
    fc.record({ kind: fc.constant('quantity' as const), at: fc.nat(), to: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), to: fc.integer({ min: 0, max: 100 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const first = [line('a', 'TEA', 1, 60), line('b', 'CUP', 2, 80), line('c', 'POT', 3, 40)]
      const states: Line[][] = [first]
      for (const [index, { kind, at, to }] of steps.entries())
        states.push(
          (states.at(-1) ?? []).map((each, position) => {
            if (position !== at % first.length) return each
            if (kind === 'quantity') return { ...each, quantity: to }
            return { ...each, unitPriceMinor: to, ...(kind === 'replace' && { id: `added-${index}` }) }
          }),
        )
      const last = states.at(-1) ?? []
      const expected = last.reduce(
        (sum, { quantity, unitPriceMinor }, index) =>
          sum + Math.max((first[index]?.unitPriceMinor ?? 0) - unitPriceMinor, 0) * quantity,
        0,
      )
      expect(cutsAfter(...states)).toBeGreaterThanOrEqual(expected)
    }),
  )
})

test('changes of other fields and of other lines count for nothing', () => {
  const changes: FieldChange[] = [
    { field: 'discountMinor', from: 500, to: 0 },
    { field: 'lines.x.discountMinor', from: 500, to: 0 },
    { field: 'refunds.RF260101-00001.unitPriceMinor', from: 500, to: 0 },
  ]
  expect(sumPriceCuts([line('a', 'TEA', 1, 100)], changes)).toBe(0)
})

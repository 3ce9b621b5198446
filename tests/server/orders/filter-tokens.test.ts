import { splitByMonth } from '#server/orders/tokens/filter-tokens.ts'
import { expect, test } from 'bun:test'

const at = (time: string): number => Date.parse(`${time}T00:00:00Z`)

test('whole months share the time of a span among them, and days none of it', () => {
  const tokens = [' dr2026-01-30', ' mr2026-02', ' mr2026-12']
  expect(splitByMonth(tokens, {})).toEqual([
    [' mr2026-02', { from: at('2026-02-01'), until: at('2026-03-01') }],
    [' mr2026-12', { from: at('2026-12-01'), until: at('2027-01-01') }],
  ])
  expect(splitByMonth(tokens, { from: at('2026-02-10'), until: at('2026-12-10') })).toEqual([
    [' mr2026-02', { from: at('2026-02-10'), until: at('2026-03-01') }],
    [' mr2026-12', { from: at('2026-12-01'), until: at('2026-12-10') }],
  ])
  expect(splitByMonth(tokens, { from: at('2026-03-01'), until: at('2026-04-01') })).toEqual([])
})

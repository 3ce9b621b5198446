import {
  type Comparison,
  type Filter,
  isSameFilter,
  listComparisons,
  matchesEveryRow,
  matchesFilter,
  matchesNoRow,
  reduceFilter,
} from '#shared/list/filter.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const open: Filter = { op: 'in', field: 'status', values: ['open'] }
const paid: Filter = { op: 'in', field: 'payment', values: ['paid', 'overpaid'] }

describe('two filters are the same', () => {
  test.each([
    [
      { op: 'and', filters: [open, paid] },
      { op: 'and', filters: [paid, open] },
    ],
    [paid, { op: 'in', field: 'payment', values: ['overpaid', 'paid', 'paid'] }],
    [open, { op: 'and', filters: [open, { op: 'and', filters: [open] }] }],
    [open, { op: 'not', filter: { op: 'not', filter: open } }],
  ] as [Filter, Filter][])('%j and %j', (one, other) => {
    expect(isSameFilter(one, other)).toBe(true)
  })
})

describe('two filters differ', () => {
  test.each([
    [open, paid],
    [open, { op: 'not', filter: open }],
    [open, { op: 'and', filters: [open, { op: '>=', field: 'placed', value: '2026-03-01' }] }],
    [open, { op: 'and', filters: [open, { op: 'in', field: 'currency', values: ['CNY'] }] }],
    [
      { op: 'and', filters: [] },
      { op: 'or', filters: [] },
    ],
    [
      { op: 'and', filters: [open, paid] },
      { op: 'or', filters: [open, paid] },
    ],
  ] as [Filter, Filter][])('%j and %j', (one, other) => {
    expect(isSameFilter(one, other)).toBe(false)
  })
})

const anyFilter = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      op: fc.constant('in' as const),
      field: fc.constantFrom('a', 'b'),
      values: fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('and' as const), filters: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ op: fc.constant('or' as const), filters: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ op: fc.constant('not' as const), filter: tie('filter') }),
  ),
})).filter

test('filters that count as the same match the same rows', () => {
  const rows = ['x', 'y', 'z'].flatMap((a) => ['x', 'y', 'z'].map((b) => ({ a, b })))
  const matches = (filter: Filter) =>
    rows.map((row) =>
      matchesFilter(
        filter,
        (comparison) => comparison.op === 'in' && comparison.values.includes(row[comparison.field as 'a' | 'b']),
      ),
    )
  fc.assert(
    fc.property(anyFilter, anyFilter, (one, other) => {
      if (isSameFilter(one, other)) expect(matches(one)).toEqual(matches(other))
      expect(isSameFilter(one, { op: 'and', filters: [one] })).toBe(true)
    }),
  )
})

test('what is left of a filter decides like the filter, and mentions nothing that is known', () => {
  fc.assert(
    fc.property(anyFilter, fc.constantFrom('x', 'y', 'z'), fc.constantFrom('x', 'y', 'z'), (filter, a, b) => {
      const isIn = (comparison: Comparison, value: string) =>
        comparison.op === 'in' && comparison.values.includes(value)
      const rest = reduceFilter(filter, (comparison) => (comparison.field === 'a' ? isIn(comparison, a) : undefined))
      expect(listComparisons(rest).filter(({ field }) => field === 'a')).toEqual([])
      expect(matchesFilter(rest, (comparison) => isIn(comparison, b))).toBe(
        matchesFilter(filter, (comparison) => isIn(comparison, comparison.field === 'a' ? a : b)),
      )
      if (listComparisons(rest).length === 0) expect(matchesEveryRow(rest) || matchesNoRow(rest)).toBe(true)
    }),
  )
})

test('lists its comparisons, wherever they are', () => {
  const filter: Filter = { op: 'or', filters: [open, { op: 'not', filter: { op: 'and', filters: [paid] } }] }
  expect(listComparisons(filter)).toEqual([open, paid] as never)
})

import { toDisjointSpans } from '#server/orders/tokens/filter-tokens.ts'
import { expect, test } from 'bun:test'

const at = (time: string): number => Date.parse(`${time}T00:00:00Z`)
const days = { delayDays: 0, timeZone: 'UTC' }

test('days and months share the time of a span among them', () => {
  const tokens = [' dr2026-01-30', ' mr2026-02', ' mr2026-12']
  expect(toDisjointSpans(tokens, {}, days)).toEqual([
    [' dr2026-01-30', { from: at('2026-01-30'), until: at('2026-01-31') }],
    [' mr2026-02', { from: at('2026-02-01'), until: at('2026-03-01') }],
    [' mr2026-12', { from: at('2026-12-01'), until: at('2027-01-01') }],
  ])
  expect(toDisjointSpans(tokens, { from: at('2026-02-10'), until: at('2026-12-10') }, days)).toEqual([
    [' mr2026-02', { from: at('2026-02-10'), until: at('2026-03-01') }],
    [' mr2026-12', { from: at('2026-12-01'), until: at('2026-12-10') }],
  ])
  expect(toDisjointSpans(tokens, { from: at('2026-03-01'), until: at('2026-04-01') }, days)).toEqual([])
})

test('the time is that of the days before in the time zone of the book', () => {
  const tokens = [' ms2026-02', ' ds2026-03-01', ' ds2026-03-02']
  const hour = 3_600_000
  expect(toDisjointSpans(tokens, {}, { delayDays: 1, timeZone: 'Asia/Shanghai' })).toEqual([
    [' ms2026-02', { from: at('2026-01-31') - 8 * hour, until: at('2026-02-28') - 8 * hour }],
    [' ds2026-03-01', { from: at('2026-02-28') - 8 * hour, until: at('2026-03-01') - 8 * hour }],
    [' ds2026-03-02', { from: at('2026-03-01') - 8 * hour, until: at('2026-03-02') - 8 * hour }],
  ])
})

test('days of another field, which an order may have as well, have no part', () => {
  expect(toDisjointSpans([' ds2026-03-01', ' dh2026-03-01', ' mh2026-03'], {}, days)).toEqual([
    [' ds2026-03-01', { from: at('2026-03-01'), until: at('2026-03-02') }],
  ])
})

test('tokens of other filters have no part', () => {
  expect(toDisjointSpans([' ^cn', ' ^de'], {}, days)).toEqual([])
})

import { isSameParty } from '#shared/finance/matching/match-keys.ts'
import { findPayouts } from '#shared/finance/matching/find-payout.ts'
import { findSubset } from '#shared/finance/matching/find-subset.ts'
import { describeByText, findDocumentNumbers, findPayingProvider } from '#shared/finance/matching/line-texts.ts'
import { differenceEntry, payoutEntry } from '#shared/finance/matching/match-entry.ts'
import { type Finding, MatchIndex } from '#shared/finance/matching/match-index.ts'
import type { OpenLine, OpenPosting } from '#shared/finance/matching/open-items.ts'
import { addDays } from '#shared/time.ts'
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'

const line = (more: Partial<OpenLine> = {}): OpenLine => ({
  ...{ id: 'l1', day: '2026-03-10', amountMinor: 10_388, feeMinor: 0, hasNoDirection: false },
  ...{ counterparty: '', reference: '', relatedReference: '', numbers: [] },
  ...more,
})
const posting = (more: Partial<OpenPosting> = {}): OpenPosting => ({
  ...{ id: 'p1', day: '2026-03-10', amountMinor: 10_388, references: [], refunded: [], numbers: [], counterparty: '' },
  ...more,
})
function find(lines: OpenLine[], postings: OpenPosting[]): Finding {
  const index = new MatchIndex(100)
  for (const each of lines) index.addLine(each)
  for (const each of postings) index.addPosting(each)
  const [first] = lines
  if (!first) throw new Error('No line')
  return index.find(first)
}
const describeFinding = (found: Finding): string =>
  `${'rule' in found ? found.rule : found.problem} ${found.postings.map(({ id }) => id).join()}`.trim()

describe('a line is matched', () => {
  test.each<[string, OpenLine[], OpenPosting[]]>([
    [
      'provider_id p1',
      [line({ reference: 'T1' })],
      [posting({ references: ['T1'], day: '2026-02-20' }), posting({ id: 'p2' })],
    ],
    ['own_number p1', [line({ numbers: ['SO260301-00001'] })], [posting({ numbers: ['SO260301-00001'] })]],
    [
      'provider_id p1',
      [line({ amountMinor: 10_326, feeMinor: 62, reference: 'T1' })],
      [posting({ references: ['T1'] })],
    ],
    [
      'provider_id p1',
      [line({ hasNoDirection: true, reference: 'T1' })],
      [posting({ amountMinor: -10_388, references: ['T1'] })],
    ],
    [
      'refunded_payment p2',
      [line({ reference: 'R1', relatedReference: 'T2' })],
      [posting({ refunded: ['T1'] }), posting({ id: 'p2', refunded: ['T2'], day: '2026-03-01' })],
    ],
    [
      'provider_id p1',
      [line({ reference: 'R1', relatedReference: 'T1' }), line({ id: 'l2', reference: 'R2', relatedReference: 'T1' })],
      [posting({ references: ['R1'], refunded: ['T1'] }), posting({ id: 'p2', references: ['R2'], refunded: ['T1'] })],
    ],
    [
      'amount_and_counterparty p1',
      [line({ counterparty: 'A', relatedReference: 'T1' })],
      [posting({ counterparty: 'A', refunded: ['T1'] })],
    ],
    ['not_in_books', [line({ relatedReference: 'T1', amountMinor: 100 })], [posting({ refunded: ['T1'] })]],
    [
      'amount_and_counterparty p1',
      [line({ counterparty: '张三 6222' })],
      [posting({ counterparty: '张三', day: '2026-03-06' })],
    ],
    ['amount p1', [line({ counterparty: '张三' })], [posting({ counterparty: '李四' })]],
    [
      'subset p1,p2',
      [line({ counterparty: 'Qinghe' })],
      [
        posting({ amountMinor: 388, counterparty: 'qinghe' }),
        posting({ id: 'p2', amountMinor: 10_000, counterparty: 'Qinghe' }),
      ],
    ],
    [
      'line_subset p1',
      [
        line({ counterparty: 'Qinghe', amountMinor: 388 }),
        line({ id: 'l2', counterparty: 'qinghe', amountMinor: 9_938, feeMinor: 62, day: '2026-03-12' }),
        line({ id: 'l3', counterparty: 'Qinghe', amountMinor: 9_000 }),
      ],
      [posting({ counterparty: 'Qinghe' })],
    ],
    [
      'tie p1',
      [
        line({ counterparty: 'Qinghe', amountMinor: 388 }),
        line({ id: 'l2', counterparty: 'Qinghe', amountMinor: 10_000 }),
        line({ id: 'l3', counterparty: 'Qinghe', amountMinor: 10_000, day: '2026-03-11' }),
      ],
      [posting({ counterparty: 'Qinghe' })],
    ],
    [
      'not_in_books',
      [line({ counterparty: 'Qinghe', amountMinor: 388 }), line({ id: 'l2', amountMinor: 10_000 })],
      [posting({ counterparty: 'Qinghe' })],
    ],
    ['small_difference p1', [line({ reference: 'T1' })], [posting({ references: ['T1'], amountMinor: 10_300 })]],
    ['amount_differs p1', [line({ reference: 'T1' })], [posting({ references: ['T1'], amountMinor: 9000 })]],
    ['not_in_books', [line()], [posting({ day: '2026-03-16' }), posting({ id: 'p2', amountMinor: -10_388 })]],
  ])('by %s', (expected, lines, postings) => {
    expect(describeFinding(find(lines, postings))).toBe(expected)
  })

  test.each<[string, OpenLine[], OpenPosting[]]>([
    [
      'two lines that name the posting in different ways',
      [line({ reference: 'T1' }), line({ id: 'l2', numbers: ['SO260301-00001'] })],
      [posting({ references: ['T1'], numbers: ['SO260301-00001'] })],
    ],
    [
      'two postings with the reference',
      [line({ reference: 'T1' })],
      [posting({ references: ['T1'] }), posting({ id: 'p2', references: ['T1'] })],
    ],
    [
      'two lines with the reference',
      [line({ reference: 'T1' }), line({ id: 'l2', reference: 'T1' })],
      [posting({ references: ['T1'] })],
    ],
    [
      'two refunds of the payment',
      [line({ counterparty: 'A', relatedReference: 'T1' })],
      [posting({ counterparty: 'A', refunded: ['T1'] }), posting({ id: 'p2', day: '2026-03-01', refunded: ['T1'] })],
    ],
    [
      'two lines that name the payment of a refund',
      [line({ relatedReference: 'T1' }), line({ id: 'l2', relatedReference: 'T1', day: '2026-03-01' })],
      [posting({ refunded: ['T1'] })],
    ],
    ['two postings of the amount', [line()], [posting(), posting({ id: 'p2' })]],
    ['two lines of the amount', [line(), line({ id: 'l2', day: '2026-03-14' })], [posting()]],
    [
      'two sets of postings',
      [line({ counterparty: 'A' })],
      [1, 2, 3, 4].map((at) => posting({ id: `p${at}`, amountMinor: 5194, counterparty: 'A' })),
    ],
  ])('to nothing with %s', (_, lines, postings) => {
    const found = find(lines, postings)
    expect('problem' in found && found.problem).toBe('tie')
  })
})

test('what the rules match alone is what every pair says that is alone, whatever the order', () => {
  const days = fc.constantFrom('2026-03-08', '2026-03-10', '2026-03-13', '2026-03-20')
  const amounts = fc.constantFrom(100, 200, -100)
  const names = fc.constantFrom('', 'T1', 'T2')
  const parties = fc.constantFrom('', 'A', 'B')
  const lines = fc.array(fc.record({ day: days, amountMinor: amounts, reference: names, counterparty: parties }), {
    minLength: 1,
    maxLength: 6,
  })
  const postings = fc.array(fc.record({ day: days, amountMinor: amounts, reference: names, counterparty: parties }), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(lines, postings, (someLines, somePostings) => {
      const all = someLines.map((each, at) => line({ ...each, id: `l${at}` }))
      const books = somePostings.map(({ reference, ...each }, at) =>
        posting({ ...each, id: `p${at}`, references: reference === '' ? [] : [reference] }),
      )
      const isNear = (a: OpenLine, b: OpenPosting): boolean => addDays(a.day, -5) <= b.day && b.day <= addDays(a.day, 5)
      const byReference = (a: OpenLine) =>
        books.filter((b) => a.reference !== '' && b.references.includes(a.reference) && b.amountMinor === a.amountMinor)
      const byAmount = (a: OpenLine) => books.filter((b) => b.amountMinor === a.amountMinor && isNear(a, b))
      for (const one of all) {
        const found = describeFinding(find([one, ...all.filter((each) => each !== one)], books))
        const exact = byReference(one)
        const rivals = all.filter((other) => other.reference === one.reference && other.amountMinor === one.amountMinor)
        if (exact.length > 0) {
          expect(found.split(' ')[0]).toBe(exact.length === 1 && rivals.length === 1 ? 'provider_id' : 'tie')
          expect(exact.map(({ id }) => id)).toContain(found.split(/[ ,]/)[1] ?? '')
          continue
        }
        if (!found.startsWith('amount_and') && !found.startsWith('amount p')) continue
        const [only, ...others] = byAmount(one)
        expect(others).toEqual([])
        expect(all.filter((other) => only && other.amountMinor === only.amountMinor && isNear(other, only))).toEqual([
          one,
        ])
        expect(found).toBe(
          `${one.counterparty !== '' && one.counterparty === only?.counterparty ? 'amount_and_counterparty' : 'amount'} ${only?.id}`,
        )
      }
    }),
    { numRuns: 300 },
  )
})

test('postings that add up to an amount are found when there is one such set, as by trying all', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      (amounts, target) => {
        const items = amounts.map((amountMinor) => ({ amountMinor }))
        const sets = Array.from({ length: 2 ** items.length }, (_, bits) =>
          items.filter((_item, at) => bits & (1 << at)),
        ).filter(
          (set) =>
            set.length > 1 && set.length <= 5 && set.reduce((sum, { amountMinor }) => sum + amountMinor, 0) === target,
        )
        expect(findSubset(items, target)).toEqual(
          sets.length === 0 ? undefined : sets.length === 1 ? sets[0] : 'several',
        )
      },
    ),
  )
  const many = Array.from({ length: 200 }, (_, at) => ({ amountMinor: 1_000_000 + at }))
  expect(findSubset(many, 5_000_020)).toBe('several')
})

test('a payout is what was captured on whole days from the oldest, less a fee', () => {
  const items = [
    { id: 'a', day: '2026-03-01', amountMinor: 6000 },
    { id: 'b', day: '2026-03-01', amountMinor: 4000 },
    { id: 'c', day: '2026-03-02', amountMinor: -500 },
    { id: 'd', day: '2026-03-03', amountMinor: 8000 },
  ]
  const findItems = (amountMinor: number, isFirst = false, of = items) =>
    findPayouts(of, [{ day: '2026-03-09', amountMinor }], { isFirst })
      .values()
      .next().value
  expect(findItems(9940)).toMatchObject({ feeMinor: 60, items: items.slice(0, 2) })
  expect(findItems(9500)).toMatchObject({ feeMinor: 0, items: items.slice(0, 3) })
  expect(findItems(17_430)).toMatchObject({ feeMinor: 70, items })
  expect(findItems(5000)).toBeUndefined()
  expect(findItems(17_501)).toBeUndefined()
  expect(findItems(7960)).toBeUndefined()
  expect(findItems(7960, true)).toMatchObject({ feeMinor: 40, items: items.slice(3) })
  const twice = [...items, { id: 'e', day: '2026-03-04', amountMinor: 8000 }]
  expect(findItems(7960, true, twice)).toBeUndefined()
  // The next payout shows where the first one begins, and nothing that was captured after a payout is in it.
  const arrived = [
    { day: '2026-03-04', amountMinor: 7960 },
    { day: '2026-03-05', amountMinor: 7950 },
  ]
  expect([...findPayouts(twice, arrived, { isFirst: true }).values()]).toMatchObject([
    { feeMinor: 40, items: items.slice(3) },
    { feeMinor: 50, items: twice.slice(4) },
  ])
  expect(findPayouts(items, [{ day: '2026-03-02', amountMinor: 17_430 }]).size).toBe(0)
})

test('what a match posts sums to zero and makes the postings equal the lines', () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((minor) => minor !== 0)
  const several = fc.array(fc.record({ amountMinor: amount, feeMinor: fc.integer({ min: 0, max: 5000 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  fc.assert(
    fc.property(several, fc.integer({ min: -1_000_000, max: 1_000_000 }), (amounts, postedMinor) => {
      const entry = differenceEntry(amounts.map(line), postedMinor, 'rounding')
      const lines = entry?.lines ?? []
      expect(lines.reduce((sum, each) => sum + each.amountMinor, 0)).toBe(0)
      const ofAccount = lines.find(({ role }) => role === 'account')?.amountMinor ?? 0
      expect(postedMinor + ofAccount).toBe(amounts.reduce((sum, each) => sum + each.amountMinor, 0))
      expect(lines.every((each) => each.amountMinor !== 0)).toBe(true)
    }),
  )
  expect(differenceEntry([line({ amountMinor: 10_326, feeMinor: 62 })], 10_388, null)).toEqual({
    kind: 'fee.provider',
    lines: [
      { role: 'account', amountMinor: -62 },
      { role: 'provider_fee', amountMinor: 62 },
    ],
  })
  expect(differenceEntry([line()], 0, null)).toBeUndefined()
  expect(differenceEntry([line({ amountMinor: -300 })], 0, 'bank_fee')?.lines).toEqual([
    { role: 'account', amountMinor: -300 },
    { role: 'bank_fee', amountMinor: 300 },
  ])
  expect(payoutEntry(9940, 60).lines.map(({ amountMinor }) => amountMinor)).toEqual([9940, 60, -10_000])
})

test('the texts of lines name our documents, providers, fees and interest', () => {
  expect(findDocumentNumbers('货款 so260301-00001，RF260301-00002 XSO260301-00003 SO260301-00001')).toEqual([
    'SO260301-00001',
    'RF260301-00002',
  ])
  expect(findDocumentNumbers('货款 #1042, order #EU-2001; no #1 hit, a#b')).toEqual(['#1042', '#EU-2001'])
  expect(findPayingProvider('财付通支付科技有限公司')).toBe('wechat_pay')
  expect(findPayingProvider('Stripe Payments Europe')).toBe('stripe')
  expect(findPayingProvider('张三')).toBeUndefined()
  expect(describeByText('账户管理费', -300)).toBe('bank_fee')
  expect(describeByText('结息', 120)).toBe('interest')
  expect(describeByText('手续费返还', 300)).toBeUndefined()
})

test.each([
  ['张三 6222', '张三', true],
  ['SHOP', 'Shop 12', true],
  ['Shop 12', 'shop-12', true],
  ['Shop 12', 'Shop 13', false],
  ['13800138000', '202603', false],
  ['13800138000', '', false],
  ['13800138000', '-', false],
  ['13800138000', 'Ann', false],
])('digits alone do not make two names the same: %s and %s', (one, other, isSame) => {
  expect([isSameParty(one, other), isSameParty(other, one)]).toEqual([isSame, isSame])
})

import type { Kontor } from '#server/context.ts'
import { listOrderCounts } from '#server/orders/counts.ts'
import { toRanges } from '#server/orders/list/list-ranges.ts'
import { searchOrders } from '#server/orders/list/search.ts'
import { type SearchLimits, searchLimits } from '#server/orders/list/search-limits.ts'
import { parseSearch } from '#server/orders/tokens/search-tokens.ts'
import type { Filter } from '#shared/list/filter.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { OrderList } from '#shared/orders/views.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { addTokenPart } from '#tests/server/orders/token-part.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const timeZone = 'Asia/Shanghai'
const everything: Filter = { op: 'and', filters: [] }

const word = fc.constantFrom(
  'Blue',
  'Jacket',
  'Jäck',
  'T-Shirt',
  'XL',
  '256GB',
  '蓝色',
  '夹克衫',
  '克',
  'Ｌａｒｇｅ',
  'Chen',
)
const name = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '', ' / ')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join(''))
const sku = fc.constantFrom('', '', 'KT-1', 'KT-10', 'kt 2', '夹克-7', '10003')
const customerName = fc.constantFrom('Chen Blue', '夹克', 'Ana', '蓝小色')
const order = fc.record({ customerName, lines: fc.array(fc.record({ sku, name }), { minLength: 1, maxLength: 3 }) })
type SmallOrder = typeof order extends fc.Arbitrary<infer Value> ? Value : never

const term = fc.constantFrom(
  ...[
    'b',
    'blu',
    'JACK',
    'jäcket',
    'jackets',
    't-shirt',
    'shirt',
    't',
    'xl',
    '256g',
    '夹',
    '夹克',
    '克衫',
    '夹克衫',
    '夹衫',
  ],
  ...['蓝', '蓝色夹', 'large', 'ｌａｒｇｅ', 'kt', 'kt-1', 'KT1', 'kt2', '#kt1', '夹克-7', '10003', 'chen', 'zzz'],
)
const texts = fc.uniqueArray(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.join(' '))

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const splitText = (text: string): string[] =>
  fold(text).match(/\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv) ?? []
const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)
const pairsOf = (run: string): string[] =>
  run.length === 1 ? [run] : [...run].slice(1).map((second, index) => `${run[index]}${second}`)
const toNumber = (text: string): string => splitText(text).join('')

/** Whether a text has a word that begins like this one, or this part of a run of Chinese. */
const hasPart = (text: string, part: string): boolean =>
  splitText(text).some((each) => (isHan(part) ? each.includes(part) : each.startsWith(part)))

/** What a search means, order by order: each part of each word is in the name of the customer, or the word in one product. */
function matches({ customerName: customer, lines }: SmallOrder, text: string): boolean {
  return text.split(' ').every((each) => {
    const parts = splitText(each).flatMap((part) => (isHan(part) ? pairsOf(part) : [part]))
    const number = toNumber(each)
    const isInProduct = lines.some(
      (line) =>
        toNumber(line.sku).startsWith(number) ||
        (!each.startsWith('#') && parts.every((part) => hasPart(line.name, part))),
    )
    return isInProduct || (!each.startsWith('#') && parts.every((part) => hasPart(customer, part)))
  })
}

const strategies: Record<string, SearchLimits> = {
  'as usual': searchLimits,
  'by looking at every order': { ...searchLimits, postings: 0, walkedOrders: 100_000 },
  'by looking into the newest parts': {
    ...searchLimits,
    quickPostings: 0,
    sampledPostings: 100_000,
    partPostings: 100_000,
    partLookups: 100_000,
  },
  'by looking into the newest parts, and for some into all': {
    ...searchLimits,
    quickPostings: 0,
    sampledPostings: 100_000,
    partPostings: 15,
    partLookups: 15,
  },
  'by walking in short steps': { ...searchLimits, postings: 0, walkedOrders: 7, sortedPostings: 0 },
  'by sorting the tokens of one word': { ...searchLimits, postings: 0, walkedOrders: 3 },
}

const toDraft = ({ customerName: customer, lines }: SmallOrder, index: number): OrderDraft => {
  const { shippingAddress, payment } = createDraft(index)
  const address = { ...shippingAddress, name: customer, company: '', city: 'Oslo', phone: '' }
  return createDraft(index, {
    externalNumber: `W${index}`,
    externalId: `W${index}`,
    placedAt: Date.parse('2026-03-01T00:00:00Z') + index * 7_200_000,
    customerName: customer,
    email: '',
    phone: '',
    shippingAddress: address,
    billingAddress: address,
    payment: payment && { ...payment, reference: `Q${index}` },
    totalMinor: 1000 * lines.length,
    lines: lines.map((line) => createLine({ ...line, unitPriceMinor: 1000 })),
  })
}

/** The external numbers of all orders of all pages. */
async function findAll(kontor: Kontor, text: string, limits: SearchLimits): Promise<string[]> {
  const { read } = kontor.database
  const search = parseSearch(text, true)
  if (!search) return []
  const selection = { ranges: toRanges(everything, await listOrderCounts(read)), timeZone }
  const source = await searchOrders(read, search, selection, everything, { limits })
  const found: string[] = []
  let after: (string | number)[] | undefined
  for (;;) {
    const { rows, stoppedAt } = await source.find({ direction: 'desc', after, limit: 20 })
    found.push(...rows.map(({ row }) => row.externalNumber))
    const last = rows.at(-1)
    if (rows.length === 20 && last) after = [last.row.placedAt, last.key]
    else if (stoppedAt) after = [...stoppedAt]
    else return found
  }
}

forEachDatabase((_, open) => {
  test('finds the orders whose products or customers have the words, in every way of looking for them', async () => {
    const { kontor } = await createTestKontor(await open())
    const orders = fc.sample(order, { numRuns: 90, seed: 11 })
    const drafts = orders.map(toDraft)
    for (let part = 1; part <= 3; part++) {
      await importAsOperator(kontor, drafts.slice((part - 1) * 30, part * 30))
      await addTokenPart(kontor, part + 1)
    }
    for (const text of fc.sample(texts, { numRuns: 60, seed: 12 })) {
      const expected = orders.flatMap((each, index) => (matches(each, text) ? [`W${index}`] : [])).toReversed()
      for (const [strategy, limits] of Object.entries(strategies))
        expect([text, strategy, await findAll(kontor, text, limits)]).toEqual([text, strategy, expected])
    }
  })

  describe('orders with products', () => {
    let kontor: TestKontor
    let owner: TestUser
    let viewer: TestUser
    beforeAll(async () => {
      kontor = await createTestKontor(await open(), { isClockRunning: true })
      owner = await kontor.createUser('owner')
      viewer = await kontor.createUser('viewer')
      await importAsOperator(kontor.kontor, [
        createDraft(1, { lines: [line('T-1', 'Blue jacket')] }),
        createDraft(2, { totalMinor: 2000, lines: [line('T-2', 'Blue shirt'), line('T-3', 'Red jacket')].map(half) }),
        createDraft(3, { lines: [line('T-1', 'Navy jacket')] }),
        createDraft(4, { lines: [line('', '龙井茶 礼盒')] }),
        createDraft(5, { customerName: 'Blue Jacket', lines: [line('', 'Gift card')] }),
      ])
    })
    const line = (number: string, title: string) => createLine({ sku: number, name: title })
    const half = (each: OrderDraft['lines'][number]) => ({ ...each, unitPriceMinor: 1000 })
    const find = async (search: Record<string, string>, user: TestUser = owner): Promise<string[]> => {
      const answer = (await (await user.fetch(`/api/orders?${new URLSearchParams(search)}`)).json()) as OrderList
      return answer.rows.map(({ externalNumber }) => externalNumber).toSorted()
    }

    test('are found by the words of a name, also of lines without an SKU, and by roles that do not see customers', async () => {
      expect(await find({ q: 'blue jacket' })).toEqual(['#10001', '#10002', '#10005'])
      expect(await find({ q: 'blue jacket' }, viewer)).toEqual(['#10001', '#10002'])
      for (const q of ['龙', '礼盒', '龙井茶', '井茶 礼']) expect([q, await find({ q })]).toEqual([q, ['#10004']])
      expect(await find({ q: 'gift' })).toEqual(['#10005'])
    })

    test('are found by one SKU with either of its names, and by a name without the other one', async () => {
      expect(await find({ q: 'T-1' })).toEqual(['#10001', '#10003'])
      expect(await find({ q: 'navy' })).toEqual(['#10003'])
      expect(await find({ sku: 't-1' })).toEqual(['#10001', '#10003'])
      expect(await find({ sku: 't1' })).toEqual([])
    })

    test('are filtered by the words of one product', async () => {
      expect(await find({ product: 'blue jacket' })).toEqual(['#10001'])
      expect(await find({ q: 'product:"jacket blue"' })).toEqual(['#10001'])
      expect(await find({ q: 'product:井茶 chen' })).toEqual(['#10004'])
      expect(await find({ product: '…' })).toEqual([])
      expect(await find({ q: 'product:jack sku:t-3' })).toEqual(['#10002'])
    })

    test('are excluded by the words of one product', async () => {
      for (const rest of ['', 'chen', 'blue', 'status:open', 'sku:t-1']) {
        const all = await find({ q: rest })
        for (const product of ['"blue jacket"', 'jack', '井茶', '…', 'zzz']) {
          const found = await find({ q: `product:${product} ${rest}` })
          const others = await find({ q: `-product:${product} ${rest}` })
          expect([rest, product, others]).toEqual([rest, product, all.filter((number) => !found.includes(number))])
        }
      }
      expect(await find({ not: 'product:jack' })).toEqual(await find({ q: '-product:jack' }))
    })

    test('are in the search everywhere', async () => {
      const answer = await (await owner.fetch('/api/search?text=navy')).json()
      expect(answer.items.map(({ kind }: { kind: string }) => kind)).toContain('order')
    })

    test('are found by what they are called after an edit, and the self-check agrees', async () => {
      const addedLines = [{ sku: '', name: 'Green scarf', quantity: '1', unitPrice: '5' }]
      const json = { version: 1, addedLines }
      const response = await owner.fetch('/api/orders/SO260301-00001/edits', { json })
      expect(response.status).toBe(200)
      expect(await find({ q: 'scarf' })).toEqual(['#10001'])
      expect(await find({ product: 'blue jacket' })).toEqual(['#10001'])
      expect(await findViolations(kontor)).toEqual([])
    })

    test('are filtered by an SKU in any case, also of letters that databases do not change', async () => {
      const orders = ['АРТ-Ä1', 'Арт-ä2', 'арт-ä3'].map((each, index) =>
        createDraft(31 + index, { lines: [line(each, 'Part')] }),
      )
      await importAsOperator(kontor.kontor, orders)
      for (const [typed, found] of [
        ['АРТ-Ä1', '#10031'],
        ['арт-ä1', '#10031'],
        ['АРТ-Ä2', '#10032'],
        ['АРТ-Ä3', '#10033'],
      ] as const)
        expect([typed, await find({ sku: typed })]).toEqual([typed, [found]])
      // Looked for in the lines of each order.
      expect(await find({ sku: 'АРТ-Ä1', currency: 'CNY' })).toEqual(['#10031'])
      expect(await find({ q: 'part -sku:АРТ-Ä1 -sku:Арт-ä2' })).toEqual(['#10033'])
    })

    test('are found by an SKU with spaces as it is written, besides what its words find', async () => {
      await importAsOperator(kontor.kontor, [
        createDraft(41, { lines: [line('TEA 250 G', 'Sencha')] }),
        createDraft(42, { lines: [line('TEA 250 GR', 'Sencha')] }),
        createDraft(43, { lines: [line('250-X', 'Tea tin for gifts')] }),
      ])
      expect(await find({ q: 'TEA 250 G' })).toEqual(['#10041', '#10043'])
      expect(await find({ q: 'tea 250 g' }, viewer)).toEqual(['#10041', '#10043'])
      expect(await find({ q: 'tea-250-g' })).toEqual(['#10041'])
      expect(await find({ q: 'tea 250 g', currency: 'USD' })).toEqual([])
      expect(await find({ q: 'tea sencha' })).toEqual(['#10041', '#10042'])
    })

    test('are found although two transactions stored the same product at once', async () => {
      const lines = [createLine({ sku: 'N-1', name: 'New at once' })]
      await Promise.all([11, 12].map((index) => importAsOperator(kontor.kontor, [createDraft(index, { lines })])))
      expect(await find({ q: 'once' })).toEqual(['#10011', '#10012'])
    })

    test('are found by an SKU that more products have than tokens are merged', async () => {
      const lines = (from: number) =>
        [...Array.from({ length: 60 }).keys()].map((index) => half(line('V-1', `Part ${from + index}`)))
      const totalMinor = 60_000
      await importAsOperator(kontor.kontor, [
        createDraft(21, { totalMinor, lines: lines(0) }),
        createDraft(22, { totalMinor, lines: lines(30) }),
        createDraft(23, { totalMinor, lines: lines(60) }),
        createDraft(24, { lines: [line('V1', 'Part 0')] }),
      ])
      expect(await find({ sku: 'v-1' })).toEqual(['#10021', '#10022', '#10023'])
      expect(await find({ sku: 'V1' })).toEqual(['#10024'])
    })
  })
})

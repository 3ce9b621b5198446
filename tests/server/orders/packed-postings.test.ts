import { createOperatorContext } from '#server/context.ts'
import { intersectPacked, packedLimits } from '#server/orders/list/intersect-packed.ts'
import { eraseOrder } from '#server/orders/removal/erase-order.ts'
import { deleteTokens } from '#server/orders/removal/removal-store.ts'
import { packPostings } from '#server/orders/tokens/pack-postings.ts'
import { isPacked, minPackedOrders, PostingPacker, unpackKeys } from '#server/orders/tokens/packed-postings.ts'
import { beginPacking, storePacked } from '#server/orders/tokens/packed-postings-store.ts'
import { parseSearch } from '#server/orders/tokens/search-tokens.ts'
import { insertTokens } from '#server/orders/tokens/token-store.ts'
import type { OrderList } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { addTokenPart } from '#tests/server/orders/token-part.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { assert, property, uniqueArray, integer } from 'fast-check'

/** Adds the orders of a word to a packer, which gets tokens sorted. */
function pack(orders: readonly (readonly [token: string, keys: readonly number[]])[]): Record<string, number[]> {
  const packer = new PostingPacker()
  for (const [token, keys] of orders) for (const key of keys) packer.add(token, key)
  return Object.fromEntries(packer.finish().map(({ token, orderKeys }) => [token, unpackKeys(orderKeys)]))
}

test('keys of orders are packed without a loss', () => {
  const largestKey = 99_12_31_99_999_999
  const keys = uniqueArray(integer({ min: 1, max: largestKey }), { minLength: minPackedOrders })
  assert(
    property(keys, (some) => {
      expect(pack([['ann', some]])['ann']).toEqual(some.toSorted((a, b) => a - b))
    }),
  )
})

test('a word has the orders of longer words that begin with it, each once, and a word without spaces only its own', () => {
  const keys = (from: number): number[] => Array.from({ length: minPackedOrders }, (_, index) => from + index)
  expect(
    pack([
      ['a', [1]],
      ['ann', keys(1)],
      ['anna', keys(9)],
      ['annex', [7]],
      ['ant', [8]],
      ['李', keys(1)],
      ['李娜', keys(40)],
    ]),
  ).toEqual({
    a: Array.from({ length: minPackedOrders + 8 }, (_, index) => 1 + index),
    ann: Array.from({ length: minPackedOrders + 8 }, (_, index) => 1 + index),
    anna: keys(9),
    李: keys(1),
    李娜: keys(40),
  })
})

test('only words of names and places are packed', () => {
  const tokens = [
    'ann',
    '7eleven',
    'ann@mail.example',
    '李娜',
    '𠮷',
    '+berlin',
    '+上海',
    '#77',
    '=ch_1',
    '~0199',
    ' ^de',
  ]
  expect(tokens.filter(isPacked)).toEqual(['ann', '7eleven', 'ann@mail.example', '李娜', '𠮷', '+berlin', '+上海'])
})

const firstNames = ['Ann', 'Anna', 'Bob', '王伟', '李娜']
const lastNames = ['Smith', 'Smithson', 'Lee']
const cities = ['Austin', 'Ann Arbor', '上海', 'Lee']
const companies = ['Πάνος', 'Νάσος', 'Πανοσία', 'Lan']
const pick = (texts: readonly string[], index: number): string => texts[index % texts.length] ?? ''

/** Every pair of a first name, a last name and a city comes in every part; parts of 30 days, so that keys are far from each other. */
const createOrder = (index: number) => {
  const name = `${pick(firstNames, index)} ${pick(lastNames, Math.floor(index / 2))}`
  const { shippingAddress, billingAddress } = createDraft(1)
  const company = `Tea House ${pick(companies, index)}`
  return createDraft(index, {
    customerName: name,
    placedAt: Date.parse('2026-01-01T00:00:00Z') + index * 7 * 3_600_000,
    shippingAddress: { ...shippingAddress, name, company, city: pick(cities, Math.floor(index / 3)) },
    billingAddress: { ...billingAddress, name, company, city: pick(cities, Math.floor(index / 3)) },
  })
}
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

forEachDatabase((dialect, open) => {
  let testKontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    testKontor = await createTestKontor(await open())
    owner = await testKontor.createUser('owner')
    await importAsOperator(testKontor.kontor, range(1, 95).map(createOrder))
    await addTokenPart(testKontor.kontor, 2)
    await importAsOperator(testKontor.kontor, range(95, 190).map(createOrder))
    await addTokenPart(testKontor.kontor, 3)
    await importAsOperator(testKontor.kontor, range(190, 200).map(createOrder))
  })

  const search = async (query: Record<string, string>): Promise<{ numbers: string[]; count: unknown }> => {
    const answer = await owner.fetch(`/api/orders?${new URLSearchParams(query)}`)
    expect([query, answer.status]).toEqual([query, 200])
    const { rows, count } = (await answer.json()) as OrderList
    return { numbers: rows.map((row) => row.number), count }
  }
  const listPacked = () =>
    testKontor.kontor.database.read
      .selectFrom('packed_postings')
      .select(['part', 'token'])
      .orderBy('part')
      .orderBy('token')
      .execute()
  const countByPart = async (): Promise<Record<number, number>> =>
    Object.fromEntries(
      [...Map.groupBy(await listPacked(), ({ part }) => part)].map(([part, words]) => [part, words.length]),
    )
  const keyOf = async (externalNumber: string) =>
    testKontor.kontor.database.read
      .selectFrom('orders')
      .select(['key', 'number', 'placed_at'])
      .where('external_number', '=', externalNumber)
      .executeTakeFirstOrThrow()

  test('a search finds the same orders before and after the postings are packed', async () => {
    const queries: Record<string, string>[] = [
      { q: 'ann smith' },
      { q: 'an smi' },
      { q: 'anna lee' },
      { q: 'smith 上海' },
      { q: '王伟 austin' },
      { q: '王伟 李娜' },
      { q: 'ann austin', sort: 'placed' },
      { q: 'ann austin', sort: 'total' },
      { q: 'ann lee', from: '2026-01-10', to: '2026-02-03' },
      { q: 'ann lee', status: 'cancelled' },
      { q: 'ann lee tea' },
      { q: 'ann so2601' },
      { q: 'lee ann bob' },
      { q: 'ann nobody' },
      { q: 'ΠΑΝΟΣ smith' },
      { q: 'πανοσ lee' },
      { q: 'ΠΑΝΟΣ lee ΠΑΝΟΣ' },
    ]
    const before = []
    for (const query of queries) before.push(await search(query))
    expect(before[0]?.numbers.length).toBeGreaterThan(5)
    await packPostings(testKontor.kontor.database)
    expect(Object.keys(await countByPart())).toEqual(['1', '2'])
    for (const [index, query] of queries.entries()) {
      const { numbers, count } = await search(query)
      expect([query, numbers]).toEqual([query, before[index]?.numbers ?? []])
      if (Bun.deepEquals(Object.keys(before[index]?.count ?? {}), ['exact']))
        expect(count).toEqual(before[index]?.count)
    }
    expect(await findViolations(testKontor)).toEqual([])
  })

  test('frequent words are intersected, without those that mean something else or that many orders have together', async () => {
    const { read } = testKontor.kontor.database
    const intersect = (text: string) => intersectPacked(read, parseSearch(text, true) ?? [])
    expect(await intersect('ann smith')).toBeUndefined()
    await packPostings(testKontor.kontor.database)
    const found = await intersect('bob smith')
    expect(found?.others).toEqual([])
    expect(found?.keys.length).toBeGreaterThan(5)
    expect(new Set(found?.keys).size).toBe(found?.keys.length ?? 0)
    // Every second company begins with Πανος or Πανοσ, every fifth customer is Bob.
    const greek = await intersect('ΠΑΝΟΣ bob')
    expect([greek?.others, new Set(greek?.keys).size]).toEqual([[], 20])
    // A product is called green tea.
    expect((await intersect('bob smith tea'))?.others).toHaveLength(1)
    expect(await intersect('smith tea')).toBeUndefined()
    expect(await intersect('smith')).toBeUndefined()
    expect(await intersect('smith nobody')).toBeUndefined()
    // Smith is the most frequent of the three.
    const few = parseSearch('smith bob austin', true) ?? []
    const limited = await intersectPacked(read, few, { ...packedLimits, maxPackedOrders: 150 })
    expect(limited?.others).toEqual(few.slice(0, 1))
    const all = await intersectPacked(read, few)
    expect(all?.keys.length).toBeGreaterThan(0)
    expect(limited?.keys).toEqual(expect.arrayContaining(all?.keys ?? []))
    expect(await intersectPacked(read, few, { ...packedLimits, maxPackedOrders: 60 })).toBeUndefined()
    expect(await intersectPacked(read, few, { ...packedLimits, maxFound: 0 })).toBeUndefined()
    // Nearly all orders have both.
    expect(await intersect('customer mail')).toBeUndefined()
  })

  test('whoever changes the words of an order discards what is packed of its part, until it is packed again', async () => {
    const { kontor } = testKontor
    await packPostings(kontor.database)
    const all = await countByPart()
    expect(all[1]).toBeGreaterThan(5)
    expect(all[2]).toBeGreaterThan(5)
    const edited = await keyOf(createOrder(5).externalNumber)
    const edit = await owner.fetch(`/api/orders/${edited.number}/edits`, {
      json: { version: 1, customerName: 'Bob Lindqvist' },
    })
    expect(edit.status).toBe(200)
    expect(await countByPart()).toEqual({ 2: all[2] ?? 0 })
    expect((await search({ q: 'bob lindqvist' })).numbers).toEqual([edited.number])
    await packPostings(kontor.database)
    expect(Object.keys(await countByPart())).toEqual(['1', '2'])
    expect((await search({ q: 'bob lindqvist' })).numbers).toEqual([edited.number])
    expect(await findViolations(testKontor)).toEqual([])

    const { number } = await keyOf(createOrder(120).externalNumber)
    const cancelled = await owner.fetch(`/api/orders/${number}/cancellations`, { json: { reason: 'x', version: 1 } })
    expect(cancelled.status).toBeLessThan(500)
    // Numbers and references are not packed.
    expect(Object.keys(await countByPart())).toEqual(['1', '2'])
    await kontor.database.inTransaction((transaction) => deleteTokens(transaction, [edited.key]).then(() => undefined))
    expect(Object.keys(await countByPart())).toEqual(['2'])
  })

  test('nothing packed tells the name of an erased order', async () => {
    const { kontor } = testKontor
    await importAsOperator(kontor, [
      createDraft(300, { ...createOrder(300), status: 'cancelled', cancelledAt: 1, payment: null }),
    ])
    await addTokenPart(kontor, 4)
    await importAsOperator(kontor, range(301, 330).map(createOrder))
    await addTokenPart(kontor, 5)
    await packPostings(kontor.database)
    const { number, key } = await keyOf(createOrder(300).externalNumber)
    const listKeys = async () =>
      (await kontor.database.read.selectFrom('packed_postings').select('order_keys').execute()).flatMap((row) =>
        unpackKeys(row.order_keys),
      )
    expect(await countByPart()).toHaveProperty('4')
    await kontor.database.inTransaction((transaction) => eraseOrder(transaction, createOperatorContext(kontor), number))
    expect(await listKeys()).not.toContain(key)
    expect(await findViolations(testKontor)).toEqual([])
  })

  test('an attempt to pack a part ends when its words change, or another attempt begins', async () => {
    const { database } = testKontor.kontor
    const [order, other] = [await keyOf(createOrder(5).externalNumber), await keyOf(createOrder(120).externalNumber)]
    const word = { token: 'bob', orderKeys: 'x' }
    const store = (attempt: number, isLast = true) =>
      database.inReadCommitted((transaction) => storePacked(transaction, 1, attempt, { words: [word], isLast }))
    const begin = (attempt: number) => database.inReadCommitted((transaction) => beginPacking(transaction, 1, attempt))
    await begin(77)
    expect(await store(77, false)).toBe(true)
    await database.inTransaction((transaction) => insertTokens(transaction, other, ['nobody']))
    expect(await store(78)).toBe(false)
    await database.inTransaction((transaction) => insertTokens(transaction, order, ['nobody']))
    expect(await listPacked()).toEqual([])
    expect(await store(77)).toBe(false)
    await begin(79)
    expect(await store(79, false)).toBe(true)
    await begin(80)
    expect(await listPacked()).toEqual([])
    expect(await store(79)).toBe(false)
    expect(await store(80)).toBe(true)
    // It is packed, so a late attempt changes nothing.
    await begin(81)
    expect(await listPacked()).toEqual([{ part: 1, token: 'bob' }])
    expect(await store(81)).toBe(false)
  })

  test.each([
    [
      `update packed_postings set order_keys = 'x' where token = 'bob'`,
      'packed_postings bob in part 1: not the orders with this word',
    ],
    [`delete from packed_postings where token = 'bob'`, 'packed_postings bob in part 1: not the orders with this word'],
    [
      `update packed_postings set token = 'nobody' where token = 'bob'`,
      'packed_postings nobody in part 1: not a frequent word',
    ],
    [`update token_parts set packed = 0 where part = 1`, 'packed_postings: part 1 is not packed'],
  ])('the self-check finds %s', async (statement, violation) => {
    const { database } = testKontor.kontor
    await packPostings(database)
    await database.inTransaction((transaction) => sql.raw(statement).execute(transaction))
    expect(await findViolations(testKontor)).toContain(`search-tokens: ${violation}`)
  })

  if (dialect === 'postgres')
    test('packing waits for transactions that began before it', async () => {
      const { database } = testKontor.kontor
      const order = await keyOf(createOrder(5).externalNumber)
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
      const { promise: hasWritten, resolve: written } = Promise.withResolvers<void>()
      const writing = database.inTransaction(async (transaction) => {
        await insertTokens(transaction, order, ['smithers'])
        written()
        await mayEnd
      })
      await hasWritten
      let isPacking = true
      const packing = packPostings(database).finally(() => (isPacking = false))
      await Bun.sleep(100)
      expect(isPacking).toBe(true)
      end()
      await Promise.all([writing, packing])
      const packed = await database.read
        .selectFrom('packed_postings')
        .select('order_keys')
        .where('token', '=', 'smith')
        .where('part', '=', 1)
        .executeTakeFirstOrThrow()
      expect(unpackKeys(packed.order_keys)).toContain(order.key)
    })
})

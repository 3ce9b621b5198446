import { fillListKeys, updateListKeys } from '#server/customers/list-keys.ts'
import { createSource, type ReadLimits } from '#server/customers/listed-customers.ts'
import type { CustomerSelection, SortColumn } from '#server/customers/selection-query.ts'
import { customersList } from '#shared/customers/list.ts'
import type { CustomerRow } from '#shared/customers/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'bun:test'

interface List {
  rows: CustomerRow[]
  next: string | null
  count: { exact?: number; atLeast?: number }
}

const day = 86_400_000

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    const first = createDraft(0).placedAt
    const of = (index: number, customerName: string, email: string, afterDays: number, changes = {}) =>
      createDraft(index, { customerName, email, phone: '', placedAt: first + afterDays * day, ...changes })
    await importAsOperator(kontor.kontor, [
      of(1, '赵敏', 'zhao@mail.example', 0),
      of(2, 'Ann Zhou', 'ann@mail.example', 1),
      of(3, '陈晓', 'chen@mail.example', 2),
      of(4, '陈晓', 'chen@mail.example', 4),
      of(5, 'Émile Roux', 'emile@mail.example', 3, {
        status: 'cancelled',
        payment: null,
        cancelledAt: first + 3 * day,
      }),
    ])
    // An older order and a newer one of customers who are known; the newer one has another name.
    await importAsOperator(kontor.kontor, [
      of(6, 'Ann Old', 'ann@mail.example', -3),
      of(7, '白雪', 'zhao@mail.example', 6, { currency: 'USD' }),
      of(8, '陈晓', 'chen@mail.example', 1),
    ])
    await owner.fetch('/api/customers', { json: { name: 'Öykü Demir', email: 'oyku@mail.example' } })
    await owner.fetch('/api/customers', { json: { company: 'Dach GmbH', email: 'dach@mail.example' } })
  })

  const list = async (query: string, user = owner): Promise<List> =>
    (await user.fetch(`/api/customers?${query}`)).json() as Promise<List>
  const namesOf = async (query: string, user = owner): Promise<string[]> =>
    (await list(query, user)).rows.map(({ name, company }) => name || company)

  test('sorts customers by name, Chinese names in pinyin, by their orders and by the newest of them', async () => {
    const byName = ['Ann Zhou', '白雪', '陈晓', 'Dach GmbH', 'Émile Roux', 'Öykü Demir']
    expect(await namesOf('sort=name')).toEqual(byName)
    expect(await namesOf('sort=-name')).toEqual(byName.toReversed())
    expect(await namesOf('sort=-orderCount')).toEqual([
      '陈晓',
      'Ann Zhou',
      '白雪',
      'Dach GmbH',
      'Öykü Demir',
      'Émile Roux',
    ])
    expect((await list('sort=-orderCount')).rows.map(({ orderCount }) => orderCount)).toEqual([3, 2, 2, 0, 0, 0])
    expect(await namesOf('sort=-lastOrder')).toEqual([
      '白雪',
      '陈晓',
      'Ann Zhou',
      'Dach GmbH',
      'Öykü Demir',
      'Émile Roux',
    ])
    expect(await namesOf('sort=lastOrder')).toEqual([
      'Émile Roux',
      'Öykü Demir',
      'Dach GmbH',
      'Ann Zhou',
      '陈晓',
      '白雪',
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('filters by the number of orders, the days of the first and the newest one, and erased data', async () => {
    expect(await namesOf('orderCount=none&sort=name')).toEqual(['Dach GmbH', 'Émile Roux', 'Öykü Demir'])
    expect(await namesOf('orderCount=one')).toEqual([])
    expect(await namesOf('orderCount=one&orderCount=several&sort=name')).toEqual(['Ann Zhou', '白雪', '陈晓'])
    expect(await namesOf('q=orders:several%20last:2026-03-05..')).toEqual(['陈晓', '白雪'])
    expect(await namesOf('lastOrderTo=2026-03-02')).toEqual(['Ann Zhou'])
    expect(await namesOf('firstOrderTo=2026-02-28')).toEqual(['Ann Zhou'])
    expect(await namesOf('firstOrderFrom=2026-03-01&lastOrderTo=2026-03-06&sort=name')).toEqual(['陈晓'])
    expect(await namesOf('erased=yes')).toEqual([])
    expect((await list('orderCount=none')).count).toEqual({ exact: 3 })
    expect((await list('q=陈晓&orderCount=several')).rows).toHaveLength(1)
    expect((await owner.fetch('/api/customers?lastOrderFrom=2026-03-06&lastOrderTo=2026-03-01')).status).toBe(422)
  })

  test('the order by name stays hidden from users who may not see names', async () => {
    const viewer = await kontor.createUser('viewer')
    expect(await namesOf('sort=name', viewer)).toEqual(await namesOf('', viewer))
  })

  test('whatever is collected, walked through or stopped at, all pages together have the same customers in the same order', async () => {
    const db = kontor.kontor.database.read
    const { timeZone } = kontor.kontor.book
    const columns: SortColumn[] = ['number', 'name_sort_key', 'order_count', 'last_order_at']
    const queries = [
      {},
      { orderCount: ['none'] },
      { orderCount: ['one', 'several'] },
      { lastOrderFrom: '2026-03-02' },
      { firstOrderFrom: '2026-03-01', orderCount: ['several'] },
      { erased: 'no', lastOrderTo: '2026-03-05' },
    ]
    const stepwise: ReadLimits = { collected: 0, steps: [1], stepsWhileEmpty: [1], counted: 100 }
    for (const query of queries)
      for (const column of columns)
        for (const direction of ['asc', 'desc'] as const) {
          const conditions: CustomerSelection['conditions'] = new Map(
            customersList.filters.flatMap((field) => {
              const condition = field.toFilter(query)
              return condition ? [[field.id, condition] as const] : []
            }),
          )
          const selection = { conditions, currencies: ['CNY', 'USD'], timeZone }
          const walk = async (limit: number, limits?: ReadLimits): Promise<string[]> => {
            const source = await createSource(db, selection, column, limits)
            const numbers: string[] = []
            for (let after: readonly (string | number)[] | undefined; ;) {
              const { rows, stoppedAt } = await source.find({ direction, after, limit })
              numbers.push(...rows.map(({ number }) => number))
              const last = rows.at(-1)
              if (stoppedAt) after = stoppedAt
              else if (last && rows.length === limit) after = [last.value, last.number]
              else return numbers
            }
          }
          const whole = await walk(100)
          expect(await walk(2)).toEqual(whole)
          expect(await walk(2, stepwise)).toEqual(whole)
          const counted = await (await createSource(db, selection, column, stepwise)).count()
          expect(counted).toEqual({ exact: whole.length })
        }
  })

  test('what is kept of customers follows their orders and profiles, and the self-check names what does not', async () => {
    const numberOf = async (q: string): Promise<string> => (await list(`q=${q}`)).rows[0]?.number ?? ''
    const { rows } = await list('sort=name')
    const ann = await numberOf('ann@mail.example')
    await owner.fetch(`/api/customers/${ann}/edits`, { json: { version: 0, name: 'Zoe Zhou' } })
    await owner.fetch(`/api/customers/${ann}/merges`, { json: { other: await numberOf('chen@mail.example') } })
    expect((await list('sort=-orderCount')).rows[0]).toMatchObject({ number: ann, name: 'Zoe Zhou', orderCount: 5 })
    expect((await namesOf('sort=-name'))[0]).toBe('Zoe Zhou')
    expect(await findViolations(kontor)).toEqual([])
    const { database } = kontor.kontor
    await database.inTransaction((transaction) =>
      sql`update customers set name_sort_key = 'x', order_count = 9, last_order_at = 1 where number = ${rows[0]?.number}`.execute(
        transaction,
      ),
    )
    const violations = JSON.stringify(await findViolations(kontor))
    for (const column of ['name_sort_key', 'order_count', 'last_order_at']) expect(violations).toContain(column)
    await database.inTransaction((transaction) => updateListKeys(transaction, [rows[0]?.number]))
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a book from before these columns gets them filled', async () => {
    const { database } = kontor.kontor
    const before = await list('sort=name')
    await database.inTransaction(async (transaction) => {
      await sql`update customers set name_sort_key = '', order_count = 0, last_order_at = 0`.execute(transaction)
      await fillListKeys(transaction)
    })
    expect(await list('sort=name')).toEqual(before)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a large import lists and counts no customers who were merged into others', async () => {
    const body = new FormData()
    const rows = [1, 2, 3].map((index) => `C${index},c${index}@import.example`)
    body.append('file', new File([['name,email', ...rows].join('\n')], 'customers.csv'))
    for (const [field, value] of Object.entries({ headingRow: '0', source: 'crm' }))
      body.append(`mapping[${field}]`, value)
    for (const [column, field] of ['name', 'email'].entries()) body.append(`mapping[columns][${field}]`, String(column))
    const imported = await owner.fetch('/api/imports/customers', { method: 'POST', body })
    const { number, created } = (await imported.json()) as { number: string; created: number }
    expect(created).toBe(3)
    const [kept] = (await list('q=c1@import.example')).rows
    const other = 'c2@import.example'
    expect((await owner.fetch(`/api/customers/${kept?.number}/merges`, { json: { other } })).status).toBe(200)
    const shown = (await list(`importNumber=${number}`)).rows.map((row) => row.number)
    expect(shown).toHaveLength(2)
    const condition = customersList.filters.find(({ id }) => id === 'importNumber')?.toFilter({ importNumber: number })
    if (!condition) throw new Error('No filter')
    const selection: CustomerSelection = {
      ...{ conditions: new Map([['importNumber', condition]]), currencies: [] },
      timeZone: kontor.kontor.book.timeZone,
    }
    const large: ReadLimits = { collected: 0, steps: [1], stepsWhileEmpty: [1], counted: 100 }
    const source = await createSource(kontor.kontor.database.read, selection, 'number', large)
    const { rows: found } = await source.find({ direction: 'desc', after: undefined, limit: 10 })
    expect(found.map((row) => row.number)).toEqual(shown)
    expect(await source.count()).toEqual({ exact: 2 })
  })
})

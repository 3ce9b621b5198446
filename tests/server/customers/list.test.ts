import type { CustomerRow } from '#shared/customers/views.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Problem } from '#shared/problem.ts'
import type { FoundItems } from '#shared/search/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'bun:test'

interface List {
  rows: CustomerRow[]
  next: string | null
  count: { exact?: number; atLeast?: number }
}

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    await importAsOperator(kontor.kontor, [
      createDraft(1, { customerName: 'Frédérique Dupont', email: 'fred@example.com', phone: '+33 6 12 34 56 78' }),
      createDraft(2, { customerName: '陈晓', email: '', phone: '138 0000 9999' }),
    ])
    for (const profile of [
      { name: 'Frédéric Özil', email: 'oezil@example.com', phone: '+49 151 2345 6789', city: 'Köln' },
      { name: '王小芳', phone: '139 1111 2222', company: '青禾茶业', city: '杭州市' },
      { name: 'Ann Zhou', email: 'ann@example.com' },
    ])
      await owner.fetch('/api/customers', { json: profile })
  })

  const list = async (query: string, user = owner): Promise<List> =>
    (await user.fetch(`/api/customers?${query}`)).json() as Promise<List>
  const find = async (text: string, user = owner): Promise<string[]> =>
    (await list(`q=${encodeURIComponent(text)}`, user)).rows.map(({ name }) => name).toSorted()

  test('lists customers with and without orders, those added last first', async () => {
    const { rows, count, next } = await list('')
    expect(rows.map(({ name }) => name)).toEqual(['Ann Zhou', '王小芳', 'Frédéric Özil', '陈晓', 'Frédérique Dupont'])
    expect({ count, next }).toEqual({ count: { exact: 5 }, next: null })
    expect(rows[4]).toMatchObject({ email: 'fred@example.com', lastOrderAt: createDraft(1).placedAt })
    expect(rows[1]).toMatchObject({ company: '青禾茶业', city: '杭州市', lastOrderAt: null })
  })

  test('finds names without accents, in pinyin and by initials, phone numbers by their end, and cities', async () => {
    expect(await find('frederi')).toEqual(['Frédéric Özil', 'Frédérique Dupont'])
    expect(await find('ozil koln')).toEqual(['Frédéric Özil'])
    expect(await find('wangxiaofang')).toEqual(['王小芳'])
    expect(await find('wxf')).toEqual(['王小芳'])
    expect(await find('小芳')).toEqual(['王小芳'])
    expect(await find('2222')).toEqual(['王小芳'])
    expect(await find('9999')).toEqual(['陈晓'])
    expect(await find('0151 23456789')).toEqual(['Frédéric Özil'])
    expect(await find('杭州')).toEqual(['王小芳'])
    expect(await find('ANN@example')).toEqual(['Ann Zhou'])
    expect(await find('CU260315-00002')).toHaveLength(1)
    expect(await find('nobody')).toEqual([])
    // What they bought and the numbers of orders are for the search of orders.
    expect(await find('green')).toEqual([])
    expect(await find('SO260301')).toEqual([])
  })

  test('users who may not see personal data find customers by number and city only', async () => {
    const viewer = await kontor.createUser('viewer')
    expect(await find('frederi', viewer)).toEqual([])
    expect(await find('2222', viewer)).toEqual([])
    expect(await find('杭州', viewer)).toEqual(['王**'])
    expect((await list('', viewer)).rows[0]).toMatchObject({ name: 'A. Zhou', email: 'a***@e***' })
  })

  test('a text in quotes is searched for as it is, whatever it contains', async () => {
    for (const text of ['import:IM1', '-nobody', "' or 1=1 --", '%', '\\', '"', '\u{10FFFF}', '<b>', 'x'.repeat(200)]) {
      const quoted = `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
      const response = await owner.fetch(`/api/customers?q=${encodeURIComponent(quoted)}`)
      expect([text, response.status]).toEqual([text, 200])
      expect(((await response.json()) as List).rows).toEqual([])
    }
    for (const text of ['"ann:zhou"', '"-ann"']) expect(await find(text)).toEqual(['Ann Zhou'])
  })

  test('an import that does not exist is an error, on the page in the search box, and not recorded as an export', async () => {
    const error = { pointer: '/importNumber', detail: 'There is no import IM260315-00099.' }
    for (const query of ['importNumber=IM260315-00099', 'q=import:IM260315-00099']) {
      const response = await owner.fetch(`/api/customers?${query}`)
      expect([response.status, await response.json()]).toMatchObject([422, { errors: [{ in: 'query', ...error }] }])
      const page = await (await owner.fetch(`/orders?customers=list&${query}`)).text()
      expect(page).toContain('There is no import IM260315-00099.')
      expect(page).toContain('value="import:IM260315-00099"')
    }
    for (const path of ['/api/customers/exports', '/api/customers/exports/jobs']) {
      const response = await owner.fetch(path, { json: { importNumber: 'IM260315-00099' } })
      expect([response.status, await response.json()]).toMatchObject([422, { errors: [error] }])
    }
    const events = (await (await owner.fetch('/api/events?topic=exports')).json()) as { rows: unknown[] }
    expect(events.rows).toEqual([])
  })

  test('whoever may enter orders may see who customers are, so the form can suggest them', async () => {
    const create = (...permissions: Permission[]): Promise<Response> =>
      owner.fetch('/api/roles', { json: { roleName: `Role ${crypto.randomUUID()}`, permissions } })
    expect((await create('orders.view', 'orders.create')).status).toBe(422)
    const response = await create('orders.view', 'customers.view_personal', 'orders.create')
    expect(response.status).toBeLessThan(300)
  })

  test('a cursor leads to the customers after it, also of a search', async () => {
    const wrong = await owner.fetch('/api/customers?cursor=wrong')
    expect(wrong.status).toBe(422)
    expect(((await wrong.json()) as Problem).errors).toMatchObject([{ pointer: '/cursor' }])
    for (let index = 0; index < 52; index++)
      await owner.fetch('/api/customers', { json: { name: `Bo Lin ${index}`, email: `bo${index}@example.com` } })
    for (const query of ['', 'q=lin']) {
      const first = await list(query)
      const second = await list(`${query}&cursor=${first.next}`)
      expect(first.rows).toHaveLength(50)
      expect(new Set([...first.rows, ...second.rows].map(({ number }) => number)).size).toBe(query === '' ? 57 : 52)
    }
  })

  test('an export has the profiles of the customers that the list shows, and is recorded', async () => {
    const exportCsv = async (json: object, user = owner) =>
      (await user.fetch('/api/customers/exports', { json })).text()
    const lines = (await exportCsv({ q: 'wxf' })).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('"王小芳","","139 1111 2222","青禾茶业"')
    const all = await exportCsv({})
    expect(all.trim().split('\r\n').length - 1).toBe((await list('')).count.exact ?? 0)
    const viewer = await kontor.createUser('viewer')
    expect((await viewer.fetch('/api/customers/exports', { json: {} })).status).toBe(403)
    const { rows } = await sql<{ action: string }>`
      select action from events where action = 'customers.exported'`.execute(kontor.kontor.database.read)
    expect(rows).toHaveLength(2)
  })

  test('the search everywhere finds customers without orders', async () => {
    const found = (await (await owner.fetch('/api/search?text=wangxiao')).json()) as FoundItems
    expect(found.items).toMatchObject([{ kind: 'customer', title: '王小芳' }])
  })

  test('the page lists and adds customers without script', async () => {
    const page = await (await owner.fetch('/orders?customers=list&q=wxf')).text()
    expect(page).toContain('王小芳')
    expect(page).not.toContain('Ann Zhou')
    const body = new FormData()
    for (const [name, value] of Object.entries({ _endpoint: 'createCustomer', name: '', city: 'Bonn' }))
      body.append(name, value)
    const refused = await owner.fetch('/orders?customers=new', { method: 'POST', body })
    expect(await refused.text()).toContain('Enter a name, an email address or a phone number.')
    body.set('name', 'Cai Lin')
    await owner.fetch('/orders?customers=new', { method: 'POST', body })
    const [cai] = (await list('q=cailin')).rows.concat((await list('q=cai')).rows)
    expect(cai).toMatchObject({ name: 'Cai Lin', city: 'Bonn' })
    const own = await (await owner.fetch(`/orders?customer=${cai?.number}&new=1`)).text()
    expect(own).toContain('No orders from this customer yet')
    expect(own).toMatch(/name="customerName"[^>]*value="Cai Lin"|value="Cai Lin"[^>]*name="customerName"/)
  })
})

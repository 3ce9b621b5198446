import type { ListView } from '#shared/list/view-inputs.ts'
import type { Count } from '#shared/list/count.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  let viewer: TestUser
  let outsider: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations', { name: 'Li Na' })
    viewer = await kontor.createUser('viewer')
    outsider = await kontor.createUser(await createRole(await kontor.createUser('owner'), ['finance.view']))
    const of = (index: number, customerName: string, email: string) =>
      createDraft(index, { customerName, email, phone: '' })
    await importAsOperator(kontor.kontor, [
      of(1, 'Ann Zhou', 'ann@mail.example'),
      of(2, 'Ann Zhou', 'ann@mail.example'),
      of(3, '陈晓', 'chen@mail.example'),
      of(4, 'Émile Roux', 'emile@mail.example'),
    ])
  })

  const save = async (json: object, user = clerk) => {
    const response = await user.fetch('/api/lists/customers/views', { json })
    return { status: response.status, view: ((await response.json()) as { view: ListView }).view }
  }
  const countMatches = async (query: string, user = clerk): Promise<Count | null | number> => {
    const response = await user.fetch(`/api/lists/customers/match-count?query=${encodeURIComponent(query)}`)
    return response.ok ? ((await response.json()) as { count: Count | null }).count : response.status
  }

  test('a view of customers is a tab with its count, for everyone with whom it is shared', async () => {
    const { view } = await save({ viewName: 'Regulars', query: 'orderCount=several&sort=-lastOrder', shared: '1' })
    expect(view.href).toBe('/orders?customers=list&orderCount=several&sort=-lastOrder')
    const { view: own } = await save({ viewName: 'New', query: 'customers=list&orderCount=one' })
    const countsOf = async (user: TestUser) => (await user.fetch('/api/lists/customers/view-counts')).json()
    expect(await countsOf(clerk)).toEqual({ counts: { [view.id]: { exact: 1 }, [own.id]: { exact: 2 } } })
    expect(await countsOf(viewer)).toEqual({ counts: { [view.id]: { exact: 1 } } })
    const page = await (await viewer.fetch(view.href)).text()
    expect(page).toMatch(/aria-current="page"[^>]*><span [^>]*>Regulars/)
    expect(page).not.toContain('>New<')
    expect(await (await viewer.fetch('/orders')).text()).not.toContain('Regulars')
    expect(await (await clerk.fetch(`${own.href}&view=${own.id}`)).text()).toContain('value="New"')
    expect((await outsider.fetch('/api/lists/customers/view-counts')).status).toBe(403)
    expect((await save({ viewName: 'Mine', query: 'orderCount=one' }, outsider)).status).toBe(403)
    // All customers are no view.
    expect((await save({ viewName: 'All', query: 'customers=list' })).status).toBe(422)
  })

  test('the page of orders leads to the view of customers that a user chose, and to all customers without one', async () => {
    const user = await kontor.createUser('operations')
    const hrefs = async () => {
      const html = await (await user.fetch('/orders')).text()
      return [
        /class="nav__item" href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Orders<\/a>/.exec(html)?.[1],
        /href="([^"]*)"[^>]*aria-label="Customers"/.exec(html)?.[1],
      ]
    }
    const choose = (view: string) =>
      user.fetch('/api/lists/customers/default-view', { method: 'PUT', json: view ? { view } : {} })
    const { view } = await save({ viewName: 'Single orders', query: 'orderCount=one' }, user)
    expect(await hrefs()).toEqual(['/orders', '/orders?customers=list'])
    expect((await choose(view.id)).status).toBe(200)
    expect(await hrefs()).toEqual(['/orders', '/orders?customers=list&amp;orderCount=one'])
    await choose('')
    expect(await hrefs()).toEqual(['/orders', '/orders?customers=list'])
  })

  test('a view of customers is saved without script', async () => {
    const user = await kontor.createUser('operations')
    const query = 'customers=list&orderCount=none'
    const page = await (await user.fetch(`/orders?${query}&view=new`)).text()
    expect(page).toContain(`name="query" value="${query.replace('&', '&amp;')}"`)
    const body = new URLSearchParams({ _endpoint: 'saveView', list: 'customers', viewName: 'Leads', query })
    expect((await user.fetch(`/orders?${query}`, { method: 'POST', body })).status).toBe(303)
    expect(await (await user.fetch(`/orders?${query}`)).text()).toMatch(/aria-current="page"[^>]*><span [^>]*>Leads/)
  })

  test('counts the customers of a filter before it is applied, as far as the user may search for them', async () => {
    expect(await countMatches('customers=list')).toEqual({ exact: 3 })
    expect(await countMatches('customers=list&orderCount=one&cursor=x&unknown=1')).toEqual({ exact: 2 })
    expect(await countMatches('q=ann&orderCount=several')).toEqual({ exact: 1 })
    expect(await countMatches('q=ann', viewer)).toEqual({ exact: 0 })
    expect(await countMatches('', outsider)).toBe(403)
    // Neither is listed: a value that the list does not know, and days that end before they begin.
    expect(await countMatches('orderCount=many')).toBeNull()
    expect(await countMatches('lastOrderFrom=2026-03-02&lastOrderTo=2026-03-01')).toBeNull()
  })

  test('a search that takes too long is not counted', async () => {
    const { database } = kontor.kontor
    const { readWithDeadline } = database
    // What PostgreSQL answers when a statement takes longer than its deadline.
    database.readWithDeadline = () => Promise.reject(Object.assign(new Error(), { errno: '57014' }))
    const count = await countMatches('q=ann')
    database.readWithDeadline = readWithDeadline
    expect(count).toBeNull()
    expect(await countMatches('q=ann')).toEqual({ exact: 1 })
  })
})

import type { ListView } from '#shared/list/view-inputs.ts'
import type { Count } from '#shared/list/count.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  let colleague: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations', { name: 'Li Na' })
    colleague = await kontor.createUser('viewer')
  })

  const request = async (path: string, method: string, json: object, user = clerk) => {
    const response = await user.fetch(path, { method, json } as never)
    return { status: response.status, answer: (await response.json()) as { view: ListView; errors: object[] } }
  }
  const save = (json: object, user = clerk) => request('/api/lists/orders/views', 'POST', json, user)
  const saved = async (json: object): Promise<string> => (await save(json)).answer.view.id
  const listed = async (user = clerk): Promise<ListView[]> => {
    const page = (await (await user.fetch('/orders/_payload.json')).json()) as {
      pageState: { data: { views: ListView[] } }
    }
    return page.pageState.data.views
  }
  const namesOf = async (user = clerk) => (await listed(user)).map(({ name }) => name)

  test('a view keeps filter and sort as the URL of the list writes them', async () => {
    const { status, answer } = await save({
      viewName: 'Big and unpaid',
      query: 'q=pay%3Aunpaid+amount%3E100&sort=placed&order=SO1&cursor=x&status=',
    })
    expect(status).toBe(200)
    expect(answer.view).toMatchObject({
      name: 'Big and unpaid',
      href: '/orders?payment=unpaid&amountFrom=%3E100&sort=placed',
      isShared: false,
      owner: null,
      canChange: true,
    })
    expect(await listed()).toEqual([answer.view])
    expect(await namesOf(colleague)).toEqual([])
  })

  test('a shared view is for everyone who sees the list, and is changed by those who may share', async () => {
    const view = await saved({ viewName: 'Paid', query: 'payment=paid', shared: '1' })
    expect(await listed(colleague)).toMatchObject([
      { id: view, name: 'Paid', isShared: true, owner: 'Li Na', canChange: false },
    ])
    expect((await request(`/api/list-views/${view}`, 'PUT', { viewName: 'Mine' }, colleague)).status).toBe(403)
    expect((await request(`/api/list-views/${view}`, 'DELETE', {}, colleague)).status).toBe(403)
    expect((await save({ query: 'status=open', replaces: view }, colleague)).status).toBe(403)
    expect((await save({ viewName: 'Other', query: 'status=open', shared: '1' }, colleague)).status).toBe(403)
    expect((await save({ viewName: 'Other', query: 'status=open' }, colleague)).status).toBe(200)
    expect(await namesOf(colleague)).toEqual(['Other', 'Paid'])
    const withoutOrders = await kontor.createUser(await createRole(await kontor.createUser('owner'), ['finance.view']))
    expect((await save({ viewName: 'Mine', query: 'status=open' }, withoutOrders)).status).toBe(403)
    expect((await request(`/api/list-views/${view}`, 'PUT', { viewName: 'Paid' })).answer.view.isShared).toBe(false)
    expect(await namesOf(colleague)).toEqual(['Other'])
    expect((await request(`/api/list-views/${view}`, 'PUT', { viewName: 'Mine' }, colleague)).status).toBe(404)
  })

  test('a view is renamed, takes another filter and is removed', async () => {
    const view = await saved({ viewName: 'Open', query: 'status=open' })
    await request(`/api/list-views/${view}`, 'PUT', { viewName: 'Cancelled' })
    const { answer } = await save({ query: 'status=cancelled', replaces: view })
    expect([answer.view.id, answer.view.name, answer.view.href]).toEqual([
      view,
      'Cancelled',
      '/orders?status=cancelled',
    ])
    expect((await request(`/api/list-views/${view}`, 'DELETE', {})).status).toBe(200)
    expect((await request(`/api/list-views/${view}`, 'DELETE', {})).status).toBe(404)
    expect(await namesOf()).toEqual([])
  })

  test('a view keeps columns and density, which those who may change it choose for everyone', async () => {
    const layoutOf = async (path: string, user = clerk) => {
      const page = (await (await user.fetch(path)).json()) as {
        pageState: { data: { columns: string[] | null; widths: object; density: string } }
      }
      const { columns, widths, density } = page.pageState.data
      return { columns, widths, density }
    }
    const choose = (json: object, user = clerk) => request('/api/account/columns/orders', 'PUT', json, user)
    await choose({ columns: ['total', 'customer'], widths: { total: 96 }, density: 'compact' })
    const view = await saved({ viewName: 'Paid', query: 'payment=paid&sort=-total', shared: '1', layout: '1' })
    const plain = await saved({ viewName: 'Open', query: 'status=open' })
    await choose({ columns: ['placed'] })
    const shown = '/orders/_payload.json?payment=paid&sort=-total'
    expect((await listed()).map(({ id, hasLayout }) => [id, hasLayout])).toEqual([
      [plain, false],
      [view, true],
    ])
    expect(await layoutOf(`${shown}&order=SO1`)).toEqual({
      columns: ['total', 'customer'],
      widths: { total: 96 },
      density: 'compact',
    })
    expect(await layoutOf(shown, colleague)).toEqual({
      columns: ['total', 'customer'],
      widths: { total: 96 },
      density: 'compact',
    })
    expect(await layoutOf('/orders/_payload.json?status=open')).toEqual({
      columns: ['placed'],
      widths: {},
      density: 'comfortable',
    })
    expect((await choose({ columns: ['items'], view }, colleague)).status).toBe(403)
    expect((await choose({ columns: ['items'], view: 'x' })).status).toBe(404)
    expect((await choose({ columns: ['items'], view })).status).toBe(200)
    expect(await layoutOf(shown, colleague)).toEqual({ columns: ['items'], widths: {}, density: 'comfortable' })
    const resize = (json: object, user = clerk) => request('/api/account/columns/orders/items/width', 'PUT', json, user)
    expect((await resize({ width: 96, view }, colleague)).status).toBe(403)
    expect((await resize({ width: 96, view: plain })).status).toBe(404)
    expect((await resize({ width: 96, view })).status).toBe(200)
    expect((await layoutOf(shown, colleague)).widths).toEqual({ items: 96 })
    await choose({ columns: [], reset: '1', view })
    expect(await layoutOf(shown)).toEqual({ columns: ['placed'], widths: {}, density: 'comfortable' })
    // Without a choice of one's own, the view keeps the columns of the list as they are now.
    await save({ query: 'payment=paid', replaces: view, layout: '1' }, await kontor.createUser('owner'))
    const { columns } = await layoutOf('/orders/_payload.json?payment=paid')
    expect(columns).toContain('customer')
    expect(columns).not.toContain('source')
  })

  test('the navigation opens the list with the view that a user chose, and all orders stay where they were', async () => {
    const navHref = async (user = clerk): Promise<string | undefined> => {
      const html = await (await user.fetch('/users?me')).text()
      return /class="nav__item" href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Orders<\/a>/.exec(html)?.[1]
    }
    const choose = (json: object, user = clerk) => request('/api/lists/orders/default-view', 'PUT', json, user)
    const own = await saved({ viewName: 'Open', query: 'status=open&sort=-total' })
    const shared = await saved({ viewName: 'Paid', query: 'payment=paid', shared: '1' })
    expect(await navHref()).toBe('/orders')
    expect((await choose({ view: own })).status).toBe(200)
    expect(await navHref()).toBe('/orders?status=open&amp;sort=-total')
    expect((await listed()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [own, true],
      [shared, false],
    ])
    const all = await (await clerk.fetch('/orders')).text()
    expect(/<a class="tabs__item" href="\/orders" aria-current="page">All/.test(all)).toBe(true)
    expect((await choose({ view: own }, colleague)).status).toBe(404)
    expect((await choose({ view: shared }, colleague)).status).toBe(200)
    expect(await navHref(colleague)).toBe('/orders?payment=paid')
    await request(`/api/list-views/${shared}`, 'PUT', { viewName: 'Paid' })
    expect(await navHref(colleague)).toBe('/orders')
    await request(`/api/list-views/${own}`, 'DELETE', {})
    expect(await navHref()).toBe('/orders')
    await choose({ view: shared })
    await choose({})
    expect(await navHref()).toBe('/orders')
    const audit = await request('/api/lists/events/default-view', 'PUT', {}, await kontor.createUser('owner'))
    expect(audit.status).toBe(404)
  })

  test('so many views are shared and no more', async () => {
    const owners = [
      await kontor.createUser('owner'),
      await kontor.createUser('owner'),
      await kontor.createUser('owner'),
    ]
    for (let index = 0; index < 100; index++)
      await save({ viewName: `View ${index}`, query: 'status=open', shared: '1' }, owners[index % 3])
    const refused = await save({ viewName: 'One more', query: 'status=open', shared: '1' })
    expect([refused.status, refused.answer.errors]).toMatchObject([422, [{ pointer: '/shared' }]])
    const own = await saved({ viewName: 'One more', query: 'status=open' })
    const shared = await request(`/api/list-views/${own}`, 'PUT', { viewName: 'One more', shared: '1' })
    expect([shared.status, shared.answer.errors]).toMatchObject([422, [{ pointer: '/shared' }]])
  })

  test('refuses what is no view, at its field', async () => {
    await save({ viewName: 'Open', query: 'status=open' })
    for (const [json, pointer] of [
      [{ query: 'status=open' }, '/viewName'],
      [{ viewName: 'OPEN', query: 'status=open' }, '/viewName'],
      [{ viewName: 'x'.repeat(61), query: 'status=open' }, '/viewName'],
      [{ viewName: 'Empty', query: '' }, '/query'],
      [{ viewName: 'Unknown', query: 'status=opne' }, '/query'],
      [{ viewName: 'Text', query: 'q=pay%3Apiad' }, '/query'],
    ] as const) {
      const { status, answer } = await save(json)
      expect([json, status, answer.errors]).toMatchObject([json, 422, [{ pointer }]])
    }
    expect(await namesOf()).toEqual(['Open'])
    for (let index = 1; index < 50; index++) await save({ viewName: `View ${index}`, query: 'status=open' })
    expect((await save({ viewName: 'One more', query: 'status=open' })).status).toBe(422)
  })

  test('a view that takes too long to count leaves the counts of the others', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1)])
    const words = await saved({ viewName: 'A', query: 'q=slow', shared: '1' })
    const paid = await saved({ viewName: 'B', query: 'payment=paid' })
    const { database } = kontor.kontor
    const { readWithDeadline } = database
    const calls: number[] = []
    // What PostgreSQL answers when a statement takes longer than its deadline.
    database.readWithDeadline = (work) =>
      calls.push(1) === 1 ? Promise.reject(Object.assign(new Error(), { errno: '57014' })) : readWithDeadline(work)
    const response = await clerk.fetch('/api/lists/orders/view-counts')
    expect(response.status).toBe(200)
    const { counts } = (await response.json()) as { counts: object }
    // Views are counted at the same time, so either can be the one that is given up.
    expect([{ [paid]: { exact: 1 } }, { [words]: { exact: 0 } }]).toContainEqual(counts as never)
    expect(calls).toHaveLength(2)
  })

  test('counts what each view lists', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2, { payment: null }), createDraft(3)])
    const paid = await saved({ viewName: 'Paid', query: 'payment=paid' })
    const due = await saved({ viewName: 'Due', query: 'balance=due' })
    const none = await saved({ viewName: 'None', query: 'q=nothing' })
    const { counts } = (await (await clerk.fetch('/api/lists/orders/view-counts')).json()) as {
      counts: Record<string, Count>
    }
    expect(counts).toEqual({ [paid]: { exact: 2 }, [due]: { exact: 1 }, [none]: { exact: 0 } })
  })

  test('counts the rows of a filter before it is applied', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2, { payment: null }), createDraft(3)])
    const count = async (query: string) => {
      const response = await clerk.fetch(`/api/lists/orders/match-count?query=${encodeURIComponent(query)}`)
      return [response.status, await response.json()]
    }
    expect(await count('')).toEqual([200, { count: { exact: 3 } }])
    expect(await count('payment=paid&order=SO1&cursor=x&unknown=1')).toEqual([200, { count: { exact: 2 } }])
    expect(await count('q=pay%3Aunpaid')).toEqual([200, { count: { exact: 1 } }])
    // Neither is listed: a value that the list does not know, and days that end before they begin.
    expect(await count('status=lost')).toEqual([200, { count: null }])
    expect(await count('from=2026-03-02&to=2026-03-01')).toEqual([200, { count: null }])
    expect(await count('q=assignee%3Anobody-of-this-name')).toEqual([200, { count: null }])
    expect((await clerk.fetch(`/api/lists/orders/match-count?query=${'x'.repeat(2001)}`)).status).toBe(422)
    expect((await clerk.fetch('/api/lists/parcels/match-count')).status).toBe(422)
  })

  test('a view never takes the filter of another list', async () => {
    const owner = await kontor.createUser('owner')
    const { answer } = await save({ viewName: 'Open', query: 'status=open' }, owner)
    const other = { query: 'kind=payment.captured', replaces: answer.view.id }
    expect((await request('/api/lists/entries/views', 'POST', other, owner)).status).toBe(404)
    expect(await listed(owner)).toEqual([answer.view])
  })

  test('each list has its own views, for those who may see it', async () => {
    const owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    const saveIn = (list: string, json: object, user = owner) => request(`/api/lists/${list}/views`, 'POST', json, user)
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2, { currency: 'USD' })])
    const lists = [
      ['entries', '/finance', 'q=kind:payment.captured+flow:in', '/finance?kind=payment.captured&flow=in', 1],
      ['users', '/users', 'q=role:operations', '/users?role=operations', 1],
      ['events', '/users?tab=audit', 'tab=audit&actor=me&topic=roles', '/users?tab=audit&topic=roles&actor=me', 0],
    ] as const
    for (const [list, page, query, href, count] of lists) {
      const { status, answer } = await saveIn(list, { viewName: 'Mine', query, shared: '1' })
      expect([list, status, answer.view]).toMatchObject([list, 200, { href }])
      const counts = await (await owner.fetch(`/api/lists/${list}/view-counts`)).json()
      expect([list, counts]).toEqual([list, { counts: { [answer.view.id]: { exact: count } } }])
      const html = await (await owner.fetch(href)).text()
      expect(html).toMatch(/aria-current="page"[^>]*><span [^>]*>Mine/)
      expect(html).toContain('Edit view')
      expect(await (await owner.fetch(`${page}${page.includes('?') ? '&' : '?'}view=new`)).text()).toContain(
        'name="query"',
      )
      // Operations may see orders only.
      expect((await saveIn(list, { viewName: 'Other', query }, clerk)).status).toBe(403)
      expect((await clerk.fetch(`/api/lists/${list}/view-counts`)).status).toBe(403)
      const path = `/api/lists/${list}/match-count?query=${encodeURIComponent(query)}`
      expect(await (await owner.fetch(path)).json()).toEqual({ count: { exact: count } })
      expect((await clerk.fetch(path)).status).toBe(403)
      expect((await request(`/api/list-views/${answer.view.id}`, 'DELETE', {}, clerk)).status).toBe(404)
    }
    expect(await listed(owner)).toEqual([])
    expect((await saveIn('events', { viewName: 'All', query: 'tab=audit' })).status).toBe(422)
  })

  test('works without script', async () => {
    const page = await (await clerk.fetch('/orders?status=open&view=new')).text()
    expect(page).toContain('name="query" value="status=open"')
    const body = new URLSearchParams({ _endpoint: 'saveView', list: 'orders', viewName: 'Open', query: 'status=open' })
    expect((await clerk.fetch('/orders?status=open', { method: 'POST', body })).status).toBe(303)
    const list = await (await clerk.fetch('/orders?status=open')).text()
    expect(list).toMatch(/href="\/orders\?status=open"[^>]*aria-current="page"[^>]*><span [^>]*>Open/)
    expect(list).toContain('Edit view')
    expect(await (await clerk.fetch('/orders?status=cancelled')).text()).toContain('Save view')
    expect(await (await clerk.fetch('/orders')).text()).not.toContain('Save view')
  })
})

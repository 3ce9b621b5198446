import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

interface Content {
  rows: Readonly<Record<string, unknown>>[]
  searchError: { title: string; errors: { message: string; start: number; end: number }[] } | null
  queryErrors: object[]
}

/** A tab of a page, and the answer of its endpoint. */
const loadBoth = async (user: TestUser, page: string, api: string, q: string) => {
  const search = new URLSearchParams({ q })
  const url = `${page}${page.includes('?') ? '&' : '?'}${search}`
  const payload = await (await user.fetch(url.replace(/\?|$/, '/_payload.json$&'))).json()
  const response = await user.fetch(`${api}?${search}`)
  const content: Content = payload.pageState.data.content
  return { content, status: response.status, answer: await response.json() }
}

forEachDatabase((_name, open) => {
  test('accounts, events, tokens and entries are found by filters in the search, the same on the page and in the API', async () => {
    const { kontor, createUser } = await createTestKontor(await open())
    const owner = await createUser('owner', { name: 'Anna Shen' })
    await createUser(await createRole(owner, ['orders.view'], {}, 'Support lead'), { name: 'Li Na' })
    const finance = await createUser('finance', { name: 'Zhou Min' })
    await importAsOperator(kontor, [createDraft(1), createDraft(2, { currency: 'USD' })])
    await finance.fetch('/api/orders/exports', { json: { format: 'csv' } })
    await owner.fetch('/api/tokens', { json: { tokenName: 'ERP', permissions: ['orders.view'] } })
    const find = async (page: string, api: string, field: string, q: string): Promise<unknown[]> => {
      const { content, status, answer } = await loadBoth(owner, page, api, q)
      expect([q, status, content.searchError]).toEqual([q, 200, null])
      const found = content.rows.map((row) => row[field])
      expect([q, answer.rows.map((row: Content['rows'][number]) => row[field])]).toEqual([q, found])
      return found
    }
    const findUsers = (q: string) => find('/users', '/api/users', 'name', q)
    expect(await findUsers('role:"support LEAD"')).toEqual(['Li Na'])
    expect(await findUsers('role:财务')).toEqual(['Zhou Min'])
    expect(await findUsers('status:active factor:off zhou')).toEqual(['Zhou Min'])
    expect(await findUsers('role:01a20bd6-49e4-73bb-bc87-c5a319c3e7e8')).toEqual([])
    expect(await findUsers('"role:owner"')).toEqual([])

    const findEvents = (q: string) => find('/users?tab=audit', '/api/events', 'action', q)
    const all = await findEvents('day:2026-03')
    expect(all).toContain('orders.exported')
    expect(await findEvents('topic:exports')).toEqual(['orders.exported'])
    expect(await findEvents('actor:"zhou min" topic:exports,roles')).toEqual(['orders.exported'])
    expect(await findEvents('actor:me topic:exports')).toEqual([])
    expect(await findEvents('actor:me')).toContain('role.created')
    expect(await findEvents('day<2026-03')).toEqual([])
    expect(await findEvents('fe80::1')).toEqual([])

    const findTokens = (q: string) => find('/users?tab=tokens', '/api/tokens', 'name', q)
    expect(await findTokens('owner:"Anna Shen" status:active permission:orders.view')).toEqual(['ERP'])
    expect(await findTokens('owner:"Li Na"')).toEqual([])
    for (const name of ['Frédérique Strauß', 'Νίκος Παπάς']) {
      const other = await createUser('owner', { name })
      await other.fetch('/api/tokens', { json: { tokenName: name, permissions: ['orders.view'] } })
    }
    for (const name of ['frederique', 'STRAUSS', '"frederique strauss"'])
      expect([name, await findTokens(`owner:${name}`)]).toEqual([name, ['Frédérique Strauß']])
    for (const name of ['ΠΑΠΑΣ', 'νικος', '"νικοσ παπασ"'])
      expect([name, await findTokens(`owner:${name}`)]).toEqual([name, ['Νίκος Παπάς']])

    const findEntries = (q: string) => find('/finance', '/api/finance/entries', 'number', q)
    const captured = await findEntries('kind:payment.captured currency:USD')
    expect(captured).toHaveLength(1)
    expect(await findEntries('kind:payment.captured currency:USD flow:in day:2026')).toEqual(captured)
    expect(await findEntries('kind:payment.captured currency:USD flow:out')).toEqual([])
  })

  test('the page marks what it does not understand, and the API refuses it', async () => {
    const { createUser } = await createTestKontor(await open())
    const owner = await createUser('owner')
    for (const [page, api, q, start, end] of [
      ['/users', '/api/users', 'zhou status:actve', 5, 17],
      ['/users?tab=invitations', '/api/invitations', '-status:open', 0, 12],
      ['/users?tab=audit', '/api/events', 'topic:orders topics:orders', 13, 26],
      ['/users?tab=tokens', '/api/tokens', 'status:', 0, 7],
      ['/users?tab=webhooks', '/api/webhooks', 'status:on', 0, 9],
    ] as const) {
      const { content, status, answer } = await loadBoth(owner, page, api, q)
      expect([q, content.searchError]).toMatchObject([
        q,
        { title: 'This search could not be understood', errors: [{ start, end }] },
      ])
      expect(content.rows).toEqual([])
      expect([q, status, answer.errors]).toMatchObject([q, 422, [{ pointer: '/q', in: 'query' }]])
      const html = await (
        await owner.fetch(`${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ q })}`)
      ).text()
      expect(html).toContain(`<mark>${q.slice(start, end)}</mark>`)
    }
    const several = 'zhou status:actve role:owner topics:orders'
    const { content: users, answer } = await loadBoth(owner, '/users', '/api/users', several)
    expect(users.searchError?.errors).toMatchObject([
      { start: 5, end: 17 },
      { start: 29, end: 42 },
    ])
    expect(answer.errors.map(({ detail }: { detail: string }) => detail)).toEqual(
      users.searchError?.errors.map(({ message }) => message),
    )
    const marked = await (await owner.fetch(`/users?${new URLSearchParams({ q: several })}`)).text()
    expect(marked).toContain('<code>zhou <mark>status:actve</mark> role:owner <mark>topics:orders</mark></code>')
    const { content } = await loadBoth(owner, '/users?tab=audit&from=2026-03-02&to=2026-03-01', '/api/events', '')
    expect(content).toMatchObject({ rows: [], queryErrors: [{ pointer: '/to' }] })
  })

  test('people and roles that do not exist are in the search box, marked, and refused by the API', async () => {
    const { createUser } = await createTestKontor(await open())
    const owner = await createUser('owner')
    for (const [page, api, q, pointer, mark, words] of [
      ['/users', '/api/users', 'zhou role:nothing', '/role', 'role:nothing', ' zhou'],
      ['/users?tab=audit', '/api/events', 'actor:"Li Na"', '/actor', 'actor:&quot;Li Na&quot;', ''],
      ['/users?tab=tokens', '/api/tokens', 'owner:bob ERP', '/owner', 'owner:bob', ' ERP'],
    ] as const) {
      const { content, status, answer } = await loadBoth(owner, page, api, q)
      expect([q, content.rows, status, answer.errors]).toMatchObject([q, [], 422, [{ pointer, in: 'query' }]])
      expect(content.searchError?.errors.map(({ message }) => message)).toEqual([answer.errors[0].detail])
      const html = await (
        await owner.fetch(`${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ q })}`)
      ).text()
      expect(html).toContain(`<code><mark>${mark}</mark>${words}</code>`)
      expect(html).toContain(`value="${mark}${words}"`)
    }
  })
})

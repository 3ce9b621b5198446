import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

/** Texts that no one types, as they are in a URL. */
const texts = [
  '%'.repeat(166),
  '\\_%'.repeat(160),
  '"'.repeat(499),
  `tag:"${'\\"'.repeat(200)}"`,
  'status:'.repeat(70),
  '-tag:a '.repeat(60),
  '((((not:not:tag:x))))',
  'a '.repeat(250),
  '张'.repeat(500),
  '\u202eabc\u202d',
  '👨‍👩‍👧‍👦'.repeat(40),
  'İﷺ'.repeat(200),
  '1'.repeat(500),
  'day:9999-12-31..0000-01-01 placed:9999 paid>=0000',
  'amount>9999999999.9999 amount:0..0',
  "' or 1=1 --",
]
  .map((text) => encodeURIComponent(text.slice(0, 500).toWellFormed()))
  .concat('%00', '%ED%A0%80', 'a%00b%FF')

const lists = [
  ['/api/orders', '/orders'],
  ['/api/finance/entries', '/finance'],
  ['/api/users', '/users'],
  ['/api/invitations', '/users?tab=invitations'],
  ['/api/events', '/users?tab=audit'],
  ['/api/tokens', '/users?tab=tokens'],
  ['/api/webhooks', '/users?tab=webhooks'],
] as const

forEachDatabase((_name, open) => {
  let owner: TestUser
  let viewer: TestUser
  beforeAll(async () => {
    const kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
    viewer = await kontor.createUser('viewer')
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
  })

  const statusOf = async (path: string, init = {}): Promise<number> => {
    const response = await owner.fetch(path, init)
    await response.text()
    return response.status
  }

  test('hostile texts are searched for or refused, in every list', async () => {
    const unexpected: [number, string][] = []
    const check = async (path: string, expected: readonly number[]): Promise<void> => {
      const status = await statusOf(path)
      if (!expected.includes(status)) unexpected.push([status, path])
    }
    for (const text of texts) {
      for (const [api, page] of lists) {
        await check(`${api}?q=${text}`, [200, 400, 422])
        await check(`${page}${page.includes('?') ? '&' : '?'}q=${text}`, [200, 400, 404])
      }
      await check(`/api/search?text=${text}`, [200, 400, 422])
    }
    expect(unexpected).toEqual([])
  })

  test('ends of days and times are read or refused, in every list with days', async () => {
    const bounds = [
      ...['0000-01-01', '0000-01-01T00:00', '9999-12-31', '9999-12-31T23:59', '2026-03-08T02:30', '1969-12-31T23:59'],
      ...['2026-02-30T10:00', '2026-03-01T24:00', '2026-03-01T10:00:00', '2026-03-01T10:00Z', '2026-3-1', '-001-01-01'],
      ...['2026-03-01T', 'T10:00', '2026-03-01T10:00%2B08:00', '2026-03-01 10:00', 'today', '%00', '9'.repeat(400)],
    ]
    const found: Record<string, number[]> = {}
    for (const from of bounds)
      for (const to of bounds)
        for (const path of [
          `/api/orders?from=${from}&to=${to}`,
          `/orders?from=${from}&to=${to}`,
          `/api/finance/entries?from=${from}&to=${to}`,
          `/finance?from=${from}&to=${to}&group=week&chart=aging`,
          `/finance?tab=accounts&account=1012.1&from=${from}&to=${to}`,
          `/finance?tab=reconciliation&account=1012.1&from=${from}&to=${to}`,
          `/users?tab=audit&from=${from}&to=${to}`,
        ])
          if (from === to || from === bounds[0] || to === bounds[3])
            (found[path.replace(/\?.*/, '')] ??= []).push(await statusOf(path))
    const statuses = (path: string) => [...new Set(found[path])].toSorted()
    for (const path of ['/api/orders', '/api/finance/entries'])
      expect([path, statuses(path)]).toEqual([path, [200, 422]])
    for (const path of ['/orders', '/finance', '/users']) expect([path, statuses(path)]).toEqual([path, [200, 404]])
    // A list of whole days refuses the time of another list of the same page.
    expect(await statusOf('/api/events?from=2026-03-01T10:00')).toBe(422)
    expect(await statusOf('/api/orders?paidFrom=2026-03-01T10:00')).toBe(422)
    expect(await statusOf('/api/finance/summary?from=2026-03-01T10:00')).toBe(422)
  })

  test('hostile texts are no views, exports or jobs of other orders', async () => {
    const unexpected: [number, string, string][] = []
    for (const text of texts) {
      const q = new URLSearchParams(`q=${text}`).get('q')
      const viewName = `View ${text.slice(0, 20)}`
      for (const [path, json] of [
        ['/api/lists/orders/views', { viewName, query: `q=${text}` }],
        ['/api/lists/users/views', { viewName, query: `q=${text}&role=${text}` }],
        ['/api/orders/exports', { format: 'csv', q }],
        ['/api/finance/exports', { format: 'csv', q }],
        ['/api/orders/jobs', { action: 'tag', tag: 'x', all: '1', filter: { q } }],
      ] as const) {
        const status = await statusOf(path, { json })
        if (![200, 201, 400, 422].includes(status)) unexpected.push([status, path, text])
      }
    }
    for (const list of ['orders', 'users', 'entries', 'events'])
      expect(await statusOf(`/api/lists/${list}/view-counts`)).toBe(200)
    expect(unexpected).toEqual([])
  })

  test('what belongs to others or does not exist is not found, whatever its id', async () => {
    const { view } = await (
      await owner.fetch('/api/lists/orders/views', { json: { viewName: 'Mine', query: 'status=open' } })
    ).json()
    const job = await (await owner.fetch('/api/orders/jobs', { json: { action: 'tag', tag: 'x', all: '1' } })).json()
    const refused = async (path: string, method: string): Promise<number> => {
      const response = await viewer.fetch(path, { method, ...(method === 'PUT' && { json: { viewName: 'Theirs' } }) })
      await response.text()
      return response.status
    }
    for (const id of [view.id, 'x', '%00', '..%2f', "'--", `${view.id}%20`]) {
      expect([404, 422]).toContain(await refused(`/api/list-views/${id}`, 'PUT'))
      expect([404, 422]).toContain(await refused(`/api/list-views/${id}`, 'DELETE'))
    }
    for (const path of ['', '/items']) expect(await refused(`/api/jobs/${job.id}${path}`, 'GET')).toBe(403)
    for (const change of ['start', 'pause', 'resume', 'cancel', 'undo'])
      expect([403, 404]).toContain(await refused(`/api/jobs/${job.id}/${change}`, 'POST'))
    expect((await (await owner.fetch(`/api/jobs/${job.id}`)).json()).status).toBe('previewed')
  })
})

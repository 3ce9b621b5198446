import type { ImportList } from '#shared/orders/import-views.ts'
import type { OrderList } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_name, open) => {
  let kontor: TestKontor
  let clerk: TestUser

  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
    const first = [{ name: '#1' }, { name: '#2' }]
    await importFile(buildExportCsv(first), 'first.csv')
    await importFile(buildExportCsv([...first, { name: '#3' }, { name: '#4', first: { Total: '?' } }]), 'second.csv')
    await importFile(buildExportCsv([{ name: '#5' }]), 'dry.csv', '?dryRun=1')
    await importFile(buildExportCsv([]), 'empty.csv')
  })

  async function importFile(file: string, name: string, query = ''): Promise<void> {
    const body = new FormData()
    body.append('file', new File([file], name))
    const response = await clerk.fetch(`/api/imports/orders${query}`, { method: 'POST', body })
    expect(response.status).toBe(200)
  }

  const getJson = async <Answer>(path: string, user: Pick<TestUser, 'fetch'> = clerk): Promise<Answer> =>
    (await (await user.fetch(path)).json()) as Answer

  test('lists imports with who, when, the file and the counts, the newest first', async () => {
    const { imports, next } = await getJson<ImportList>('/api/imports/orders')
    expect(next).toBeNull()
    expect(imports).toMatchObject([
      { number: 'IM260315-00002', fileName: 'second.csv', created: 1, unchanged: 2, updated: 0, refused: 1 },
      { number: 'IM260315-00001', fileName: 'first.csv', created: 2, unchanged: 0, updated: 0, refused: 0 },
    ])
    expect(imports[0]).toMatchObject({ source: 'shopify', userName: 'Test operations', endedAt: expect.any(Number) })
    for (const wrong of ['x', 'im260315-00002', 'SO260315-00002']) {
      const problem = await getJson<Problem>(`/api/imports/orders?before=${wrong}`)
      expect(problem.errors).toMatchObject([{ in: 'query', pointer: '/before' }])
    }
    const { imports: earlier } = await getJson<ImportList>('/api/imports/orders?before=IM260315-00002')
    expect(earlier.map(({ number }) => number)).toEqual(['IM260315-00001'])
  })

  test('is only for those who may import', async () => {
    const viewer = await kontor.createUser('viewer')
    expect((await viewer.fetch('/api/imports/orders')).status).toBe(403)
  })

  test.each([
    ['importNumber=IM260315-00001', ['#1', '#2']],
    ['importNumber=im260315-00002', ['#3']],
    ['q=import:IM260315-00001', ['#1', '#2']],
    ['q=-import:IM260315-00001', ['#3']],
  ])('the list of orders filters by an import: %s', async (query, names) => {
    const { rows: orders } = await getJson<OrderList>(`/api/orders?${query}`)
    expect(orders.map(({ externalNumber }) => externalNumber).toSorted()).toEqual(names)
  })

  test('orders stay in their import when they are changed, and the self-check passes', async () => {
    const { rows: orders } = await getJson<OrderList>('/api/orders?importNumber=IM260315-00002')
    const tagged = await clerk.fetch(`/api/orders/${orders[0]?.number}/tags`, { method: 'POST', json: { tag: 'vip' } })
    expect(tagged.status).toBe(200)
    expect((await getJson<OrderList>('/api/orders?q=tag:vip import:IM260315-00002')).rows).toHaveLength(1)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an import whose rows are all rejected passes the self-check', async () => {
    const running = await createTestKontor(await open(), { isClockRunning: true })
    const importer = await running.createUser('operations')
    const body = new FormData()
    body.append('file', new File([buildExportCsv([{ name: '#1', id: '1.38E+10' }])], 'rounded.csv'))
    const response = await importer.fetch('/api/imports/orders', { method: 'POST', body })
    expect(await response.json()).toMatchObject({ created: 0, refused: [{ order: '#1' }] })
    expect(await findViolations(running)).toEqual([])
  })

  test('a number kept as text by a spreadsheet program is the same order as without that', async () => {
    const numbers = ['10000000000000000018', '10000000000000000019', '10000000000000000020', '5555']
    const asText = [`'${numbers[0]}`, `="${numbers[1]}"`, `\u200b${numbers[2]}`, `${numbers[3]}.0`]
    const toFile = (ids: readonly string[]) => buildExportCsv(ids.map((id, index) => ({ name: `#9${index}`, id })))
    await importFile(toFile(numbers), 'plain.csv')
    await importFile(toFile(asText), 'as-text.csv')
    const { imports } = await getJson<ImportList>('/api/imports/orders')
    expect(imports.slice(0, 2)).toMatchObject([
      { fileName: 'as-text.csv', created: 0, unchanged: 4 },
      { fileName: 'plain.csv', created: 4 },
    ])
  })
})

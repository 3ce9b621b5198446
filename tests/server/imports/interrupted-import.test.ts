import { createApp } from '#server/app.ts'
import { createOperatorContext } from '#server/context.ts'
import { openImport } from '#server/imports/order-import.ts'
import { ProblemError } from '#shared/problem.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

forEachDatabase((_database, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })
  const cookie = (): string => `kontor=${owner.cookies.get('kontor')}`

  test('a streamed import ends with the problem: a full disk or an unexpected error', async () => {
    const getLastLine = async (error: Error): Promise<unknown> => {
      const inTransaction = (): Promise<never> => Promise.reject(error)
      const full = { ...kontor.kontor, database: { ...kontor.kontor.database, inTransaction } }
      const body = new FormData()
      body.set('file', new File([buildExportCsv([{ name: '#1' }])], 'orders.csv'))
      const headers = { cookie: cookie(), accept: 'application/x-ndjson' }
      const client = createTestClient({ kontor: kontor.kontor, app: createApp(full) })
      const response = await client.fetch('/api/imports/orders', { method: 'POST', body, headers })
      return JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '')
    }
    const diskFullError = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    expect(await getLastLine(diskFullError)).toMatchObject({
      problem: { type: '/problems/storage-full', status: 507 },
    })
    expect(await getLastLine(new Error('on purpose'))).toMatchObject({ problem: { type: '/problems/internal' } })
    expect(kontor.log.filter(({ event }) => event === 'import failed')).toHaveLength(2)
  })

  test.each([
    [1, false],
    [2, true],
  ])(
    'an import of %i batches that is interrupted during the first one is interrupted: %p',
    async (batches, expected) => {
      const orders = Array.from({ length: batches * 2 }, (_, index) => ({ name: `#${index}` }))
      const orderImport = await openImport(createOperatorContext(kontor.kontor), {
        ...{ file: new Blob([buildExportCsv(orders)]), fileName: 'orders.csv', ordersPerBatch: 2 },
        ...{ format: undefined, currency: undefined, encoding: undefined, dryRun: false, update: false },
      })
      const controller = new AbortController()
      await orderImport.run(() => controller.abort(), controller.signal)
      expect([orderImport.importedCount, orderImport.isInterrupted]).toEqual([2, expected])
    },
  )

  test('an interrupted import says how many orders it saved, in every format of the answer and in its event', async () => {
    const failSecondBatch = async (error: Error, accept: string, first: number, path = '/api/imports/orders') => {
      const { database } = kontor.kontor
      let transactions = 0
      const inTransaction: typeof database.inTransaction = (work) =>
        ++transactions === 2 ? Promise.reject(error) : database.inTransaction(work)
      const body = new FormData()
      if (!path.startsWith('/api')) body.set('_endpoint', 'importOrders')
      const rows = Array.from({ length: 51 }, (_, index) => ({ name: `#${first + index}` }))
      body.set('file', new File([buildExportCsv(rows)], 'orders.csv'))
      const failing = { ...kontor.kontor, database: { ...database, inTransaction } }
      const client = createTestClient({ kontor: kontor.kontor, app: createApp(failing) })
      const headers = { cookie: cookie(), accept }
      return client.fetch(path, { method: 'POST', body, headers })
    }
    const keptOrders = '50 orders were imported and kept. To continue, import the same file again.'
    const streamed = await failSecondBatch(new Error('on purpose'), 'application/x-ndjson', 1000)
    const { problem } = JSON.parse((await streamed.text()).trimEnd().split('\n').at(-1) ?? '')
    expect(problem).toMatchObject({ type: '/problems/internal', requestId: streamed.headers.get('x-request-id') })
    expect(problem.detail).toEndWith(keptOrders)
    expect(problem.detail).not.toContain('Nothing was saved')

    const diskFullError = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const plain = await failSecondBatch(diskFullError, 'application/json', 2000)
    expect(plain.status).toBe(507)
    expect(await plain.json()).toMatchObject({
      type: '/problems/storage-full',
      detail: expect.stringContaining(keptOrders),
    })

    const form = await failSecondBatch(new ProblemError('not-logged-in'), 'text/html', 3000, '/orders?import=1')
    expect(form.status).toBe(401)
    expect(await form.text()).toContain(keptOrders)

    const { database } = kontor.kontor
    const importEvents = database.read.selectFrom('events').select('parameters').where('action', '=', 'orders.imported')
    expect((await importEvents.execute()).map(({ parameters }) => JSON.parse(parameters).created)).toEqual([50, 50, 50])
  })
})

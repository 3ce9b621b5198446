import { createApp } from '#server/app.ts'
import type { ImportList, ImportUndoPreview } from '#shared/orders/import-views.ts'
import type { Problem } from '#shared/problem.ts'
import { buildExportCsv, type ExportedOrder } from '#tests/server/imports/build-export-csv.ts'
import { eachWithJobs, type JobTest } from '#tests/server/jobs/each-with-jobs.ts'
import { createJobClient, type JobAnswer } from '#tests/server/jobs/job-client.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestClient } from '#tests/support/test-client.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

/** After this time the lease of a server that was killed is over. */
const leaseMs = 31_000

/** Orders of every kind that an export has, the last two from customers who also bought before or twice. */
const mixed: ExportedOrder[] = [
  { name: '#11', lines: [{ quantity: 2 }, { priceMinor: 500 }], shippingMinor: 800, taxMinor: 130 },
  { name: '#12', refundedMinor: 400, financialStatus: 'partially_refunded' },
  { name: '#13', refundedMinor: 1000, financialStatus: 'refunded' },
  { name: '#14', financialStatus: 'pending', fulfillmentStatus: 'unfulfilled' },
  { name: '#15', financialStatus: 'voided', fulfillmentStatus: 'unfulfilled' },
  { name: '#16', currency: 'USD', taxMinor: 100, taxesIncluded: true },
  { name: '#17', every: { Email: '1@customer.example' } },
  { name: '#18', every: { Email: '11@customer.example', Phone: '+49 151 2345678' } },
]
const known: ExportedOrder[] = [{ name: '#1' }, { name: '#2', financialStatus: 'pending' }]

forEachDatabase((_dialect, open) => {
  let kontor: JobTest['kontor']
  let owner: JobTest['user']
  let jobs: JobTest['jobs']
  const { processes, startJobs } = eachWithJobs(open, 'owner', (given) => {
    ;({ kontor, user: owner, jobs } = given)
  })

  async function importFile(orders: readonly ExportedOrder[], query = ''): Promise<string> {
    const body = new FormData()
    body.append('file', new File([buildExportCsv(orders)], 'shop.csv'))
    const response = await owner.fetch(`/api/imports/orders${query}`, { method: 'POST', body })
    expect(response.status).toBe(200)
    return (await listImports())[0]?.number ?? ''
  }
  const getJson = async <Answer>(path: string): Promise<Answer> => (await (await owner.fetch(path)).json()) as Answer
  const listImports = async (): Promise<ImportList['imports']> =>
    (await getJson<ImportList>('/api/imports/orders')).imports
  const preview = (number: string): Promise<ImportUndoPreview> => getJson(`/api/imports/orders/${number}/undo`)
  const post = (path: string, json: object = {}, user = owner): Promise<Response> =>
    user.fetch(path, { method: 'POST', json })
  const startUndo = async (number: string): Promise<JobAnswer & { code: number }> => {
    const response = await post(`/api/imports/orders/${number}/undo`)
    return { ...((await response.json()) as JobAnswer), code: response.status }
  }
  async function undo(number: string): Promise<JobAnswer> {
    const { id } = await startUndo(number)
    return jobs.waitFor(id)
  }
  /** Imports a statement of the clearing account with one payment. */
  async function importStatement(reference: string): Promise<void> {
    const { accounts } = await getJson<{ accounts: { code: string; role: string }[] }>('/api/finance/accounts')
    const body = new FormData()
    body.set('account', accounts.find(({ role }) => role === 'clearing')?.code ?? '')
    const lines = [
      '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注',
      `2026-03-02 09:30:00,收款,王芳,/,货款,收入,10.00,余额,交易成功,${reference},T,`,
    ]
    body.set('file', new File([lines.join('\n')], 'statement.csv'))
    expect((await owner.fetch('/api/finance/statements', { method: 'POST', body })).status).toBe(200)
  }
  const numberOf = async (externalNumber: string): Promise<string> => {
    const { rows } = await getJson<{ rows: { number: string }[] }>(
      `/api/orders?q=${encodeURIComponent(externalNumber)}`,
    )
    return rows[0]?.number ?? ''
  }
  const query = async (statement: ReturnType<typeof sql>): Promise<unknown[]> =>
    (await statement.execute(kontor.kontor.database.read)).rows

  const loadPage = async (path: string): Promise<Record<string, unknown>> =>
    (
      await getJson<{ pageState: { data: Record<string, unknown> } }>(
        path.replace(/([?]|$)/, '/_payload.json$1').replace('//', '/'),
      )
    ).pageState.data
  /** Home without what happened and the time at which it was read. */
  async function loadHome(): Promise<unknown> {
    const { events: _events, ...home } = await loadPage('/?period=all')
    return JSON.parse(JSON.stringify(home, (name, value) => (/until|now$/i.test(name) ? undefined : value)))
  }

  /** What the search everywhere finds, except entries, which stay. */
  async function findEverywhere(text: string): Promise<unknown[]> {
    const { items } = await getJson<{ items: { kind: string }[] }>(`/api/search?text=${encodeURIComponent(text)}`)
    return items.filter(({ kind }) => kind !== 'entry')
  }

  /** What people see, and what figures are made of, without what happened (events). */
  async function readBooks() {
    const sums = sql`sum(debit_minor) as debit, sum(credit_minor) as credit, sum(in_minor) as received, sum(out_minor) as spent`
    const isZero = (row: unknown): boolean =>
      Object.values(row as object).every((value) => typeof value === 'string' || value === 0)
    const total = async (statement: ReturnType<typeof sql>) => (await query(statement)).filter((row) => !isZero(row))
    return {
      balances: await total(sql`select code, balance_minor from ledger_accounts order by code`),
      days: await total(sql`
        select account_id, accounting_day, ${sums} from ledger_day_totals
        group by account_id, accounting_day order by account_id, accounting_day`),
      months: await total(sql`
        select account_id, month, ${sums} from ledger_month_totals group by account_id, month order by account_id, month`),
      taxes: await total(sql`
        select currency, tax_rate, accounting_day, sum(net_minor) as net, sum(tax_minor) as tax from ledger_entry_taxes
        group by currency, tax_rate, accounting_day order by currency, tax_rate, accounting_day`),
      home: await loadHome(),
      currencies: ((await loadPage('/finance'))['content'] as { currencies: unknown }).currencies,
      orders: await getJson('/api/orders?archived=yes&archived=no'),
      tabs: (await loadPage('/orders'))['tabs'],
      ship: (await loadPage('/orders?tab=to_ship'))['rows'],
      found: await Promise.all(['Chen', 'tea', '11@customer.example', '#11', 'SF', 'c#12.1'].map(findEverywhere)),
      flows: (await getJson<{ currencies: unknown[] }>('/api/finance/summary')).currencies.filter(
        (row) => !isZero(row),
      ),
      contacts: await query(sql`
        select contact, number from customer_contacts join orders on orders.id = order_id order by contact`),
      customerSums: await query(sql`select * from customer_sums order by customer_number, currency`),
    }
  }

  test('removes everything of an import, so that books, lists and figures are those before it', async () => {
    startJobs()
    await importFile(known)
    const before = await readBooks()
    const number = await importFile([...known, ...mixed])
    expect(await readBooks()).not.toEqual(before)
    expect(await preview(number)).toEqual({
      number,
      fileName: 'shop.csv',
      refusal: null,
      orders: 8,
      sums: [
        { currency: 'CNY', orders: 7, totalMinor: 9430 },
        { currency: 'USD', orders: 1, totalMinor: 1000 },
      ],
      entries: 8,
      blockers: [],
      jobId: null,
    })
    expect((await listImports())[0]).toMatchObject({ canUndo: true, undo: null })
    const job = await undo(number)
    expect(job).toMatchObject({ kind: 'undo_import', status: 'finished', done: 8, refused: 0, total: 8, percent: 100 })
    expect(await readBooks()).toEqual(before)
    expect(await findViolations(kontor)).toEqual([])
    const [undone, first] = await listImports()
    expect(undone).toMatchObject({ number, canUndo: false, created: 8 })
    expect(undone?.undo).toMatchObject({ userName: 'Test owner', jobId: job.id, endedAt: expect.any(Number) })
    expect(first).toMatchObject({ canUndo: true, undo: null })
    expect(await startUndo(number)).toMatchObject({ code: 409, type: '/problems/import-not-undoable' })
    expect((await preview(number)).refusal).toBe('undone')
  })

  test('orders that were removed come in again with other numbers, also several times', async () => {
    startJobs()
    const first = await importFile(mixed)
    const before = await numberOf('#11')
    const books = await readBooks()
    await undo(first)
    const second = await importFile(mixed)
    expect((await listImports())[0]).toMatchObject({ number: second, created: 8, unchanged: 0, refused: 0 })
    expect(await numberOf('#11')).not.toBe(before)
    expect(await getJson(`/api/orders/${before}`)).toMatchObject({ status: 404 })
    await undo(second)
    await importFile(mixed)
    expect(await findViolations(kontor)).toEqual([])
    const again = await readBooks()
    expect([again.balances, again.days]).toEqual([books.balances, books.days])
  })

  test.each([
    ['a tag', (number: string) => post(`/api/orders/${number}/tags`, { tag: 'vip' })],
    ['a note', (number: string) => post(`/api/orders/${number}/notes`, { text: 'Call first' })],
    ['a hold', (number: string) => post(`/api/orders/${number}/hold`, { reason: 'Stock', version: 1 })],
    [
      'a print',
      (number: string) => post('/api/prints', { kind: 'packing-slip', orders: [number], paper: 'a4', language: 'en' }),
    ],
  ])('is refused after %s, which says of which order, and changes nothing', async (_what, touch) => {
    startJobs()
    const number = await importFile(mixed)
    const order = await numberOf('#14')
    expect((await touch(order)).status).toBeOneOf([200, 201])
    expect((await preview(number)).blockers).toEqual([{ reason: 'changed', count: 1, orders: [order] }])
    expect(await startUndo(number)).toMatchObject({ code: 409, type: '/problems/import-not-undoable' })
    expect(await getJson('/api/jobs')).toMatchObject({ jobs: [] })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('looking at personal data keeps no import from being undone', async () => {
    startJobs()
    const number = await importFile(mixed)
    expect((await post(`/api/orders/${await numberOf('#14')}/reveals`)).status).toBe(200)
    expect(await undo(number)).toMatchObject({ status: 'finished', done: 8 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('is refused for an import that updated orders, one without orders, and one that is not there', async () => {
    await importFile(known)
    const updated = await importFile(
      [{ name: '#1', every: { Email: 'new@shop.example' } }, { name: '#3' }],
      '?update=1',
    )
    expect((await preview(updated)).refusal).toBe('updated')
    expect(await startUndo(updated)).toMatchObject({ code: 409 })
    expect((await listImports())[0]?.canUndo).toBe(false)
    const empty = await importFile([{ name: '#3' }])
    expect((await preview(empty)).refusal).toBe('empty')
    expect(await startUndo('IM260315-00099')).toMatchObject({ code: 404 })
  })

  test('is refused when its entries could not be reversed on their own days, because the month was closed since', async () => {
    const old = {
      every: { 'Created at': '2026-01-20 09:00:00 +0800' },
      first: { 'Paid at': '2026-01-20 09:30:00 +0800' },
    }
    const number = await importFile([{ name: '#5', ...old }, { name: '#6' }])
    expect((await preview(number)).blockers).toEqual([])
    const closed = await post('/api/finance/periods/2026-01/closings', { reason: 'Checked' })
    expect(closed.status).toBe(200)
    const order = await numberOf('#5')
    expect((await preview(number)).blockers).toEqual([{ reason: 'closed-month', count: 1, orders: [order] }])
    expect(await startUndo(number)).toMatchObject({ code: 409 })
    // Money that moved in a closed month is posted to the first open day, and reversed there.
    const late = await importFile([{ name: '#7', ...old }])
    startJobs()
    expect(await undo(late)).toMatchObject({ status: 'finished', done: 1 })
    expect(await query(sql`select accounting_day, kind from ledger_entries where seq > 2 order by seq`)).toEqual([
      { accounting_day: '2026-01-31', kind: 'period.closed' },
      { accounting_day: '2026-02-01', kind: 'payment.captured' },
      { accounting_day: '2026-02-01', kind: 'payment.captured' },
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a match with a statement keeps it from being undone, and statements match only what came in again', async () => {
    startJobs()
    const first = await importFile([{ name: '#5' }, { name: '#6' }])
    await undo(first)
    const second = await importFile([{ name: '#5' }, { name: '#6' }])
    await importStatement('c#5.1')
    const matched = await query(sql`select entry_seq from match_postings where is_live = 1`)
    expect(matched).toEqual([{ entry_seq: 5 }])
    const order = await numberOf('#5')
    expect((await preview(second)).blockers).toEqual([{ reason: 'matched', count: 1, orders: [order] }])
    expect(await startUndo(second)).toMatchObject({ code: 409 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('of changes at the same moment, either the change is made or the import is undone', async () => {
    startJobs()
    const orders = Array.from({ length: 60 }, (_, index) => ({ name: `#${1000 + index}` }))
    const number = await importFile(orders)
    const last = await Promise.all(['#1050', '#1055', '#1059'].map(numberOf))
    const [started, ...answers] = await Promise.all([
      startUndo(number),
      ...last.map((order) => post(`/api/orders/${order}/tags`, { tag: 'vip' })),
    ])
    const isChanged = answers.some(({ status }) => status === 200)
    const { status, done } = started.code === 201 ? await jobs.waitFor(started.id) : { status: 'failed', done: 0 }
    expect({ status, done }).toEqual(isChanged ? { status: 'failed', done: 0 } : { status: 'finished', done: 60 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what is done with an order between the request and the work stops the job, which gives the orders free', async () => {
    const number = await importFile(mixed)
    const { id } = await startUndo(number)
    expect(await startUndo(number)).toMatchObject({ code: 409 })
    const order = await numberOf('#12')
    expect((await post(`/api/orders/${order}/tags`, { tag: 'vip' })).status).toBe(200)
    startJobs()
    expect(await jobs.waitFor(id)).toMatchObject({ status: 'failed', failure: 'blocked', done: 0, refused: 1 })
    expect(await jobs.listResults(id)).toEqual([`${order.slice(-2)} refused changed`])
    expect((await listImports())[0]).toMatchObject({ canUndo: true, undo: null })
    expect((await post(`/api/orders/${order}/tags`, { tag: 'gift' })).status).toBe(200)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('from its beginning on nothing else changes the orders, and it cannot be cancelled', async () => {
    const orders = Array.from({ length: 120 }, (_, index) => ({ name: `#${1000 + index}` }))
    const number = await importFile(orders)
    const { id } = await startUndo(number)
    const last = await numberOf('#1119')
    startJobs()
    while ((await jobs.load(id)).done === 0) await Bun.sleep(1)
    expect((await jobs.change(id, 'cancellation')).code).toBe(409)
    const paused = await jobs.change(id, 'pause')
    if (paused.code === 200) {
      expect(paused.answer.done).toBeWithin(1, 120)
      expect(await findViolations(kontor)).toEqual([])
      const response = await post(`/api/orders/${last}/tags`, { tag: 'vip' })
      expect(await response.json()).toMatchObject({ type: '/problems/import-being-undone' })
      expect((await listImports())[0]?.undo).toMatchObject({ endedAt: null })
      // Also by others, because it must not stay half done.
      const colleague = createJobClient(await kontor.createUser('owner'))
      expect((await colleague.change(id, 'resume')).code).toBe(200)
    }
    expect(await jobs.waitFor(id)).toMatchObject({ status: 'finished', done: 120 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a match during the work stops it before the order is removed, and the rest stays claimed until it is undone, too', async () => {
    const number = await importFile(Array.from({ length: 120 }, (_, index) => ({ name: `#${1000 + index}` })))
    const last = await numberOf('#1119')
    const { id } = await startUndo(number)
    const { database } = kontor.kontor
    let isMatched = false
    const inTransaction: typeof database.inTransaction = async (...work) => {
      if (!isMatched && (await jobs.load(id)).done > 0) {
        isMatched = true
        await importStatement('c#1119.1')
      }
      return database.inTransaction(...work)
    }
    startJobs({ database: { ...database, inTransaction } })
    expect(await jobs.waitFor(id)).toMatchObject({ status: 'failed', failure: 'blocked', refused: 1 })
    expect(await jobs.listResults(id)).toEqual([`${last.slice(-2)} refused matched`])
    expect((await jobs.load(id)).done).toBeWithin(50, 120)
    const response = await post(`/api/orders/${last}/tags`, { tag: 'vip' })
    expect(await response.json()).toMatchObject({ type: '/problems/import-being-undone' })
    expect(await findViolations(kontor)).toEqual([])
    const [match] = (await query(sql`select id from matches`)) as { id: string }[]
    expect((await post(`/api/finance/matches/${match?.id}/undo`, { reason: 'Imported twice' })).status).toBe(200)
    expect(await undo(number)).toMatchObject({ status: 'finished', done: 120, total: 120 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an undo whose server is killed goes on where it was', async () => {
    const orders = Array.from({ length: 400 }, (_, index) => ({ name: `#${1000 + index}` }))
    const books = await readBooks()
    const number = await importFile(orders)
    const { id } = await startUndo(number)
    for (let killed = 0; killed < 2; killed++) {
      const before = (await jobs.load(id)).done
      const child = await processes.start(killed * leaseMs)
      while ((await jobs.load(id)).done === before) await Bun.sleep(5)
      await processes.kill(child)
      expect(await findViolations(kontor)).toEqual([])
    }
    const { status, done } = await jobs.load(id)
    expect(status).toBe('running')
    expect(done).toBeWithin(50, 400)
    await processes.start(2 * leaseMs)
    expect(await jobs.waitFor(id)).toMatchObject({ status: 'finished', done: 400, total: 400 })
    expect(await findViolations(kontor)).toEqual([])
    expect(await readBooks()).toEqual(books)
  })

  test('an import that is undone while it runs ends, and does not say that it kept its orders', async () => {
    startJobs()
    const { database } = kontor.kontor
    let transactions = 0
    const inTransaction: typeof database.inTransaction = async (...work) => {
      if (++transactions === 2) await undo((await listImports())[0]?.number ?? '')
      return database.inTransaction(...work)
    }
    const app = createApp({ ...kontor.kontor, database: { ...database, inTransaction } })
    const body = new FormData()
    const orders = Array.from({ length: 51 }, (_, index) => ({ name: `#${1000 + index}` }))
    body.set('file', new File([buildExportCsv(orders)], 'shop.csv'))
    const headers = { cookie: `kontor=${owner.cookies.get('kontor')}` }
    const client = createTestClient({ kontor: kontor.kontor, app })
    const response = await client.fetch('/api/imports/orders', { method: 'POST', body, headers })
    const problem = (await response.json()) as Problem
    expect(problem).toMatchObject({ type: '/problems/import-being-undone', status: 409 })
    expect(problem.detail).not.toContain('kept')
    expect(kontor.log.filter(({ event }) => event === 'import event failed')).toEqual([])
    expect((await listImports())[0]).toMatchObject({ endedAt: null, undo: { endedAt: expect.any(Number) } })
    expect(await getJson('/api/orders')).toMatchObject({ rows: [] })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an undo whose user was suspended is finished by someone else', async () => {
    const orders = Array.from({ length: 200 }, (_, index) => ({ name: `#${1000 + index}` }))
    const number = await importFile(orders)
    const admin = await kontor.createUser('admin')
    const started = await post(`/api/imports/orders/${number}/undo`, {}, admin)
    const { id } = (await started.json()) as JobAnswer
    expect((await listImports())[0]).toMatchObject({ canUndo: false, undo: null })
    startJobs()
    while ((await jobs.load(id)).done === 0) await Bun.sleep(1)
    expect((await post(`/api/users/${admin.id}/suspension`)).status).toBe(200)
    expect(await jobs.waitFor(id)).toMatchObject({ status: 'failed', failure: 'account' })
    expect(await findViolations(kontor)).toEqual([])
    expect((await listImports())[0]).toMatchObject({ canUndo: true, undo: { endedAt: null } })
    const { done } = await jobs.load(id)
    expect((await preview(number)).orders).toBe(200 - done)
    expect(await undo(number)).toMatchObject({ status: 'finished', done: 200, total: 200 })
    expect((await listImports())[0]).toMatchObject({ canUndo: false, undo: { endedAt: expect.any(Number) } })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('is only for those who may', async () => {
    const number = await importFile(mixed)
    const clerk = await kontor.createUser('operations')
    expect((await clerk.fetch(`/api/imports/orders/${number}/undo`)).status).toBe(403)
    expect((await post(`/api/imports/orders/${number}/undo`, {}, clerk)).status).toBe(403)
    const list = (await (await clerk.fetch('/api/imports/orders')).json()) as ImportList
    expect(list.imports[0]?.canUndo).toBe(false)
  })
})

import type { ChecklistId, PeriodDetail } from '#shared/finance/closing/period-views.ts'
import type { EntryList } from '#shared/finance/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

const path = '/api/finance/periods'

/** `200`, or `422 invalid-input /reason`. */
async function readResult(answer: Promise<Response>): Promise<string> {
  const response = await answer
  if (response.ok) return String(response.status)
  const { type, errors = [] } = (await response.json()) as Problem
  return [response.status, type.replace('/problems/', ''), ...errors.map(({ pointer }) => pointer)].join(' ')
}

const transfer = (day: string, amount = '1.00', debit = '1001', credit = '3001') => ({
  day,
  memo: 'Transfer',
  lines: [
    { account: debit, debit: amount },
    { account: credit, credit: amount },
  ],
})

/** Books with an entry of a month, in the middle of March 2026; `1001.1` is cash. */
async function openBook(kontor: TestKontor, month = '2026-02'): Promise<TestUser> {
  const clerk = await kontor.createUser('finance')
  await clerk.fetch('/api/finance/accounts', { json: { role: 'cash', currency: 'CNY', accountName: 'Till' } })
  await post(clerk, `${month}-10`)
  return clerk
}

const post = (user: TestUser, day: string): Promise<string> =>
  readResult(user.fetch('/api/finance/entries', { json: transfer(day, '1.00', '1001.1') }))
const close = (user: TestUser, month: string, reason?: string): Promise<string> =>
  readResult(user.fetch(`${path}/${month}/closings`, { json: { reason } }))
const load = async (user: TestUser, month: string): Promise<PeriodDetail> =>
  (await user.fetch(`${path}/${month}`)).json()

async function importStatement(user: TestUser, ...lines: string[]): Promise<void> {
  const body = new FormData()
  body.set('account', '1001.1')
  const content = ['记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要', ...lines].join('\n')
  body.set('file', new File([content], 'cmb.csv'))
  const response = await user.fetch('/api/finance/statements', { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
}

/** A payment at 11:00 in Shanghai on a day. */
const importPayment = (kontor: TestKontor, index: number, day: string) => {
  const at = Date.parse(`${day}T03:00:00Z`)
  const payment = { provider: 'Stripe', reference: `ch_${index}`, capturedMinor: 1000, capturedAt: at }
  return importAsOperator(kontor.kontor, [createDraft(index, { placedAt: at - 1000, payment })])
}

forEachDatabase((_name, open) => {
  /** What the checklist of a month names at one of its points. */
  const listRows = async (user: TestUser, month: string, point: ChecklistId): Promise<string[]> =>
    (await load(user, month)).checklist?.find(({ id }) => id === point)?.rows.map(({ id }) => id) ?? []

  test('an account has a statement of each month in which something was posted to it, from its first statement on', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await openBook(kontor, '2025-12')
    for (const day of ['2026-01-10', '2026-02-10']) await post(clerk, day)
    const listMissing = () =>
      Promise.all(
        ['2025-12', '2026-01', '2026-02', '2026-03'].map((month) => listRows(clerk, month, 'statements-there')),
      )
    // Cash has no statements.
    expect(await listMissing()).toEqual([[], [], [], []])
    await importStatement(clerk, '2026-01-31,CNY,1.00,1.00,转账,张三,货款')
    expect(await listMissing()).toEqual([[], [], ['1001.1'], []])
    await importStatement(clerk, '2026-03-01,CNY,1.00,3.00,转账,张三,货款')
    expect(await listMissing()).toEqual([[], [], ['1001.1'], []])
    await importStatement(clerk, '2026-02-01,CNY,1.00,2.00,转账,张三,货款')
    expect(await listMissing()).toEqual([[], [], [], []])
    // Not before all of its lines are there.
    await kontor.kontor.database.inTransaction((transaction) =>
      transaction.updateTable('statements').set({ imported_at: null }).where('first_day', '=', '2026-02-01').execute(),
    )
    expect(await listMissing()).toEqual([[], [], ['1001.1'], []])
  })

  test('an archived account needs no statement', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await openBook(kontor, '2026-01')
    await importStatement(clerk, '2026-01-31,CNY,1.00,1.00,转账,张三,货款')
    const back = transfer('2026-02-10', '1.00', '3001', '1001.1')
    expect(await readResult(clerk.fetch('/api/finance/entries', { json: back }))).toBe('201')
    expect(await listRows(clerk, '2026-02', 'statements-there')).toEqual(['1001.1'])
    expect(await readResult(clerk.fetch('/api/finance/accounts/1001.1/archive', { json: {} }))).toBe('200')
    expect(await listRows(clerk, '2026-02', 'statements-there')).toEqual([])
  })

  test('a request for an entry is open in the month of its day until someone decides it or it expires', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await openBook(kontor, '2026-01')
    const limited = await kontor.createUser(
      await createRole(await kontor.createUser('owner'), ['finance.view', 'finance.post'], { manualEntryLimit: '1' }),
    )
    const ask = async (day: string): Promise<string> => {
      const json = { ...transfer(day, '5.00', '1001.1'), approval: '1' }
      const { request } = await (await limited.fetch('/api/finance/entries', { json })).json()
      return request
    }
    const requests = [await ask('2026-02-01'), await ask('2026-02-28'), await ask('2026-02-14')]
    await ask('2026-01-31')
    await ask('2026-03-01')
    expect((await listRows(clerk, '2026-02', 'requests-decided')).toSorted()).toEqual(requests.toSorted())
    const rejection = `/api/finance/entry-requests/${requests.pop()}/rejection`
    expect(await readResult(clerk.fetch(rejection, { json: { reason: 'Twice' } }))).toBe('200')
    expect((await listRows(clerk, '2026-02', 'requests-decided')).toSorted()).toEqual(requests.toSorted())
    const { expires_at: expiry } = await kontor.kontor.database.read
      .selectFrom('entry_requests')
      .select('expires_at')
      .executeTakeFirstOrThrow()
    kontor.clock.now = expiry
    expect(await listRows(await kontor.createUser('finance'), '2026-02', 'requests-decided')).toEqual([])
  })

  test('nothing is posted to a closed month: what is late goes to the first open day, what is entered is refused', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const clerk = await openBook(kontor)
    expect(await close(clerk, '2026-02')).toBe('200')
    expect(await load(clerk, '2026-02')).toMatchObject({ state: 'closed', closedBy: clerk.name, checklist: null })
    expect(await post(clerk, '2026-02-28')).toBe('422 invalid-input /day')
    expect(await post(clerk, '2026-03-01')).toBe('201')
    await importPayment(kontor, 1, '2026-02-28')
    const { rows } = (await (await clerk.fetch('/api/finance/entries?kind=payment.captured')).json()) as EntryList
    expect(rows[0]).toMatchObject({ accountingDay: '2026-03-01', occurredAt: Date.parse('2026-02-28T03:00:00Z') })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the database itself refuses an entry in a closed month', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await openBook(kontor)
    await close(clerk, '2026-02')
    const insertEntry = (day: string) =>
      kontor.kontor.database.inTransaction((transaction) =>
        sql`insert into ledger_entries select 99, kind, ${day}, occurred_at, recorded_at, memo, actor_id, actor_name, 'x', ${day}, null, posting_count, hash, hash from ledger_entries`.execute(
          transaction,
        ),
      )
    await expect(insertEntry('2026-02-10')).rejects.toThrow('the month is closed')
    await insertEntry('2026-03-01')
    for (const statement of ['delete from period_changes', 'update period_balances set opening_minor = 0'])
      await expect(
        kontor.kontor.database.inTransaction((transaction) => sql.raw(statement).execute(transaction)),
      ).rejects.toThrow('append-only')
  })

  test('of eight that post while a month is closed, each is before the close or in the next month', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const clerk = await openBook(kontor)
    const results = await Promise.all([
      ...[1, 2, 3, 4].map((index) => importPayment(kontor, index, '2026-02-27')),
      close(clerk, '2026-02'),
      ...[5, 6, 7, 8].map((index) => importPayment(kontor, index, '2026-02-27')),
      ...Array.from({ length: 8 }, () => post(clerk, '2026-02-27')),
    ])
    expect(results[4]).toBe('200')
    const { rows } = (await (await clerk.fetch('/api/finance/entries')).json()) as EntryList
    const closedAt = (await load(clerk, '2026-02')).history[0]?.ledger.seq ?? 0
    for (const { number, accountingDay } of rows)
      expect(accountingDay.slice(0, 7)).toBe(number <= closedAt ? '2026-02' : '2026-03')
    expect(rows.filter(({ kind }) => kind === 'payment.captured')).toHaveLength(8)
    expect(await findViolations(kontor)).toEqual([])
  })
})

onSqlite((open) => {
  test('opening balances on the last day of a month begin the next one', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const clerk = await openBook(kontor, '2026-02')
    expect(await post(clerk, '2026-01-31')).toBe('201')
    expect(await close(clerk, '2026-01')).toBe('409 period-out-of-order')
    const other = { ...transfer('2026-01-31', '1.00', '1001.1', '5301') }
    expect(await readResult(clerk.fetch('/api/finance/entries', { json: other }))).toBe('201')
    expect(await close(clerk, '2026-02')).toBe('409 period-out-of-order')
    expect(await close(clerk, '2026-01')).toBe('200')
    expect(await close(clerk, '2026-02')).toBe('200')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('with opening balances the first month is closed with the days before it', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const clerk = await openBook(kontor, '2026-02')
    expect(await post(clerk, '2026-01-31')).toBe('201')
    const { periods } = await (await clerk.fetch(path)).json()
    expect(periods.map(({ month }: { month: string }) => month)).toEqual(['2026-03', '2026-02'])
    expect(await close(clerk, '2026-02')).toBe('200')
    expect(await post(clerk, '2026-01-31')).toBe('422 invalid-input /day')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('months are closed one after another once they are over, and reopened by another person', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const clerk = await openBook(kontor, '2026-01')
    const [admin, owner] = [await kontor.createUser('admin'), await kontor.createUser('owner')]
    const ask = (user: TestUser, month: string) =>
      readResult(user.fetch(`${path}/${month}/reopenings`, { json: { reason: 'A late invoice' } }))
    const answer = (user: TestUser, month: string, kind: 'approval' | 'rejection') => {
      const json = kind === 'rejection' ? { reason: 'Enough' } : {}
      return readResult(user.fetch(`${path}/${month}/reopenings/${kind}`, { json }))
    }
    const listActions = () =>
      Promise.all(['2026-01', '2026-02', '2026-03'].map(async (month) => (await load(clerk, month)).actions))
    expect(await listActions()).toEqual([['closed'], [], []])
    for (const month of ['2025-12', '2026-04'])
      expect(await readResult(clerk.fetch(`${path}/${month}`))).toBe('404 not-found')
    expect(await close(clerk, '2026-02')).toBe('409 period-out-of-order')
    expect(await close(clerk, '2026-01')).toBe('200')
    expect(await listActions()).toEqual([['reopen_requested'], ['closed'], []])
    expect(await close(clerk, '2026-01')).toBe('409 period-already-closed')
    expect(await close(clerk, '2026-02')).toBe('200')
    expect(await close(clerk, '2026-03')).toBe('409 period-not-over')
    expect(await ask(clerk, '2026-01')).toBe('409 period-out-of-order')
    expect(await ask(admin, '2026-02')).toBe('200')
    expect((await load(admin, '2026-02')).actions).toEqual(['reopen_rejected'])
    expect(await answer(admin, '2026-02', 'approval')).toBe('409 own-reopening')
    expect(await answer(clerk, '2026-02', 'approval')).toBe('403 permission-denied')
    expect(await answer(owner, '2026-02', 'rejection')).toBe('200')
    expect(await ask(admin, '2026-02')).toBe('200')
    const approvals = await Promise.all([1, 2, 3].map(() => answer(owner, '2026-02', 'approval')))
    expect(approvals.toSorted()).toEqual(['200', '409 period-not-closed', '409 period-not-closed'])
    expect(await load(clerk, '2026-02')).toMatchObject({ state: 'open', closedAt: null, closedBy: null })
    expect(await post(clerk, '2026-01-31')).toBe('422 invalid-input /day')
    expect(await post(clerk, '2026-02-28')).toBe('201')
    expect(await close(clerk, '2026-02')).toBe('200')
    const { history } = await load(clerk, '2026-02')
    expect(history.map(({ action }) => action)).toEqual([
      'closed',
      'reopened',
      'reopen_requested',
      'reopen_rejected',
      'reopen_requested',
      'closed',
    ])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a month with warnings needs a reason', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const clerk = await openBook(kontor)
    await clerk.fetch('/api/finance/entries', { json: transfer('2026-02-11', '5.00', '1001.1', '2241.9') })
    await importStatement(clerk, '2026-02-12,CNY,5.00,5.00,转账,张三,货款', '2026-02-13,CNY,-1.00,4.00,手续费,,')
    const limited = await kontor.createUser(
      await createRole(await kontor.createUser('owner'), ['finance.view', 'finance.post'], { manualEntryLimit: '1' }),
    )
    await limited.fetch('/api/finance/entries', {
      json: { ...transfer('2026-02-11', '5.00', '1001.1'), approval: '1' },
    })
    const { checklist } = await load(clerk, '2026-02')
    expect(checklist?.filter(({ state }) => state === 'warning')).toMatchObject([
      { id: 'lines-matched', rows: [{ type: 'lines', id: '1001.1', amountMinor: 400 }], count: 1 },
      { id: 'suspense-empty', rows: [{ id: '2241.9', amountMinor: -500 }], count: 1 },
      { id: 'requests-decided', rows: [{ type: 'request', label: 'Transfer' }], count: 1 },
    ])
    expect(await close(clerk, '2026-02')).toBe('422 invalid-input /reason')
    expect(await close(clerk, '2026-02', 'The customer was asked')).toBe('200')
    expect((await load(clerk, '2026-02')).history[0]).toMatchObject({
      reason: 'The customer was asked',
      accepted: ['lines-matched', 'suspense-empty', 'requests-decided'],
    })
  })

  test('a request that is posted on the day of its approval waits in the month in which it was made and in later ones', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await openBook(kontor)
    const limited = await kontor.createUser(
      await createRole(await kontor.createUser('owner'), ['finance.view', 'finance.post'], { manualEntryLimit: '1' }),
    )
    const { day: _, ...dayless } = transfer('', '5.00', '1001.1')
    await limited.fetch('/api/finance/entries', { json: { ...dayless, approval: '1' } })
    const isWaitingIn = async (month: string) =>
      (await load(clerk, month)).checklist?.find(({ id }) => id === 'requests-decided')?.count === 1
    expect([await isWaitingIn('2026-02'), await isWaitingIn('2026-03')]).toEqual([false, true])
  })

  test('a month with a statement that does not tie stays open', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await openBook(kontor)
    await importStatement(clerk, '2026-02-12,CNY,5.00,5.00,转账,张三,货款', '2026-02-13,CNY,-1.00,4.50,手续费,,')
    expect(await close(clerk, '2026-02', 'The bank was asked')).toBe('409 period-not-ready')
  })

  test('books that do not pass the self-check are not closed', async () => {
    const kontor = await createTestKontor(await open())
    const clerk = await openBook(kontor)
    await kontor.kontor.database.inTransaction((transaction) =>
      sql`update ledger_accounts set balance_minor = 2 where code = '1001.1'`.execute(transaction),
    )
    expect(await close(clerk, '2026-02')).toBe('409 books-not-sound')
    expect((await load(clerk, '2026-02')).state).toBe('open')
  })
})

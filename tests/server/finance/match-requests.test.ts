import { type EntryRequestView, entryRequestView } from '#shared/finance/entry-requests.ts'
import { type MatchLineView, matchLineList, type MatchResult, matchResult } from '#shared/finance/matching/views.ts'
import { statementImport } from '#shared/finance/statement-views.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Problem } from '#shared/problem.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'

const bankHeader = '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要'

const send = (user: TestUser, path: string, json: object = {}): Promise<Response> =>
  user.fetch(`/api/finance${path}`, { json })
const readResult = async (answer: Response | Promise<Response>): Promise<string> => {
  const response = await answer
  return response.ok ? String(response.status) : ((await response.json()) as Problem).type.replace('/problems/', '')
}
const approve = (user: TestUser, { request }: EntryRequestView): Promise<string> =>
  readResult(send(user, `/entry-requests/${request}/approval`))
const readRequest = async (answer: Promise<Response>): Promise<EntryRequestView> =>
  entryRequestView.parse(await (await answer).json())

/** Someone who may post 100 alone, someone who approves, and three open lines of a bank. */
async function openBook(kontor: TestKontor) {
  const owner = await kontor.createUser('owner')
  const clerk = await kontor.createUser(
    await createRole(owner, ['finance.view', 'finance.post', 'finance.reconcile'], { manualEntryLimit: '100' }),
  )
  const approver = await kontor.createUser('finance')
  const account = await send(approver, '/accounts', { role: 'bank', currency: 'CNY', accountName: 'CMB' })
  const { code: bank } = await account.json()
  const body = new FormData()
  const lines = [
    '2026-02-02,CNY,-800.00,9200.00,转账,房东,房租',
    '2026-02-03,CNY,-50.00,9150.00,手续费,,',
    '2026-02-04,CNY,-300.00,8850.00,转账,,',
  ]
  body.set('account', bank)
  body.set('file', new File([[bankHeader, ...lines].join('\n')], 'cmb.csv'))
  const imported = await approver.fetch('/api/finance/statements', { method: 'POST', body })
  const statement = statementImport.parse(await imported.json()).statements[0]?.statement
  const read = async (state = 'open'): Promise<MatchLineView[]> =>
    matchLineList.parse(await (await clerk.fetch(`/api/finance/match-lines?account=${bank}&state=${state}`)).json())
      .rows
  const rent = { line: `${statement}:2`, difference: '5602.1' }
  return { owner, clerk, approver, bank, statement, rent, read }
}

forEachDatabase((_name, open) => {
  test('what a line posts above the limit waits for someone else, and is matched once they approve it', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { clerk, approver, bank, rent, read } = await openBook(kontor)
    expect(await readResult(send(clerk, '/posted-matches', rent))).toBe('above-limit')
    const requested = await readRequest(send(clerk, '/posted-matches', { ...rent, approval: '1' }))
    expect(requested).toMatchObject({
      status: 'requested',
      memo: '房东 · 转账 · 房租',
      day: '2026-02-02',
      line: { id: rent.line, account: bank, isUndo: false },
      amounts: [{ currency: 'CNY', amountMinor: 80_000 }],
      actions: ['withdraw'],
    })
    expect((await read()).map(({ request }) => request)).toEqual([requested.request, null, null])
    expect(await readResult(send(clerk, '/posted-matches', { ...rent, approval: '1' }))).toBe('line-awaits-approval')
    expect(await approve(approver, requested)).toBe('200')
    const [matched] = await read('matched')
    expect(matched).toMatchObject({ id: rent.line, request: null })
    expect(await findViolations(kontor)).toEqual([])

    const page = `/finance/_payload.json?tab=reconciliation&account=${bank}&line=${rent.line}`
    const { match } = (await (await clerk.fetch(page)).json()).pageState.data.content.workList.line
    expect(await readResult(send(clerk, `/posted-matches/${match.id}/undo`))).toBe('above-limit')
    const undo = await readRequest(send(clerk, `/posted-matches/${match.id}/undo`, { reason: 'Twice', approval: '1' }))
    expect(undo).toMatchObject({ memo: 'Twice', reverses: match.entry, line: { id: rent.line, isUndo: true } })
    expect((await read('matched')).map(({ request }) => request)).toEqual([undo.request])
    expect(await approve(approver, undo)).toBe('200')
    expect((await read()).map(({ request }) => request)).toEqual([null, null, null])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('of several who approve at once one matches the line, and none does once it was matched otherwise', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { owner, clerk, approver, statement, rent, read } = await openBook(kontor)
    const twice = await Promise.all([1, 2].map(() => send(clerk, '/posted-matches', { ...rent, approval: '1' })))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { requests } = await (await approver.fetch('/api/finance/entry-requests')).json()
    expect(requests).toHaveLength(1)
    const results = await Promise.all([owner, approver, owner, approver].map((user) => approve(user, requests[0])))
    expect(results.toSorted()).toEqual(['200', 'request-decided', 'request-decided', 'request-decided'])
    const [matched] = await read('matched')
    const { rows } = await (await owner.fetch('/api/finance/entries')).json()
    expect([matched?.id, rows.length]).toEqual([rent.line, 1])

    const other = { line: `${statement}:4`, difference: 'suspense' }
    const waiting = await readRequest(send(clerk, '/posted-matches', { ...other, approval: '1' }))
    const race = await Promise.all([
      approve(approver, waiting),
      readResult(send(owner, '/ignored-lines', { line: other.line, reason: 'Test payment' })),
    ])
    expect(race.filter((result) => result === 'changed-meanwhile')).toHaveLength(1)
    expect(await readResult(send(owner, '/posted-matches', { ...rent, approval: '1' }))).toBe('changed-meanwhile')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('what was requested before its month is closed is posted on the first open day', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { owner, clerk, approver, rent, statement } = await openBook(kontor)
    const requested = await readRequest(send(clerk, '/posted-matches', { ...rent, approval: '1' }))
    const march = { line: `${statement}:3`, difference: 'bank_fee' }
    expect(await readResult(send(clerk, '/posted-matches', march))).toBe('201')
    expect(await readResult(send(owner, '/periods/2026-02/closings', { reason: 'Rent waits' }))).toBe('200')
    expect(await approve(approver, requested)).toBe('200')
    const { rows } = await (await owner.fetch('/api/finance/entries')).json()
    expect(rows[0]).toMatchObject({ memo: '房东 · 转账 · 房租' })
    expect(rows[0].accountingDay > '2026-02-28').toBe(true)
    expect(await findViolations(kontor)).toEqual([])
  })
})

onSqlite((open) => {
  test('what a match posts and what its undo reverses count against the limit of the day', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { owner, statement } = await openBook(kontor)
    const permissions: Permission[] = ['finance.view', 'finance.post', 'finance.reconcile']
    const clerk = await kontor.createUser(await createRole(owner, permissions, { dailyManualEntryLimit: '150' }))
    const fee = { line: `${statement}:3`, difference: 'bank_fee' }
    const post = async (): Promise<string> =>
      matchResult.parse(await (await send(clerk, '/posted-matches', fee)).json()).match
    const undo = (match: string) => readResult(send(clerk, `/posted-matches/${match}/undo`))
    expect(await undo(await post())).toBe('200')
    // Three times 50.00, so that nothing is left to take the last one back.
    expect(await undo(await post())).toBe('above-limit')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('without script a line waits with its request, which leads back to it', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { clerk, approver, bank, rent } = await openBook(kontor)
    const page = `/finance?tab=reconciliation&account=${bank}&line=${rent.line}`
    // Only what is posted needs an approval, but without script nothing says what will be chosen.
    const openLine = await (await clerk.fetch(page)).text()
    expect(openLine).toContain('Request approval')
    expect(openLine.replaceAll(/<noscript>.*?<\/noscript>/gs, '')).not.toContain('Request approval')
    const chosen = await (await clerk.fetch(`${page}&difference=bank_fee`)).text()
    expect(chosen.replaceAll(/<noscript>.*?<\/noscript>/gs, '')).toContain('Request approval')
    const fields = { _endpoint: 'postMatch', approval: '1', ...rent }
    const answer = await clerk.fetch(page, { method: 'POST', body: new URLSearchParams(fields) })
    expect(answer.status).toBe(303)
    const waiting = await (await clerk.fetch(page)).text()
    expect(waiting).toContain('Someone else has to approve what this match posts.')
    expect(waiting).not.toContain('Request approval')
    const link = /href="(\/finance\?request=[^"]+)"/.exec(waiting)?.[1] ?? ''
    expect(await (await approver.fetch(link)).text()).toContain('Matches a line of a statement')
    expect(await (await approver.fetch('/')).text()).toContain('Approve entry of')
  })

  test('a match that posts only what the file says needs no approval, and a withdrawn request leaves its line open', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { clerk, rent, read, statement } = await openBook(kontor)
    const requested = await readRequest(send(clerk, '/posted-matches', { ...rent, approval: '1' }))
    expect(await readResult(send(clerk, `/entry-requests/${requested.request}/withdrawal`))).toBe('200')
    expect((await read()).map(({ request }) => request)).toEqual([null, null, null])
    expect(await readResult(send(clerk, '/posted-matches', { line: `${statement}:9`, approval: '1' }))).toBe(
      'not-found',
    )
    expect(await readResult(send(clerk, '/posted-matches', { ...rent, difference: 'none', approval: '1' }))).toBe(
      'invalid-input',
    )
    const fee = { line: `${statement}:3`, difference: 'bank_fee' }
    const { match } = (await (await send(clerk, '/posted-matches', fee)).json()) as MatchResult
    const undone = await readRequest(send(clerk, `/posted-matches/${match}/undo`, { approval: '1' }))
    expect(undone.memo).toStartWith('1002')
    expect(await findViolations(kontor)).toEqual([])
  })
})

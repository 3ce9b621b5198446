import type { LedgerAccount } from '#shared/finance/account-views.ts'
import { maxAttachments } from '#shared/constants.ts'
import { type EntryAttachment, type EntryRequestView, entryRequestView } from '#shared/finance/entry-requests.ts'
import type { Problem } from '#shared/problem.ts'
import { createRole } from '#tests/support/create-role.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

const entries = '/api/finance/entries'
const requests = '/api/finance/entry-requests'
const rentLines = (amount: string) => [
  { account: '5602.1', debit: amount },
  { account: '3001', credit: amount },
]
const rent = { memo: 'Rent of March', lines: rentLines('800') }

/** `200`, or `409 request-decided`. */
async function readResult(answer: Promise<Response>): Promise<string> {
  const response = await answer
  if (response.ok) return String(response.status)
  const { type, errors = [] } = (await response.json()) as Problem
  return [response.status, type.replace('/problems/', ''), ...errors.map(({ pointer }) => pointer)].join(' ')
}

async function request(user: TestUser, json: object = rent, path = entries): Promise<EntryRequestView> {
  const response = await user.fetch(path, { json: { ...json, approval: '1' } })
  return entryRequestView.parse(await response.json())
}

const decide = (user: TestUser, id: string, path: string, json: object = {}): Promise<string> =>
  readResult(user.fetch(`${requests}/${id}/${path}`, { json }))

/** Someone whose role allows no entry alone, and someone who approves. */
async function openBook(kontor: TestKontor): Promise<{ owner: TestUser; clerk: TestUser; approver: TestUser }> {
  const owner = await kontor.createUser('owner')
  const clerk = await kontor.createUser(
    await createRole(owner, ['finance.view', 'finance.post'], {
      manualEntryLimit: '100',
      dailyManualEntryLimit: '150',
    }),
  )
  return { owner, clerk, approver: await kontor.createUser('finance') }
}

async function listBalances(user: TestUser): Promise<Record<string, number>> {
  const { accounts } = (await (await user.fetch('/api/finance/accounts')).json()) as { accounts: LedgerAccount[] }
  return Object.fromEntries(accounts.map(({ code, balanceMinor }) => [code, balanceMinor]))
}

forEachDatabase((_name, open) => {
  test('an entry above the limit is requested, and posted when someone else approves it', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { clerk, approver } = await openBook(kontor)
    expect(await readResult(clerk.fetch(entries, { json: rent }))).toBe('403 above-limit')
    const requested = await request(clerk)
    expect(requested).toMatchObject({
      status: 'requested',
      amounts: [{ currency: 'CNY', amountMinor: 80_000 }],
      requestedBy: clerk.name,
      entry: null,
      isOwn: true,
      actions: ['withdraw'],
    })
    expect(await listBalances(clerk)).toEqual({})
    const { requests: open_ } = (await (await approver.fetch(requests)).json()) as { requests: EntryRequestView[] }
    expect(open_).toMatchObject([{ request: requested.request, isOwn: false, actions: ['approve', 'decline'] }])
    const answer = await approver.fetch(`${requests}/${requested.request}/approval`, { json: {} })
    const posted = entryRequestView.parse(await answer.json())
    expect(posted).toMatchObject({ status: 'posted', decidedBy: approver.name, actions: [] })
    const { rows } = await (await approver.fetch(`${entries}?kind=entry.manual`)).json()
    expect(rows).toMatchObject([{ number: posted.entry, memo: rent.memo, actor: approver.name }])
    expect(await listBalances(clerk)).toEqual({ '3001': -80_000, '5602.1': 80_000 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('of many who approve, decline and withdraw at once, one succeeds, and the entry is posted at most once', async () => {
    const kontor = await createTestKontor(await open())
    const { owner, clerk, approver } = await openBook(kontor)
    const { request: id } = await request(clerk)
    const results = await Promise.all([
      ...[owner, approver, owner, approver].map((user) => decide(user, id, 'approval')),
      decide(owner, id, 'rejection', { reason: 'No' }),
      decide(clerk, id, 'withdrawal'),
    ])
    expect(results.filter((result) => result === '200')).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(['200', '409 request-decided']))
    const { rows } = await (await owner.fetch(`${entries}?kind=entry.manual`)).json()
    expect(rows.length).toBe(results.slice(0, 4).includes('200') ? 1 : 0)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('a correction and a reversal are requested like an entry, and change nothing if the entry was reversed meanwhile', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { owner, clerk, approver } = await openBook(kontor)
    const { number } = await (await owner.fetch(entries, { json: rent })).json()
    const correction = await request(clerk, { ...rent, lines: rentLines('900'), corrects: number })
    const reversal = await request(clerk, { memo: 'Mistake' }, `${entries}/${number}/reversal`)
    expect(reversal).toMatchObject({ reverses: number, amounts: [{ currency: 'CNY', amountMinor: 80_000 }] })
    expect(await decide(approver, correction.request, 'approval')).toBe('200')
    expect(await listBalances(clerk)).toEqual({ '3001': -90_000, '5602.1': 90_000 })
    expect(await decide(approver, reversal.request, 'approval')).toBe('409 entry-already-reversed')
    expect(await decide(approver, reversal.request, 'rejection', { reason: 'Already corrected' })).toBe('200')
    expect(await listBalances(clerk)).toEqual({ '3001': -90_000, '5602.1': 90_000 })
    expect(await findViolations(kontor)).toEqual([])
  })
})

onSqlite((open) => {
  test('no one decides their own request, and no one without the permission', async () => {
    const kontor = await createTestKontor(await open())
    const { owner, clerk, approver } = await openBook(kontor)
    const own = await request(approver)
    expect(await decide(approver, own.request, 'approval')).toBe('409 own-request')
    expect(await decide(approver, own.request, 'rejection', { reason: 'No' })).toBe('409 own-request')
    expect(await decide(clerk, own.request, 'approval')).toBe('403 permission-denied')
    expect(await decide(owner, own.request, 'withdrawal')).toBe('409 not-requester')
    expect(await decide(owner, own.request, 'rejection', { reason: ' ' })).toBe('422 invalid-input /reason')
    expect(await decide(await kontor.createUser('viewer'), own.request, 'approval')).toBe('403 permission-denied')
    expect(await decide(approver, own.request, 'withdrawal')).toBe('200')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('everything works without script: the request, its page, the approval and the entry', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { clerk, approver } = await openBook(kontor)
    const submit = (user: TestUser, path: string, fields: Record<string, string>): Promise<Response> =>
      user.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
    const fields = {
      '_endpoint': 'postEntry',
      'approval': '1',
      'memo': 'Rent of March',
      'lines[0][account]': '5602.1',
      'lines[0][debit]': '800',
      'lines[1][account]': '3001',
      'lines[1][credit]': '800',
    }
    const above = await submit(clerk, '/finance?action=post', { ...fields, approval: '' })
    expect([above.status, (await above.text()).includes('Request approval')]).toEqual([403, true])
    const location = (await submit(clerk, '/finance?action=post', fields)).headers.get('location') ?? ''
    expect(location).toStartWith('/finance?request=')
    expect(await (await clerk.fetch(location)).text()).toContain('Someone else has to approve it.')
    expect(await (await approver.fetch('/')).text()).toContain('Approve entry of')
    const id = location.split('=')[1] ?? ''
    expect((await submit(approver, location, { _endpoint: 'approveEntryRequest', request: id })).status).toBe(303)
    expect(await (await approver.fetch(location)).text()).toContain('Posted as entry 1')
    expect(await (await approver.fetch('/finance?entry=1')).text()).toContain(clerk.name)
  })

  test('what two people agreed on counts against the limits of neither', async () => {
    const kontor = await createTestKontor(await open())
    const { owner, clerk } = await openBook(kontor)
    const permissions = ['finance.view', 'finance.post', 'finance.approve'] as const
    const other = await kontor.createUser(await createRole(owner, permissions, { dailyManualEntryLimit: '150' }))
    const post = (user: TestUser, amount: string) =>
      readResult(user.fetch(entries, { json: { memo: 'Rent', lines: rentLines(amount) } }))
    expect(await decide(other, (await request(clerk)).request, 'approval')).toBe('200')
    expect([await post(clerk, '100'), await post(other, '150'), await post(other, '1')]).toEqual([
      '201',
      '201',
      '403 above-limit',
    ])
  })

  test('a request expires after two weeks, and what cannot be posted is not requested', async () => {
    const kontor = await createTestKontor(await open())
    const { clerk, approver } = await openBook(kontor)
    const send = (json: object) => readResult(clerk.fetch(entries, { json: { ...rent, ...json, approval: '1' } }))
    expect(await send({ day: '2099-01-01' })).toBe('422 invalid-input /day')
    expect(await send({ lines: [{ account: '5602.1', debit: '1' }] })).toBe('422 invalid-input /lines')
    expect(await send({ lines: rentLines('90071992547409.92') })).toBe(
      '422 invalid-input /lines/0/debit /lines/1/credit',
    )
    const twice = [...rentLines('70000000000000'), ...rentLines('70000000000000')]
    expect(await send({ lines: twice })).toBe('409 ledger-full')
    expect(await send({ corrects: 99 })).toBe('404 not-found')
    const { request: id } = await request(clerk)
    kontor.clock.now += 14 * 86_400_000
    for (const { email, fetch } of [clerk, approver]) await fetch('/api/auth/login', { json: { email, password } })
    expect(await decide(approver, id, 'approval')).toBe('409 request-expired')
    expect((await (await approver.fetch(requests)).json()).requests).toEqual([])
    expect(await decide(clerk, id, 'withdrawal')).toBe('200')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('files are attached to requests and entries, stay with them and are never shown as something that runs', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { clerk, approver } = await openBook(kontor)
    const viewer = await kontor.createUser('viewer')
    const attach = (user: TestUser, path: string, content = '%PDF-1.7', name = '发票 1.pdf'): Promise<Response> => {
      const body = new FormData()
      body.set('file', new File([content], name))
      return user.fetch(`${path}/attachments`, { method: 'POST', body })
    }
    const { request: id } = await request(clerk)
    expect(await readResult(attach(clerk, `${requests}/${id}`))).toBe('201')
    expect(await readResult(attach(viewer, `${requests}/${id}`))).toBe('403 permission-denied')
    expect(await readResult(attach(clerk, `${requests}/${id}`, ''))).toBe('422 invalid-input /file')
    const { entry } = await (await approver.fetch(`${requests}/${id}/approval`, { json: {} })).json()
    const answer = await attach(approver, `${entries}/${entry}`, '<script>alert(1)</script>', '../evil<b>.html')
    const { attachments } = (await answer.json()) as { attachments: EntryAttachment[] }
    expect(attachments).toMatchObject([
      { name: '发票 1.pdf', contentType: 'application/pdf', author: clerk.name },
      { name: 'evil<b>.html', contentType: 'application/octet-stream', author: approver.name },
    ])
    const script = await approver.fetch(`/api/finance/attachments/${attachments[1]?.id}?inline=1`)
    expect(script.headers.get('content-disposition')).toStartWith('attachment;')
    expect(await script.text()).toBe('<script>alert(1)</script>')
    expect(await readResult(viewer.fetch(`/api/finance/attachments/${attachments[0]?.id}`))).toBe(
      '403 permission-denied',
    )
    for (let count = 2; count < maxAttachments; count++) await attach(clerk, `${entries}/${entry}`)
    expect(await readResult(attach(clerk, `${entries}/${entry}`))).toBe('422 invalid-input /file')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('whatever is requested and decided in whatever order, the books have exactly what was approved', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const { owner, clerk, approver } = await openBook(kontor)
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 999_999 }),
      decisions: fc.array(fc.constantFrom('approval', 'rejection', 'withdrawal'), { maxLength: 3 }),
    })
    let expected = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
        for (const { amount, decisions } of steps) {
          const { request: id } = await request(clerk, { memo: 'Rent', lines: rentLines((amount / 100).toFixed(2)) })
          for (const [index, decision] of decisions.entries()) {
            const user = decision === 'withdrawal' ? clerk : index % 2 === 0 ? approver : owner
            const result = await decide(user, id, decision, decision === 'rejection' ? { reason: 'No' } : {})
            expect(result).toBe(index === 0 ? '200' : '409 request-decided')
          }
          if (decisions[0] === 'approval') expected += amount
        }
        expect((await listBalances(owner))['5602.1'] ?? 0).toBe(expected)
      }),
      { numRuns: 6 },
    )
    expect(await findViolations(kontor)).toEqual([])
  })
})

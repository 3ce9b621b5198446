import type { LedgerAccount } from '#shared/finance/account-views.ts'
import type { EntryVerification } from '#shared/finance/entry-verification.ts'
import { type EntryView, entryView } from '#shared/finance/views.ts'
import type { Problem } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createRole } from '#tests/support/create-role.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { sql } from 'kysely'

const path = '/api/finance/entries'

/** `201`, or `422 invalid-input /lines`. */
async function readResult(answer: Promise<Response>): Promise<string> {
  const response = await answer
  if (response.ok) return String(response.status)
  const { type, errors = [] } = (await response.json()) as Problem
  return [response.status, type.replace('/problems/', ''), ...errors.map(({ pointer }) => pointer)].join(' ')
}

const line = (account: string, amount: string) =>
  amount.startsWith('-') ? { account, credit: amount.slice(1) } : { account, debit: amount }
const rent = { memo: 'Rent of March', lines: [line('5602.1', '800.00'), line('1002.1', '-800.00')] }

/** A user of finance and the bank account 1002.1. */
async function openBook(kontor: TestKontor): Promise<TestUser> {
  const user = await kontor.createUser('finance')
  await user.fetch('/api/finance/accounts', { json: { role: 'bank', currency: 'CNY', accountName: 'ICBC' } })
  return user
}

const post = async (user: TestUser, json: object): Promise<EntryView> => {
  const response = await user.fetch(path, { json })
  return entryView.parse(await response.json())
}

const listBalances = async (user: TestUser): Promise<Record<string, number>> => {
  const { accounts } = (await (await user.fetch('/api/finance/accounts')).json()) as { accounts: LedgerAccount[] }
  return Object.fromEntries(accounts.map(({ code, balanceMinor }) => [code, balanceMinor]))
}

forEachDatabase((_name, open) => {
  test('an entry is posted by hand between any accounts, on any day that has passed', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await openBook(kontor)
    expect(await post(user, { ...rent, day: '2026-03-01' })).toMatchObject({
      kind: 'entry.manual',
      accountingDay: '2026-03-01',
      memo: 'Rent of March',
      actor: user.name,
      flows: [{ currency: 'CNY', in: 0, out: 80_000 }],
    })
    expect(await listBalances(user)).toEqual({ '1002.1': -80_000, '5602.1': 80_000 })
    for (const [day, detail] of [
      ['2099-01-01', 'Enter today or an earlier day.'],
      ['1999-12-31', 'Check the year: times before 2000 are not accepted.'],
    ]) {
      const refused = await user.fetch(path, { json: { ...rent, day } })
      expect(await refused.json()).toMatchObject({ status: 422, errors: [{ pointer: '/day', detail }] })
    }
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an entry is reversed once, and corrected in one step', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await openBook(kontor)
    const { number } = await post(user, rent)
    const correction = { memo: 'Rent was 900', lines: [line('5602.1', '900.00'), line('1002.1', '-900.00')] }
    const corrected = await post(user, { ...correction, corrects: number })
    expect(await listBalances(user)).toEqual({ '1002.1': -90_000, '5602.1': 90_000 })
    const original = await (await user.fetch(`${path}?kind=entry.manual`)).json()
    expect(original.rows.find((row: EntryView) => row.number === number)).toMatchObject({ reversedBy: number + 1 })
    const reverse = (entry: number) =>
      readResult(user.fetch(`${path}/${entry}/reversal`, { json: { memo: 'Wrong month' } }))
    expect(await reverse(number)).toBe('409 entry-already-reversed')
    expect(await reverse(number + 1)).toBe('409 entry-is-reversal')
    expect(await reverse(corrected.number)).toBe('201')
    expect(await listBalances(user)).toEqual({ '1002.1': 0, '5602.1': 0 })
    const { currencies } = await (await user.fetch('/api/finance/summary')).json()
    expect(currencies).toEqual([{ currency: 'CNY', opening: 0, in: 0, out: 0, net: 0, transfers: 0, closing: 0 }])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('of many corrections and reversals of an entry at once, one succeeds', async () => {
    const kontor = await createTestKontor(await open())
    const user = await openBook(kontor)
    const { number } = await post(user, rent)
    const results = await Promise.all([
      ...Array.from({ length: 4 }, () => readResult(user.fetch(path, { json: { ...rent, corrects: number } }))),
      ...Array.from({ length: 4 }, () => readResult(user.fetch(`${path}/${number}/reversal`, { json: { memo: 'x' } }))),
    ])
    expect(results.filter((result) => result === '201')).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(['201', '409 entry-already-reversed']))
    expect(await findViolations(kontor)).toEqual([])
  })

  test('requests with one key post one entry', async () => {
    const kontor = await createTestKontor(await open())
    const user = await openBook(kontor)
    const headers = { 'Idempotency-Key': 'rent-2026-03' }
    const entries = await Promise.all(
      Array.from({ length: 5 }, async () => (await user.fetch(path, { json: rent, headers })).json()),
    )
    expect(new Set(entries.map(({ number }) => number)).size).toBe(1)
    expect(await readResult(user.fetch(path, { json: { ...rent, memo: 'x' }, headers }))).toBe(
      '422 idempotency-key-reused',
    )
    expect(await listBalances(user)).toEqual({ '1002.1': -80_000, '5602.1': 80_000 })
  })
})

onSqlite((open) => {
  test('one entry is verified by its own hash and those of its neighbors', async () => {
    const kontor = await createTestKontor(await open())
    const user = await openBook(kontor)
    for (const memo of ['Rent', 'Salaries', 'Fees']) await post(user, { ...rent, memo })
    const verify = async (number: number): Promise<string> => {
      const { checks } = (await (await user.fetch(`${path}/${number}/verification`)).json()) as EntryVerification
      return checks.map(({ id, passed }) => `${id} ${passed}`).join(', ')
    }
    expect(await verify(2)).toBe('hash true, previous true, next true, balanced true, complete true')
    expect(await verify(3)).toBe('hash true, previous true, next null, balanced true, complete true')
    for (const number of [4, Number.MAX_SAFE_INTEGER]) {
      expect((await user.fetch(`${path}/${number}/verification`)).status).toBe(404)
      expect((await user.fetch(`/finance?entry=${number}&verify=1`)).status).toBe(200)
    }
    await kontor.kontor.database.inTransaction(async (transaction) => {
      const triggers = await sql<{ statement: string }>`
        select 'drop trigger ' || name as statement from sqlite_schema where type = 'trigger'`.execute(transaction)
      for (const { statement } of triggers.rows) await sql.raw(statement).execute(transaction)
      await transaction.updateTable('ledger_entries').set({ memo: 'Forged' }).where('seq', '=', 2).execute()
    })
    expect(await verify(1)).toBe('hash true, previous true, next false, balanced true, complete true')
    expect(await verify(2)).toBe('hash false, previous true, next true, balanced true, complete true')
    expect(await verify(3)).toBe('hash true, previous false, next null, balanced true, complete true')
  })

  test('no user posts or reverses more than their role allows', async () => {
    const kontor = await createTestKontor(await open())
    const user = await openBook(kontor)
    const owner = await kontor.createUser('owner')
    const permissions = ['finance.view', 'finance.post'] as const
    const clerk = await kontor.createUser(await createRole(owner, [...permissions], { manualEntryLimit: '800' }))
    const send = (sender: TestUser, ...lines: object[]) =>
      readResult(sender.fetch(path, { json: { memo: 'Rent', lines } }))
    expect(await send(clerk, line('5602.1', '800'), line('1002.1', '-800'))).toBe('201')
    expect(await send(clerk, line('5602.1', '800.01'), line('1002.1', '-800.01'))).toBe('403 above-limit')
    expect(
      await send(clerk, line('5602.1', '500'), line('2211', '500'), line('1002.1', '-500'), line('3001', '-500')),
    ).toBe('403 above-limit')
    expect(await send(clerk, line('3001.USD', '1'), line('5301.USD', '-1'))).toBe('403 above-limit')
    const { number } = await post(user, { memo: 'Rent', lines: [line('5602.1', '900'), line('1002.1', '-900')] })
    const reversal = { json: { memo: 'Mistake' } }
    expect(await readResult(clerk.fetch(`${path}/${number}/reversal`, reversal))).toBe('403 above-limit')
    expect(await readResult(clerk.fetch(path, { json: { ...rent, corrects: number } }))).toBe('403 above-limit')
    expect(await readResult(user.fetch(`${path}/${number}/reversal`, reversal))).toBe('201')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the entries of a day count together, with their reversals', async () => {
    const kontor = await createTestKontor(await open())
    await openBook(kontor)
    const owner = await kontor.createUser('owner')
    const limits = { manualEntryLimit: '500', dailyManualEntryLimit: '800' }
    const clerk = await kontor.createUser(await createRole(owner, ['finance.view', 'finance.post'], limits))
    const send = (amount: string) =>
      readResult(
        clerk.fetch(path, { json: { memo: 'Rent', lines: [line('5602.1', amount), line('1002.1', `-${amount}`)] } }),
      )
    const { number } = await post(clerk, { memo: 'Rent', lines: [line('5602.1', '300'), line('1002.1', '-300')] })
    expect([await send('500.01'), await send('200')]).toEqual(['403 above-limit', '201'])
    expect([await send('300.01'), await send('10')]).toEqual(['403 above-limit', '201'])
    const reverse = () => readResult(clerk.fetch(`${path}/${number}/reversal`, { json: { memo: 'Mistake' } }))
    expect(await reverse()).toBe('403 above-limit')
    kontor.clock.now += 86_400_000
    await clerk.fetch('/api/auth/login', { json: { email: clerk.email, password } })
    expect([await reverse(), await send('500'), await send('0.01')]).toEqual(['201', '201', '403 above-limit'])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('lines that make no entry are refused, and change nothing', async () => {
    const kontor = await createTestKontor(await open())
    const user = await openBook(kontor)
    await importAsOperator(kontor.kontor, [createDraft(1)])
    await user.fetch('/api/finance/accounts', { json: { role: 'bank', currency: 'JPY', accountName: 'MUFG' } })
    await user.fetch('/api/finance/accounts', { json: { role: 'cash', currency: 'CNY', accountName: 'Old till' } })
    await user.fetch('/api/finance/accounts/1001.1/archive', { json: {} })
    const before = await listBalances(user)
    const send = (...lines: object[]) => readResult(user.fetch(path, { json: { memo: 'Rent', lines } }))
    expect(await send(line('5602.1', '800'), line('1002.1', '-799.99'))).toBe('422 invalid-input /lines')
    expect(await send(line('5602.1', '800'), line('1002.2.JPY', '-800'))).toBe('422 invalid-input /lines')
    expect(await send(line('5602.1', '800'))).toBe('422 invalid-input /lines')
    const empty = await user.fetch(path, { json: { memo: 'Rent', lines: [{ account: '', debit: '', credit: '' }] } })
    expect(((await empty.json()) as Problem).errors).toEqual([
      { pointer: '/lines/0/account', detail: 'Choose an account.' },
    ])
    expect(await send(line('1002.2.JPY', '1.5'), line('3001.JPY', '-1.5'))).toBe(
      '422 invalid-input /lines/0/debit /lines/1/credit',
    )
    expect(await send(line('9999', '8'), line('1002.1', '-8'))).toBe('422 invalid-input /lines/0/account')
    expect(await send(line('1001.1', '8'), line('1002.1', '-8'))).toBe('422 invalid-input /lines/0/account')
    expect(await send(line('3001.CNY', '8'), line('1002.1', '-8'))).toBe('422 invalid-input /lines/0/account')
    expect(await send(line('5602.1', '0'), line('1002.1', '-0'))).toBe(
      '422 invalid-input /lines/0/debit /lines/1/credit',
    )
    expect(await send({ account: '5602.1', debit: '8', credit: '8' }, line('1002.1', '-8'))).toBe(
      '422 invalid-input /lines/0/debit',
    )
    const most = '90071992547409.91'
    expect(await send(line('5602.1', most), line('1002.1', `-${most}`))).toBe('409 ledger-full')
    expect(await send(...[1, 2, 3].flatMap(() => [line('5602.1', most), line('1002.1', `-${most}`)]))).toBe(
      '409 ledger-full',
    )
    expect(await readResult(user.fetch(`${path}/1/reversal`, { json: { memo: 'x' } }))).toBe('409 entry-of-order')
    expect(await readResult((await kontor.createUser('operations')).fetch(path, { json: rent }))).toBe(
      '403 permission-denied',
    )
    expect(await listBalances(user)).toEqual(before)
    expect(await findViolations(kontor)).toEqual([])
  })

  test('random entries, reversals and corrections leave the balances of a model', async () => {
    const kontor = await createTestKontor(await open())
    const user = await openBook(kontor)
    const codes = ['1002.1', '5602.1', '5603.1', '3001', '2211']
    const posting = fc.record({ account: fc.constantFrom(...codes), minor: fc.integer({ min: 1, max: 1_000_000 }) })
    const step = fc.record({
      kind: fc.constantFrom('post', 'reverse', 'correct'),
      postings: fc.array(posting, { minLength: 1, maxLength: 4 }),
      contra: fc.constantFrom(...codes),
      target: fc.nat(),
    })
    const [steps = []] = fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), 1)
    const model = new Map<string, bigint>()
    const openEntries: { number: number; postings: [string, bigint][] }[] = []
    const apply = (postings: [string, bigint][], sign: bigint): void => {
      for (const [account, amount] of postings) model.set(account, (model.get(account) ?? 0n) + sign * amount)
    }
    const decimal = (minor: bigint): string => {
      const digits = String(minor < 0n ? -minor : minor).padStart(3, '0')
      return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
    }
    for (const { kind, postings, contra, target } of steps) {
      const debits = postings.map(({ account, minor }): [string, bigint] => [account, BigInt(minor)])
      const lines: [string, bigint][] = [...debits, [contra, -debits.reduce((sum, [, minor]) => sum + minor, 0n)]]
      const json = { memo: 'x', lines: lines.map(([account, minor]) => line(account, decimal(minor))) }
      const chosen = kind === 'post' ? undefined : openEntries.splice(target % Math.max(openEntries.length, 1), 1)[0]
      if (chosen) apply(chosen.postings, -1n)
      if (kind === 'reverse') {
        if (chosen) await user.fetch(`${path}/${chosen.number}/reversal`, { json: { memo: 'x' } })
        continue
      }
      const { number } = await post(user, { ...json, ...(chosen && { corrects: chosen.number }) })
      apply(lines, 1n)
      openEntries.push({ number, postings: lines })
    }
    const balances = await listBalances(user)
    for (const code of codes) expect(BigInt(balances[code] ?? 0)).toBe(model.get(code) ?? 0n)
    expect(await findViolations(kontor)).toEqual([])
  })
})

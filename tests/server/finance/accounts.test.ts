import { newOwnAccount } from '#server/finance/accounts.ts'
import { postEntries } from '#server/finance/ledger.ts'
import { createOperatorContext } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { accountPostings, ledgerAccount, ledgerAccountList, type LedgerAccount } from '#shared/finance/account-views.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import type { Problem } from '#shared/problem.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

const path = '/api/finance/accounts'

const addAccount = async (user: TestUser, input: object = {}): Promise<LedgerAccount> =>
  ledgerAccount.parse(
    await (await user.fetch(path, { json: { role: 'bank', currency: 'CNY', accountName: 'ICBC', ...input } })).json(),
  )

/** `200`, or `422 invalid-input /name`. */
async function readResult(answer: Promise<Response>): Promise<string> {
  const response = await answer
  if (response.ok) return String(response.status)
  const { type, errors = [] } = (await response.json()) as Problem
  return [response.status, type.replace('/problems/', ''), ...errors.map(({ pointer }) => pointer)].join(' ')
}

/** Posts amounts to an account and their opposites to another one, each as one entry at its time. */
async function post(
  { kontor }: TestKontor,
  [account, other]: readonly [string, string],
  amounts: readonly { amountMinor: number; occurredAt: number }[],
): Promise<void> {
  await kontor.database.inTransaction(async (transaction) => {
    const rows = await transaction.selectFrom('ledger_accounts').select(['id', 'code']).execute()
    const idOf = (code: string): string => rows.find((row) => row.code === code)?.id ?? ''
    const context = createOperatorContext(kontor)
    const numbers = await postEntries(
      transaction,
      context,
      amounts.map(({ amountMinor, occurredAt }) => ({
        kind: 'entry.manual',
        occurredAt,
        memo: 'Test',
        source: 'test',
        externalId: crypto.randomUUID(),
        links: [],
        lines: [
          { accountId: idOf(account), amountMinor },
          { accountId: idOf(other), amountMinor: -amountMinor },
        ],
      })),
    )
    await recordEvents(
      transaction,
      context,
      ...numbers.map((number) => ({
        action: 'entry.posted' as const,
        objectType: 'entry' as const,
        objectId: String(number),
        objectLabel: String(number),
      })),
    )
  })
}

forEachDatabase((_name, open) => {
  test('however a provider is written, it has one clearing account, named as it was written first', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const owner = await kontor.createUser('owner')
    const spellings = ['Acme-Pay', 'acme pay', ' ＡＣＭＥ　ＰＡＹ ', 'Stripe', 'STRIPE']
    const capturedAt = Date.parse('2026-03-01T02:00:00Z')
    const drafts = spellings.map((provider, at) =>
      createDraft(at, {
        totalMinor: 1000,
        payment: { provider, reference: `P${at}`, capturedMinor: 1000, capturedAt: capturedAt + at },
      }),
    )
    await importAsOperator(kontor.kontor, drafts)
    const { accounts } = ledgerAccountList.parse(await (await owner.fetch(path)).json())
    const clearing = accounts.filter(({ role }) => role === 'clearing')
    expect(clearing.map(({ code, provider, balanceMinor }) => [code, provider, balanceMinor])).toEqual([
      ['1012.1.1', 'Acme-Pay', 3000],
      ['1012.2.1', 'Stripe', 2000],
    ])
    const ofChannel = await owner.fetch('/api/finance/entries?channel=acmepay')
    expect(((await ofChannel.json()) as { rows: unknown[] }).rows).toHaveLength(3)
    // A document keeps what its shop wrote.
    const { rows } = await (await owner.fetch('/api/orders')).json()
    const written = await Promise.all(
      (rows as { number: string }[]).map(
        async ({ number }) => (await (await owner.fetch(`/api/orders/${number}`)).json()).payments[0].provider,
      ),
    )
    expect(written.toSorted()).toEqual(spellings.toSorted())
    expect(await findViolations(kontor)).toEqual([])
  })

  test('accounts are added with the next number of their purpose, renamed, archived and reopened', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('finance')
    const added = [
      await addAccount(user, { accountName: 'ICBC 6789' }),
      await addAccount(user, { accountName: '', accountNameZh: '招商银行 0123' }),
      await addAccount(user, { currency: 'USD' }),
      await addAccount(user, { role: 'other_expense', accountName: 'Warehouse' }),
    ]
    expect(added.map(({ code, type }) => `${code} ${type}`)).toEqual([
      '1002.1 asset',
      '1002.2 asset',
      '1002.3.USD asset',
      '5602.0.1 expense',
    ])
    expect(await (await user.fetch(`${path}/1002.1`, { method: 'PUT', json: { accountName: 'ICBC' } })).json()).toEqual(
      expect.objectContaining({ name: 'ICBC', nameZh: '' }),
    )
    expect(await (await user.fetch(`${path}/1002.2/archive`, { json: {} })).json()).toEqual(
      expect.objectContaining({ archivedAt: expect.any(Number), canArchive: false }),
    )
    expect(await (await user.fetch(`${path}/1002.2/unarchive`, { json: {} })).json()).toEqual(
      expect.objectContaining({ archivedAt: null, canArchive: true }),
    )
    const { accounts } = ledgerAccountList.parse(await (await user.fetch(path)).json())
    expect(accounts.map(({ code }) => code)).toEqual(['1002.1', '1002.2', '1002.3.USD', '5602.0.1'])
    expect(await findViolations(kontor)).toEqual([])
  })

  test('the codes of two accounts that are added at once differ', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    const codes = await Promise.all(Array.from({ length: 4 }, async () => (await addAccount(user)).code))
    expect(codes.toSorted()).toEqual(['1002.1', '1002.2', '1002.3', '1002.4'])
  })

  test('an account is archived after its last entry, also if the clock was ahead when that was posted', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const user = await kontor.createUser('owner')
    const { code } = await addAccount(user)
    kontor.clock.now += 60_000
    const lines = [
      { account: code, debit: '5.00' },
      { account: '3001', credit: '5.00' },
    ]
    const posted = await user.fetch('/api/finance/entries', { json: { memo: 'Owner pays in', lines } })
    const { number } = (await posted.json()) as { number: number }
    await user.fetch(`/api/finance/entries/${number}/reversal`, { json: { memo: 'Mistake' } })
    kontor.clock.now -= 40_000
    for (const action of ['archive', 'unarchive', 'archive']) {
      expect(await readResult(user.fetch(`${path}/${code}/${action}`, { json: {} }))).toBe('200')
      expect(await findViolations(kontor)).toEqual([])
    }
  })

  test('an account with a balance, and one that Kontor posts to by itself, cannot be archived', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    await importAsOperator(kontor.kontor, [createDraft(1)])
    await addAccount(user)
    await post(kontor, ['1002.1', '5001'], [{ amountMinor: 500, occurredAt: kontor.clock.now }])
    for (const code of ['1002.1', '5001'])
      expect(await readResult(user.fetch(`${path}/${code}/archive`, { json: {} }))).toBe('409 account-in-use')
    await post(kontor, ['1002.1', '5001'], [{ amountMinor: -500, occurredAt: kontor.clock.now }])
    expect(await readResult(user.fetch(`${path}/1002.1/archive`, { json: {} }))).toBe('200')
    expect(
      await post(kontor, ['1002.1', '5001'], [{ amountMinor: 1, occurredAt: kontor.clock.now }]).catch(String),
    ).toContain('account-archived')
    expect(await findViolations(kontor)).toEqual([])
  })

  test('an account without a name and one in an unknown currency are refused', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    const add = (input: object) => readResult(user.fetch(path, { json: { role: 'bank', currency: 'CNY', ...input } }))
    expect(await add({})).toBe('422 invalid-input /accountName')
    expect(await add({ accountName: 'ICBC', currency: 'XAU' })).toBe('422 invalid-input /currency')
    expect(await add({ accountName: 'Sales', role: 'sales' })).toBe('422 invalid-input /role')
    await addAccount(user)
    expect(await readResult(user.fetch(`${path}/1002.1`, { method: 'PUT', json: {} }))).toBe(
      '422 invalid-input /accountName',
    )
    expect(await readResult((await kontor.createUser('operations')).fetch(path))).toBe('403 permission-denied')
  })

  test('money that moves between own accounts is neither income nor expense', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    for (const accountName of ['ICBC', 'BOC']) await addAccount(user, { accountName })
    await addAccount(user, { role: 'other_asset', accountName: 'Deposit' })
    const occurredAt = kontor.clock.now
    await post(kontor, ['1002.1', '1901.1'], [{ amountMinor: 900, occurredAt }])
    await post(kontor, ['1002.2', '1002.1'], [{ amountMinor: 400, occurredAt }])
    const { currencies } = await (await user.fetch('/api/finance/summary')).json()
    expect(currencies).toEqual([{ currency: 'CNY', opening: 0, in: 900, out: 0, net: 900, transfers: 0, closing: 900 }])
    const flows = async (flow: string): Promise<number[]> =>
      (await (await user.fetch(`/api/finance/entries?flow=${flow}`)).json()).rows.map(
        (row: { number: number }) => row.number,
      )
    expect([await flows('in'), await flows('out')]).toEqual([[1], []])
    expect(await findViolations(kontor)).toEqual([])
  })
})

onSqlite((open) => {
  test('the postings of an account add up by date, whatever the order in which they were posted', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    await addAccount(user)
    await addAccount(user, { role: 'loan', accountName: 'Loan' })
    const start = kontor.clock.now - 20 * 86_400_000
    const posting = fc.record({
      amountMinor: fc.integer({ min: -5000, max: 5000 }).filter((amount) => amount !== 0),
      occurredAt: fc.integer({ min: 0, max: 14 * 24 }).map((hours) => start + hours * 3_600_000),
    })
    const [amounts = []] = fc.sample(fc.array(posting, { minLength: 130, maxLength: 130 }), 1)
    await post(kontor, ['1002.1', '2001.1'], amounts)
    const inOrder = amounts
      .map((each, index) => ({ ...each, entry: index + 1 }))
      .toSorted((a, b) => a.occurredAt - b.occurredAt || a.entry - b.entry)
    let balance = 0n
    const expected = inOrder.map(({ entry, amountMinor }): [number, bigint] => [
      entry,
      (balance += BigInt(amountMinor)),
    ])
    // The loan is a liability, so it grows by what the bank account gets.
    for (const account of ['1002.1', '2001.1']) {
      const rows: [number, bigint][] = []
      let cursor: string | null | undefined
      do {
        const query = new URLSearchParams({ account, ...(cursor && { cursor }) })
        const page = accountPostings.parse(await (await user.fetch(`/api/finance/postings?${query}`)).json())
        rows.push(...page.rows.map(({ entry, balanceMinor }): [number, bigint] => [entry, BigInt(balanceMinor)]))
        expect(page.count).toEqual({ exact: 130 })
        expect(page.summary.closingMinor).toBe(Number(balance))
        cursor = page.next
      } while (cursor)
      expect(rows).toEqual(expected.toReversed())
    }
    const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
    const [from, to] = [day(start + 3 * 86_400_000), day(start + 6 * 86_400_000)]
    const response = await user.fetch(`/api/finance/postings?account=1002.1&from=${from}&to=${to}`)
    const { summary, rows } = accountPostings.parse(await response.json())
    expect(summary.openingMinor + summary.changeMinor).toBe(summary.closingMinor)
    expect(summary.debitMinor - summary.creditMinor).toBe(summary.changeMinor)
    expect(rows[0]?.balanceMinor).toBe(summary.closingMinor)
    const ofYear = await (await user.fetch('/api/finance/postings?account=1002.1&from=this-year')).json()
    const ofDays = await user.fetch('/api/finance/postings?account=1002.1&from=2026-01-01&to=2026-03-15')
    expect(ofYear).toEqual(await ofDays.json())
    const reversed = await user.fetch('/api/finance/postings?account=1002.1&from=this-month&to=2026-02-01')
    expect([reversed.status, (await reversed.json()).errors[0].pointer]).toEqual([422, '/to'])
    expect(await findViolations(kontor)).toEqual([])
  })
})

test('accounts that staff open leave out the codes that the chart has itself', () => {
  const open = (known: readonly ReturnType<typeof newOwnAccount>[]) =>
    newOwnAccount('bank', 'CNY', { name: 'ICBC', nameZh: '' }, known, 'CNY')
  const accounts: ReturnType<typeof newOwnAccount>[] = []
  while (accounts.length < 91) accounts.push(open(accounts))
  expect(accounts.slice(-3).map(({ code }) => code)).toEqual(['1002.89', '1002.91', '1002.92'])
})

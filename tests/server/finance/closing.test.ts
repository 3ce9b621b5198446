import { changePeriod } from '#server/finance/closing/change-period.ts'
import { type AccountPurpose, resolveAccounts } from '#server/finance/accounts.ts'
import { postEntries } from '#server/finance/ledger.ts'
import { createOperatorContext } from '#server/context.ts'
import type { AccountPostings } from '#shared/finance/account-views.ts'
import { monthOf, nextMonth } from '#shared/finance/closing/periods.ts'
import { reportNames, type ReportView } from '#shared/finance/closing/reports.ts'
import { addDays, timeAt } from '#shared/time.ts'
import type { FieldError } from '#shared/problem.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase, onSqlite, type TestDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { unzipSync } from 'fflate'

const firstDay = '2025-11-01'
/** Currencies with 0, 2, 3 and 4 decimals. */
const currencies = ['JPY', 'CNY', 'KWD', 'CLF']
const roles = ['sales', 'tax', 'other_income', 'bank_fee', 'opening'] as const
/** What a close moves to profit. */
const resultRoles: readonly string[] = ['sales', 'other_income', 'bank_fee']

/** Entries between two accounts on a day, counted from the first one, and months that are closed or reopened. */
const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      day: fc.nat(150),
      currency: fc.constantFrom(...currencies),
      from: fc.constantFrom(...roles),
      to: fc.constantFrom(...roles),
      amount: fc.integer({ min: 1, max: 1e12 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'close' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reopen' as const }) },
)

interface Balance {
  opening: bigint
  debit: bigint
  credit: bigint
}

/** Runs the commands against the books and against a model of BigInt, and returns what was kept at each close: the same on both. */
async function runCommands(
  database: TestDatabase,
  commands: readonly (typeof command extends fc.Arbitrary<infer Command> ? Command : never)[],
): Promise<string[]> {
  const kontor = await createTestKontor(database)
  kontor.clock.now = Date.parse('2026-06-15T02:00:00Z')
  const [one, other] = [await kontor.createUser('owner'), await kontor.createUser('owner')]
  const context = createOperatorContext(kontor.kontor)
  const { timeZone, currency: base } = kontor.kontor.book
  const run = kontor.kontor.database.inTransaction
  let posted: Posted[] = []
  let closedThrough = ''
  const closedMonths = new Set<string>()
  const kept: string[] = []
  for (const [index, each] of commands.entries()) {
    kontor.clock.now += 1000
    if (each.do === 'post') {
      if (each.from === each.to) continue
      const day = addDays(firstDay, each.day)
      const purposes: AccountPurpose[] = [each.to, each.from].map((role) => ({
        role,
        provider: '',
        currency: each.currency,
      }))
      await run(async (transaction) => {
        const idOf = await resolveAccounts(transaction, base, purposes)
        const lines = purposes.map((purpose, side) => ({
          accountId: idOf(purpose),
          amountMinor: side === 0 ? each.amount : -each.amount,
        }))
        const occurredAt = timeAt(day, 43_200_000, timeZone)
        await postEntries(transaction, context, [
          { kind: 'entry.manual', occurredAt, memo: 'x', source: 'test', externalId: String(index), links: [], lines },
        ])
      })
      const effective = day <= closedThrough ? addDays(closedThrough, 1) : day
      const isOpening = [each.from, each.to].includes('opening')
      for (const [side, { role, currency }] of purposes.entries())
        posted.push({
          day: effective,
          account: `${role} ${currency}`,
          amount: BigInt(side === 0 ? each.amount : -each.amount),
          isOpening,
        })
    } else if (posted.length > 0) {
      const first = findFirstDay(posted, closedMonths)
      const month =
        each.do === 'reopen'
          ? monthOf(closedThrough)
          : closedThrough
            ? nextMonth(monthOf(closedThrough))
            : monthOf(first)
      if (month === '' || month >= '2026-06') continue
      const change = (action: 'closed' | 'reopen_requested' | 'reopened', actor: typeof one) =>
        run((transaction) => changePeriod(transaction, context, actor, { month, action, reason: 'x' }))
      if (each.do === 'close') {
        await change('closed', one)
        closedMonths.add(month)
        closedThrough = addDays(`${nextMonth(month)}-01`, -1)
        posted.push(...closeResult(posted, closedThrough))
        kept.push(...describeBalances(month, sumModel(posted, month)))
      } else {
        await change('reopen_requested', one)
        await change('reopened', other)
        const before = addDays(`${month}-01`, -1)
        posted = posted.filter(({ closes }) => closes !== closedThrough)
        closedThrough = monthOf(first) === month ? '' : before
      }
    }
  }
  const stored = await kontor.kontor.database.read
    .selectFrom('period_balances as balance')
    .innerJoin('period_changes as change', 'change.seq', 'balance.change_seq')
    .innerJoin('ledger_accounts as account', 'account.id', 'balance.account_id')
    .selectAll('balance')
    .select(['month', 'role', 'currency'])
    .orderBy('balance.change_seq')
    .execute()
  const bySeq = Map.groupBy(stored, ({ change_seq }) => change_seq)
  const storedTexts = [...bySeq.values()].flatMap((rows) =>
    rows
      .map(
        ({ month, role, currency, opening_minor, debit_minor, credit_minor }) =>
          `${month} ${role} ${currency}: ${opening_minor} ${debit_minor} ${credit_minor}`,
      )
      .toSorted(),
  )
  expect(storedTexts).toEqual(kept)
  // The entries of the model have neither a user nor an event.
  const violations = await findViolations(kontor)
  expect(violations.filter((text) => !/^(manual-entries)/.test(text))).toEqual([])
  return kept
}

interface Posted {
  day: string
  account: string
  amount: bigint
  /** The last day of the month that it closes. */
  closes?: string
  /** Whether its entry is one of an opening balance. */
  isOpening?: boolean
}

/** Books that begin with opening balances on the last day of a month that was never closed begin with the month after. */
function findFirstDay(posted: readonly Posted[], closedMonths: ReadonlySet<string>): string {
  const [first = '', later] = [...new Set(posted.map(({ day }) => day))].toSorted()
  const hasOther = posted.some(({ day, isOpening }) => day === first && !isOpening)
  const countsItself = hasOther || closedMonths.has(monthOf(first)) || monthOf(addDays(first, 1)) === monthOf(first)
  return countsItself ? first : (later ?? first)
}

/** What takes the result out of its accounts, by currency. */
function closeResult(posted: readonly Posted[], day: string): Posted[] {
  const balances = sumModel(posted, monthOf(day))
  const sums = new Map<string, bigint>()
  for (const [account, { opening, debit, credit }] of balances) {
    const [role = '', currency] = account.split(' ')
    if (!resultRoles.includes(role)) continue
    const balance = opening + debit - credit
    sums.set(account, -balance)
    sums.set(`profit ${currency}`, (sums.get(`profit ${currency}`) ?? 0n) + balance)
  }
  return [...sums].flatMap(([account, amount]) => (amount === 0n ? [] : [{ day, account, amount, closes: day }]))
}

function sumModel(posted: readonly Posted[], month: string): Map<string, Balance> {
  const balances = new Map<string, Balance>()
  for (const { day, account, amount } of posted) {
    if (monthOf(day) > month) continue
    const balance = balances.getOrInsertComputed(account, () => ({ opening: 0n, debit: 0n, credit: 0n }))
    if (monthOf(day) < month) balance.opening += amount
    else if (amount > 0n) balance.debit += amount
    else balance.credit -= amount
  }
  return balances
}

const describeBalances = (month: string, balances: ReadonlyMap<string, Balance>): string[] =>
  [...balances]
    .filter(([, { opening, debit, credit }]) => opening !== 0n || debit !== 0n || credit !== 0n)
    .map(([account, { opening, debit, credit }]) => `${month} ${account}: ${opening} ${debit} ${credit}`)
    .toSorted()

forEachDatabase((_name, open) => {
  test('random entries and closes keep the balances of a model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 40 }), async (commands) => {
        await runCommands(await open(), commands)
      }),
      { numRuns: 3 },
    )
  })

  test('books with an opening balance on the last day of a month begin with the month after', async () => {
    const post = { do: 'post', currency: 'JPY', amount: 1 } as const
    await runCommands(await open(), [
      { ...post, day: 30, from: 'sales', to: 'opening' },
      { ...post, day: 29, from: 'opening', to: 'sales' },
      { do: 'close' },
      { do: 'close' },
      { do: 'reopen' },
    ])
  })

  test('a closed month of opening balances alone stays the first, also reopened', async () => {
    const post = { do: 'post', currency: 'JPY', amount: 1 } as const
    for (const to of ['tax', 'sales'] as const)
      await runCommands(await open(), [
        { ...post, day: 60, from: 'opening', to },
        { do: 'close' },
        { ...post, day: 61, from: 'sales', to: 'bank_fee' },
        { do: 'close' },
        { do: 'reopen' },
        { do: 'reopen' },
        { do: 'close' },
        { do: 'close' },
      ])
  })
})

onSqlite((open) => {
  test('a figure of a report is that of the account page with the same days', async () => {
    const kontor = await createTestKontor(await open())
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2, { currency: 'USD' }), createDraft(3)])
    const user = await kontor.createUser('finance')
    const read = async (report: string, query = ''): Promise<ReportView> =>
      (await user.fetch(`/api/finance/periods/2026-03/reports/${report}${query}`)).json()
    const { sections, days } = await read('trial_balance')
    for (const { account, values } of sections[0]?.rows ?? []) {
      const path = `/api/finance/postings?account=${account?.code}&from=${days.from}&to=${days.to}`
      const { summary } = (await (await user.fetch(path)).json()) as AccountPostings
      expect([summary.debitMinor, summary.creditMinor]).toEqual(values.slice(2, 4))
    }
    expect(sections[0]?.total[2]).toBeGreaterThan(0)
    const usd = await read('income_statement', '?currency=USD&span=year')
    expect(usd).toMatchObject({ currency: 'USD', days: { from: '2026-01-01', to: '2026-03-31' } })
    expect(usd.sections.at(-1)?.total[0]).toBeGreaterThan(0)
  })

  test('the package for the accountant lists each of its files with its hash', async () => {
    const kontor = await createTestKontor(await open())
    await importAsOperator(kontor.kontor, [createDraft(1), createDraft(2)])
    const user = await kontor.createUser('finance')
    const upload = new FormData()
    upload.set('file', new File(['%PDF-1.7'], '../../Quittung 收据.pdf'))
    await user.fetch('/api/finance/entries/1/attachments', { method: 'POST', body: upload })
    const statement = new FormData()
    const lines = [
      '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要',
      '2026-02-28,CNY,5.00,5.00,转账,张三,',
      '2026-03-01,CNY,5.00,10.00,转账,张三,',
    ]
    statement.set('file', new File([lines.join('\n')], 'march.csv'))
    const account = await user.fetch('/api/finance/accounts', {
      json: { role: 'bank', currency: 'CNY', accountName: 'CMB' },
    })
    const { code } = (await account.json()) as { code: string }
    statement.set('account', code)
    await user.fetch('/api/finance/statements', { method: 'POST', body: statement })
    const posted = await user.fetch('/api/finance/entries', {
      json: {
        day: '2026-02-28',
        memo: 'Deposit',
        lines: [
          { account: code, debit: '5.00' },
          { account: '3001', credit: '5.00' },
        ],
      },
    })
    const { number } = (await posted.json()) as { number: number }
    upload.set('file', new File(['%PDF-1.7'], 'February.pdf'))
    expect((await user.fetch(`/api/finance/entries/${number}/attachments`, { method: 'POST', body: upload })).ok).toBe(
      true,
    )
    const response = await user.fetch('/api/finance/periods/2026-03/packages', { json: {} })
    expect(response.headers.get('content-disposition')).toContain('accounting-package_2026-03.zip')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const { 'manifest.json': manifestFile, ...others } = files
    const manifest = JSON.parse(new TextDecoder().decode(manifestFile))
    expect(manifest).toMatchObject({ month: '2026-03', currency: 'CNY', closed: null })
    expect(
      manifest.files.map(({ path, bytes, sha256 }: Record<string, unknown>) => [path, bytes, sha256]).toSorted(),
    ).toEqual(
      Object.entries(others)
        .map(([path, content]) => [path, content.length, Bun.CryptoHasher.hash('sha256', content, 'hex')])
        .toSorted(),
    )
    const names = Object.keys(others).join(' ')
    expect(names).toMatch(/attachments\/1\/[^/ ]+-Quittung 收据\.pdf/)
    expect(names).not.toContain('February')
    expect(new TextDecoder().decode(others['statements/2026-03.csv'])).not.toContain('2026-02-28')
    expect(names).toMatch(/statements\/files\/[^/ ]+-march\.csv/)
    for (const part of ['journal/2026-03.beancount', 'entries/2026-03.csv', 'statements/2026-03.csv', ...reportNames])
      expect(names).toContain(part)
  })

  test('the package says by whom and where in both chains its month was closed, unless it was reopened since', async () => {
    const kontor = await createTestKontor(await open(), { isClockRunning: true })
    const [clerk, owner] = [await kontor.createUser('finance'), await kontor.createUser('owner')]
    const lines = [
      { account: '1002.1', debit: '5.00' },
      { account: '3001', credit: '5.00' },
    ]
    await owner.fetch('/api/finance/accounts', { json: { role: 'bank', currency: 'CNY', accountName: 'Bank' } })
    await clerk.fetch('/api/finance/entries', { json: { day: '2026-01-10', memo: 'Opening', lines } })
    const send = async (user: TestUser, path: string, json: object = { reason: 'A late invoice' }): Promise<void> => {
      const response = await user.fetch(`/api/finance/periods/${path}`, { json })
      expect(response.status).toBe(200)
    }
    const readClosed = async (month: string) => {
      const response = await clerk.fetch(`/api/finance/periods/${month}/packages`, { json: {} })
      const { 'manifest.json': manifest } = unzipSync(new Uint8Array(await response.arrayBuffer()))
      return JSON.parse(new TextDecoder().decode(manifest)).closed
    }
    await send(clerk, '2026-01/closings')
    await send(owner, '2026-02/closings')
    const [{ ledger_seq, ledger_hash, events_seq, events_hash } = expect.unreachable()] =
      await kontor.kontor.database.read.selectFrom('period_changes').selectAll().orderBy('seq').execute()
    expect(await readClosed('2026-01')).toMatchObject({
      by: clerk.name,
      ledger: { seq: ledger_seq, hash: ledger_hash },
      events: { seq: events_seq, hash: events_hash },
    })
    await send(clerk, '2026-02/reopenings')
    expect(await readClosed('2026-02')).toMatchObject({ by: owner.name })
    await send(owner, '2026-02/reopenings/approval', {})
    expect(await readClosed('2026-02')).toBe(null)
    expect(await readClosed('2026-01')).toMatchObject({ by: clerk.name })
    await send(clerk, '2026-02/closings')
    expect(await readClosed('2026-02')).toMatchObject({ by: clerk.name })
  })

  test('a report is a table for spreadsheets', async () => {
    const kontor = await createTestKontor(await open())
    await importAsOperator(kontor.kontor, [createDraft(1)])
    const user = await kontor.createUser('finance')
    const send = (json: object) => user.fetch('/api/finance/periods/2026-03/reports/balance_sheet/exports', { json })
    const csv = await (await send({ format: 'csv' })).text()
    expect(csv.split('\r\n')[0]).toBe('"Code","Account","As of 2026-03-31","As of 2026-02-28"')
    expect(csv).toContain('"Assets","10.00","0.00"')
    const lines = [
      { account: '5602.1', debit: '25.00' },
      { account: '3001', credit: '25.00' },
    ]
    await user.fetch('/api/finance/entries', { json: { memo: 'Rent', lines } })
    const result = await user.fetch('/api/finance/periods/2026-03/reports/income_statement/exports', {
      json: { format: 'csv' },
    })
    expect(await result.text()).toContain('"Net profit","-15.00","0.00"')
    const workbook = unzipSync(new Uint8Array(await (await send({ format: 'xlsx' })).arrayBuffer()))
    expect(Object.keys(workbook)).toContain('xl/worksheets/sheet1.xml')
  })

  test('a report in a currency that does not exist is refused, and its page shows that of the book', async () => {
    const kontor = await createTestKontor(await open())
    await importAsOperator(kontor.kontor, [createDraft(1)])
    const user = await kontor.createUser('finance')
    const report = '/api/finance/periods/2026-03/reports/trial_balance'
    const asked = await user.fetch(`${report}/exports`, { json: { format: 'csv', currency: 'ABC' } })
    expect([asked.status, (await asked.json()).errors.map(({ pointer }: FieldError) => pointer)]).toEqual([
      422,
      ['/currency'],
    ])
    expect((await user.fetch(`${report}?currency=ABC`)).status).toBe(422)
    const exports = await kontor.kontor.database.read
      .selectFrom('events')
      .select('id')
      .where('action', '=', 'entries.exported')
      .execute()
    expect(exports).toEqual([])
    const page = await user.fetch('/finance/_payload.json?tab=closing&month=2026-03&currency=ABC')
    expect((await page.json()).pageState.data.content.opened.report.currency).toBe('CNY')
    expect((await user.fetch('/finance?tab=closing&month=2026-03&currency=ABC')).status).toBe(200)
  })

  test('months are read and closed without script', async () => {
    const kontor = await createTestKontor(await open())
    const user = await kontor.createUser('finance')
    const lines = [
      { account: '2241.9', debit: '5.00' },
      { account: '3001', credit: '5.00' },
    ]
    await user.fetch('/api/finance/entries', { json: { day: '2026-02-10', memo: 'Opening', lines } })
    const read = async (path: string): Promise<string> => (await user.fetch(path)).text()
    expect(await read('/finance?tab=closing')).toContain('Next to close: February 2026')
    const page = '/finance?tab=closing&month=2026-02'
    expect(await read(page)).toContain('Some amounts are still in suspense')
    expect(await read(`${page}&action=close`)).toContain('Close February 2026?')
    const body = new URLSearchParams({ _endpoint: 'closePeriod', month: '2026-02', reason: 'The sender was asked' })
    const response = await user.fetch(page, { method: 'POST', body })
    expect(response.status).toBe(303)
    expect(await read(page)).toContain('closed the month')
    const capturedAt = Date.parse('2026-02-20T03:00:00Z')
    const payment = { provider: 'Stripe', reference: 'ch_1', capturedMinor: 1000, capturedAt }
    await importAsOperator(kontor.kontor, [createDraft(1, { placedAt: capturedAt - 1000, payment })])
    expect(await read('/finance?entry=2')).toContain('That month was closed by then')
    expect(await read('/finance?tab=closing&month=1999-01')).toContain('No entries in January 1999')
  })

  test('a month is reopened by two people without script', async () => {
    const kontor = await createTestKontor(await open())
    const [clerk, owner] = [await kontor.createUser('finance'), await kontor.createUser('owner')]
    const lines = [
      { account: '1002.1', debit: '5.00' },
      { account: '3001', credit: '5.00' },
    ]
    await owner.fetch('/api/finance/accounts', { json: { role: 'bank', currency: 'CNY', accountName: 'Bank' } })
    await clerk.fetch('/api/finance/entries', { json: { day: '2026-02-10', memo: 'Opening', lines } })
    const page = '/finance?tab=closing&month=2026-02'
    const read = async (user: TestUser, query = ''): Promise<string> => (await user.fetch(`${page}${query}`)).text()
    const send = async (user: TestUser, endpoint: string, reason = 'A late invoice'): Promise<Response> =>
      user.fetch(page, {
        method: 'POST',
        body: new URLSearchParams({ _endpoint: endpoint, month: '2026-02', ...(reason && { reason }) }),
      })
    expect((await send(clerk, 'closePeriod', '')).status).toBe(303)
    expect(await read(clerk, '&action=reopen')).toContain('Ask to reopen February 2026?')
    const refused = await send(clerk, 'requestReopening', '')
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('aria-invalid="true"')])
    expect((await send(clerk, 'requestReopening')).status).toBe(303)
    expect(await read(clerk)).not.toContain('Reopen month')
    expect(await read(owner, '&action=reject')).toContain('Reject the request to reopen February 2026?')
    expect((await send(owner, 'rejectReopening')).status).toBe(303)
    expect(await read(clerk)).toContain('rejected the request to reopen it')
    await send(clerk, 'requestReopening')
    expect(await read(owner)).toContain('Reopen month')
    expect((await send(owner, 'approveReopening', '')).status).toBe(303)
    expect(await read(clerk)).toContain('reopened it')
  })
})

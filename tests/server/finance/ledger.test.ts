import { type AccountPurpose, resolveAccounts } from '#server/finance/accounts.ts'
import { type EntryDraft, postEntries } from '#server/finance/ledger.ts'
import { findEntry } from '#server/finance/store.ts'
import { newId } from '#server/db/id.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createLedgerFixture, createSale, type LedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { expect, test } from 'bun:test'

/** A line that names its account by purpose. */
type Line = AccountPurpose & { amountMinor: number }

/** Posts one entry to the default accounts of its lines. */
const postLines = ({ kontor, context }: LedgerFixture, externalId: string, lines: readonly Line[]): Promise<number[]> =>
  kontor.database.inTransaction(async (transaction) => {
    const accountIdOf = await resolveAccounts(transaction, kontor.book.currency, lines)
    const entryLines = lines.map((line) => ({ accountId: accountIdOf(line), amountMinor: line.amountMinor }))
    return postEntries(transaction, context, [createDraft(externalId, entryLines)])
  })

const createDraft = (externalId: string, lines: EntryDraft['lines']): EntryDraft => ({
  kind: 'payment.captured',
  occurredAt: 1_000,
  memo: '',
  source: 'test',
  externalId,
  links: [],
  lines,
})
const clearing = { role: 'clearing', provider: 'Alipay' } as const
const income = { role: 'sales', provider: '' } as const

forEachDatabase((_name, open) => {
  test('posts a payment as one entry with postings, links, balances and accounting day', async () => {
    const { book, kontor } = await createLedgerFixture(await open())
    const sale = createSale()
    await book(sale.capture(10_388, 0, Date.parse('2026-03-14T16:30:00Z')))
    const entry = await findEntry(kontor.database.read, 1)
    expect(entry).toMatchObject({
      number: 1,
      kind: 'payment.captured',
      // 00:30 in Shanghai.
      accountingDay: '2026-03-15',
      memo: sale.payment.reference,
      actor: null,
      source: 'test',
      links: [
        { type: 'order', number: sale.order.number },
        { type: 'payment', number: sale.payment.number },
      ],
      flows: [{ currency: 'CNY', in: 10_388, out: 0 }],
      previousHash: '',
    })
    expect(
      entry?.postings.map(({ accountCode, amountMinor, balanceMinor }) => [accountCode, amountMinor, balanceMinor]),
    ).toEqual([
      ['1012.1.1', 10_388, 10_388],
      ['5001.8', 1_000, 1_000],
      ['5001', -10_000, -10_000],
      ['5051.1', -800, -800],
      ['2221', -588, -588],
    ])
  })

  test('posts a refund from the account of the provider, continuing balances and hashes', async () => {
    const { book, kontor } = await createLedgerFixture(await open())
    const sale = createSale()
    await book(sale.capture(10_388))
    await book(sale.refund(5_000))
    const [first, second] = await Promise.all([1, 2].map((seq) => findEntry(kontor.database.read, seq)))
    expect(second?.previousHash).toBe(first?.hash as string)
    expect(second?.links.map(({ type }) => type)).toEqual(['order', 'payment', 'refund'])
    expect(second?.flows).toEqual([{ currency: 'CNY', in: 0, out: 5_000 }])
    expect(second?.postings.at(-1)).toMatchObject({ accountCode: '1012.1.1', amountMinor: -5_000, balanceMinor: 5_388 })
  })

  test('numbers providers in the order of their payments, and names other currencies than the book’s in the code', async () => {
    const { book, kontor } = await createLedgerFixture(await open())
    await book(createSale('CNY', 'Alipay').capture(10_388), createSale('USD', 'Stripe').capture(10_388))
    await book(createSale('USD', 'Alipay').capture(10_388), createSale('CNY', 'Bank').capture(10_388))
    const accounts = await kontor.database.read
      .selectFrom('ledger_accounts')
      .select(['code', 'provider', 'currency', 'balance_minor', 'posting_count', 'is_money_account'])
      .where('role', 'in', ['clearing', 'tax'])
      .orderBy('code')
      .execute()
    expect(accounts.map(({ code, provider, currency }) => [code, provider, currency])).toEqual([
      ['1012.1.1', 'Alipay', 'CNY'],
      ['1012.1.1.USD', 'Alipay', 'USD'],
      ['1012.2.1.USD', 'Stripe', 'USD'],
      ['1012.3.1', 'Bank', 'CNY'],
      ['2221', '', 'CNY'],
      ['2221.USD', '', 'USD'],
    ])
    expect(accounts.at(-1)).toMatchObject({ balance_minor: -2 * 588, posting_count: 2, is_money_account: 0 })
  })

  test('posts a batch of movements like single ones', async () => {
    const fixture = await createLedgerFixture(await open())
    const sales = Array.from({ length: 300 }, (_, index) => createSale(index % 2 ? 'CNY' : 'USD', `P${index % 3}`))
    await fixture.book(...sales.flatMap((sale) => [sale.capture(10_388), sale.refund(88)]))
    const { read } = fixture.kontor.database
    const { head_seq, head_hash } = await read
      .selectFrom('book')
      .select(['head_seq', 'head_hash'])
      .executeTakeFirstOrThrow()
    expect(head_seq).toBe(600)
    expect((await findEntry(read, 600))?.hash).toBe(head_hash)
    const totals = await read
      .selectFrom('ledger_day_totals')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
      .select(['kind', 'currency'])
      .select(({ fn }) => [fn.sum<number>('debit_minor').as('debit'), fn.sum<number>('credit_minor').as('credit')])
      .where('is_money_account', '=', 1)
      .groupBy(['kind', 'currency'])
      .orderBy('currency')
      .orderBy('kind')
      .execute()
    expect(totals).toEqual([
      { currency: 'CNY', kind: 'payment.captured', debit: 150 * 10_388, credit: 0 },
      { currency: 'CNY', kind: 'refund.succeeded', debit: 0, credit: 150 * 88 },
      { currency: 'USD', kind: 'payment.captured', debit: 150 * 10_388, credit: 0 },
      { currency: 'USD', kind: 'refund.succeeded', debit: 0, credit: 150 * 88 },
    ])
  })

  test('never posts the same key twice', async () => {
    const { book, kontor } = await createLedgerFixture(await open())
    const sale = createSale()
    const movement = sale.capture(3_000)
    await book(movement)
    await expect(book({ ...movement, beforeMinor: 3_000 })).rejects.toThrow()
    expect(await findEntry(kontor.database.read, 2)).toBeUndefined()
    await book(sale.capture(7_388, 3_000))
    expect((await findEntry(kontor.database.read, 2))?.links).toHaveLength(2)
  })

  test('does not post documents that contradict the ledger', async () => {
    const { book, kontor } = await createLedgerFixture(await open())
    const sale = createSale()
    await expect(book(sale.capture(10_388, 1))).rejects.toThrow('disagree')
    await book(sale.capture(10_388))
    await expect(book(sale.refund(1, 5))).rejects.toThrow('disagree')
    await expect(book(sale.refund(10_389))).rejects.toThrow(RangeError)
    expect(await findEntry(kontor.database.read, 2)).toBeUndefined()
  })

  test('does not post lines that do not sum to zero in every currency', async () => {
    const fixture = await createLedgerFixture(await open())
    const cny = { ...clearing, currency: 'CNY', amountMinor: 100 }
    for (const lines of [
      [cny, { ...income, currency: 'CNY', amountMinor: -99 }],
      [cny, { ...income, currency: 'USD', amountMinor: -100 }],
      [],
    ])
      await expect(postLines(fixture, 'a', lines)).rejects.toThrow('zero')
    const book = await fixture.kontor.database.read.selectFrom('book').select('head_seq').executeTakeFirst()
    expect(book?.head_seq).toBe(0)
  })

  test('does not post an entry whose balance would leave the exact range', async () => {
    const fixture = await createLedgerFixture(await open())
    const postAmount = (externalId: string, amountMinor: number): Promise<number[]> =>
      postLines(fixture, externalId, [
        { ...clearing, currency: 'CNY', amountMinor },
        { ...income, currency: 'CNY', amountMinor: -amountMinor },
      ])
    await postAmount('a', Number.MAX_SAFE_INTEGER)
    await expect(postAmount('b', 1)).rejects.toThrow(RangeError)
    await expect(postAmount('c', 2 ** 53)).rejects.toThrow(RangeError)
    await expect(postAmount('d', 0.5)).rejects.toThrow(RangeError)
    const balances = await fixture.kontor.database.read
      .selectFrom('ledger_accounts')
      .select('balance_minor')
      .orderBy('balance_minor')
      .execute()
    expect(balances.map(({ balance_minor }) => balance_minor)).toEqual([
      -Number.MAX_SAFE_INTEGER,
      Number.MAX_SAFE_INTEGER,
    ])
  })

  test('posts to the default account of several for the same purpose', async () => {
    const fixture = await createLedgerFixture(await open())
    await fixture.book(createSale().capture(10_388))
    const second = { id: newId(), code: '1012.1.2', role: 'clearing', provider: 'Alipay', type: 'asset' } as const
    await fixture.kontor.database.inTransaction(async (transaction) => {
      await transaction.updateTable('ledger_accounts').set({ is_default: 0 }).where('code', '=', '1012.1.1').execute()
      await transaction
        .insertInto('ledger_accounts')
        .values({ ...second, currency: 'CNY', is_default: 1, is_money_account: 1 })
        .execute()
    })
    await fixture.book(createSale().capture(10_388))
    const entry = await findEntry(fixture.kontor.database.read, 2)
    expect(entry?.postings[0]).toMatchObject({ accountCode: '1012.1.2', amountMinor: 10_388, balanceMinor: 10_388 })
    const { read } = fixture.kontor.database
    const codes = await read.selectFrom('ledger_accounts').select('code').where('role', '=', 'clearing').execute()
    expect(codes).toHaveLength(2)
  })

  test('does not post to an account that does not exist', async () => {
    const { kontor, context } = await createLedgerFixture(await open())
    const lines = [100, -100].map((amountMinor) => ({ accountId: 'none', amountMinor }))
    const posting = kontor.database.inTransaction((transaction) =>
      postEntries(transaction, context, [createDraft('a', lines)]),
    )
    await expect(posting).rejects.toThrow('no ledger account none')
  })

  test('never records an entry before the previous one, whatever the clock does', async () => {
    const { book, clock, kontor } = await createLedgerFixture(await open())
    await book(createSale().capture(10_388))
    clock.now -= 60_000
    await book(createSale().capture(10_388))
    const times = await kontor.database.read.selectFrom('ledger_entries').select('recorded_at').orderBy('seq').execute()
    expect(times[1]).toEqual(times[0] as { recorded_at: number })
  })

  test('numbers twenty entries posted at the same time without gaps, and their balances add up', async () => {
    const { book, kontor } = await createLedgerFixture(await open())
    await Promise.all(Array.from({ length: 20 }, () => book(createSale().capture(10_388))))
    const entries = await kontor.database.read
      .selectFrom('ledger_entries')
      .select(['seq', 'hash', 'previous_hash'])
      .orderBy('seq')
      .execute()
    expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    for (const [index, { previous_hash }] of entries.entries())
      expect(previous_hash).toBe(entries[index - 1]?.hash ?? '')
    const postings = await kontor.database.read
      .selectFrom('ledger_postings')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
      .select(['account_seq', 'ledger_postings.balance_minor'])
      .where('role', '=', 'clearing')
      .orderBy('account_seq')
      .execute()
    expect(postings).toEqual(
      Array.from({ length: 20 }, (_, index) => ({ account_seq: index + 1, balance_minor: (index + 1) * 10_388 })),
    )
  })
})

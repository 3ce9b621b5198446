import { SqliteFile } from '#server/db/sqlite-file.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { findWrongFlows } from '#server/self-check/finance/entry-flows-store.ts'
import { createLedgerFixture, createSale } from '#tests/server/finance/ledger-fixture.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'

/** What `pragma optimize` finds in a sample of ten million postings: an account seems to have few. */
const sampledStatistics = [
  ['ledger_postings', 'ledger_postings_by_amount', '3444582 251 72 1'],
  ['ledger_postings', 'ledger_postings_by_account', '10000287 3333429 501 24 1 1 1'],
  ['ledger_postings', 'ledger_postings', '10000287 3 1'],
  ['ledger_entry_flows', 'ledger_entry_flows', '6666882 207 104 80 80 25 1 1'],
  ['ledger_accounts', 'ledger_accounts_one_default', '27 5 3 1'],
  ['ledger_accounts', 'sqlite_autoindex_ledger_accounts_2', '27 1'],
  ['ledger_accounts', 'sqlite_autoindex_ledger_accounts_1', '27 1'],
  ['ledger_entries', 'ledger_entries_by_kind', '3333441 1001 182 1 1'],
  ['ledger_entries', 'ledger_entries_by_day', '3333441 1001 1 1'],
  ['ledger_entries', 'ledger_entries_reversed_once', '1001 1'],
  ['ledger_entries', 'sqlite_autoindex_ledger_entries_1', '3333441 277 1'],
]

onSqlite((open) => {
  test('the flows of a slice are compared from its entries, whatever the statistics say', async () => {
    const testDatabase = await open()
    const { kontor, book } = await createLedgerFixture(testDatabase)
    await book(createSale().capture(10_388))
    using spy = spyOn(SqliteFile.prototype, 'execute')
    expect(await findWrongFlows(kontor.database.read, { after: 0, through: 500 }, true)).toEqual([])
    const statements = spy.mock.calls.map(([text]) => text)
    expect(statements.length).toBe(2)
    const path = sqlitePath(testDatabase.config.dataFolder)
    const explainAll = (): string[][] => {
      using writer = new Database(path)
      writer.run('analyze')
      writer.run('delete from sqlite_stat1')
      for (const row of sampledStatistics) writer.run('insert into sqlite_stat1 values (?, ?, ?)', [...row])
      using reader = new Database(path, { readonly: true })
      return statements.map((text) =>
        reader
          .query<{ detail: string }, number[]>(`explain query plan ${text}`)
          .all(...Array<number>(text.split('?').length - 1).fill(0))
          .map(({ detail }) => detail),
      )
    }
    for (const plan of explainAll()) {
      expect(plan.find((step) => /\b(entry|account|posting)\b/.test(step))).toStartWith('SEARCH entry')
      expect(plan.filter((step) => /SCAN (account|posting|entry)/.test(step))).toEqual([])
    }
  })
})

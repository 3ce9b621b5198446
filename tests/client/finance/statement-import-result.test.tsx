import { ImportResult } from '#client/finance/statement-import-result.tsx'
import type { StatementImport } from '#shared/finance/statement-views.ts'
import { getTexts, renderOnServer } from '#tests/client/render-on-server.tsx'
import { expect, test } from 'bun:test'

/** The check or the import of a file that was imported for some accounts before. */
const createResult = (account: string, newCount: number, accounts: string[], isImported = false): StatementImport => ({
  format: 'ofx',
  isImported,
  isEncodingGuessed: false,
  table: null,
  earlier: { fileName: 'march.csv', importedAt: 0, importedBy: 'Anna Shen', accounts, statement: 'first' },
  statements: [
    {
      account,
      newCount,
      lineCount: 1,
      currency: 'CNY',
      identifier: '',
      number: '',
      firstDay: '2026-03-01',
      lastDay: '2026-03-01',
      inMinor: 500,
      outMinor: 0,
      neutralMinor: 0,
      openingMinor: null,
      closingMinor: null,
      untiedLine: null,
      totalsCheck: 'none',
      statement: null,
      doubtfulCount: 0,
      sample: [],
    },
  ],
})

const explain = (result: StatementImport, locale: 'en' | 'zh' = 'en'): string | undefined =>
  getTexts(renderOnServer(<ImportResult result={result} />, { locale }), 'p').find((text) => text.includes('march.csv'))

test('a file that was imported for another account is checked with a warning that names it', () => {
  expect(explain(createResult('1002', 1, ['1001']))).toMatch(
    /^Anna Shen imported this file as march\.csv for account 1001, .+\. Import it again only if its lines belong to this account, too\. Show lines$/,
  )
  expect(explain(createResult('1002', 1, ['1001', '1003']), 'zh')).toMatch(
    /^Anna Shen 已于 .+ 将此文件导入账户 1001、1003，文件名 march\.csv。仅当明细也属于所选账户时，才需再次导入。查看明细$/,
  )
})

test('the result of an import says that the file was imported for another account', () => {
  const result = createResult('1002', 1, ['1001'], true)
  expect(explain(result)).toMatch(
    /^Anna Shen imported this file as march\.csv for account 1001, .+\. If its lines do not belong to this account, undo this import\. Show lines$/,
  )
  expect(explain(result, 'zh')).toMatch(
    /^Anna Shen 已于 .+ 将此文件导入账户 1001，文件名 march\.csv。如明细不属于所选账户，请撤销本次导入。查看明细$/,
  )
})

test('a file that was imported for the same account names it without a warning', () => {
  expect(explain(createResult('1001', 0, ['1001', '1003']))).toMatch(/for accounts 1001, 1003, [^.]+\. Show lines$/)
})

import type { Db } from '#server/db/database.ts'
import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { toAccountName } from '#server/finance/account-store.ts'
import { countLines, findLines, lineKeys } from '#server/finance/statements/lines-store.ts'
import * as store from '#server/finance/statements/statement-store.ts'
import { readKeysetPage } from '#server/list/keyset-page.ts'
import type { StatementLinesQuery } from '#shared/finance/statement-inputs.ts'
import type { StatementLine, StatementLines, StatementView } from '#shared/finance/statement-views.ts'

/** Maximum number of listed statements: more than a year of weekly statements of several accounts. */
const maxListed = 300

/** The last statements, newest first. */
export const listStatementViews = async (db: Db): Promise<StatementView[]> =>
  (await store.listStatementRows(db, maxListed)).map(toStatementView)

/** A page of the lines of a statement; undefined without the statement. Throws for a malformed cursor. */
export async function readStatementLines(
  db: Db,
  id: string,
  { cursor, from, to, class: lineClass }: StatementLinesQuery,
): Promise<StatementLines | undefined> {
  const statement = await store.findStatementRow(db, id)
  if (!statement) return undefined
  const filter = { statementId: id, from, to, class: lineClass, today: '' }
  const [page, exact] = await Promise.all([
    readKeysetPage<StatementLinesTable>({
      cursor,
      sort: 'line',
      keyOf: ({ line_number }) => [line_number],
      exampleKey: [0],
      find: async (reversed, after, limit) => ({
        rows: await findLines(db, filter, { key: lineKeys.byLine, direction: reversed ? 'desc' : 'asc', after, limit }),
      }),
    }),
    countLines(db, filter),
  ])
  return { statement: toStatementView(statement), ...page, rows: page.rows.map(toStatementLine), count: { exact } }
}

/** A line as the file has it. */
export const toStatementLine = (row: StatementLinesTable): StatementLine => ({
  line: row.line_number,
  day: row.day,
  valueDay: row.value_day,
  clockTime: row.clock_time,
  class: row.class,
  amountMinor: row.amount_minor,
  feeMinor: row.fee_minor,
  subsidyMinor: row.subsidy_minor,
  charged: row.charged_currency === '' ? null : { currency: row.charged_currency, amountMinor: row.charged_minor },
  balanceMinor: row.balance_minor,
  counterparty: row.counterparty,
  counterpartyAccount: row.counterparty_account,
  description: row.description,
  reference: row.reference,
  entryReference: row.entry_reference,
  orderReference: row.order_reference,
  payoutReference: row.payout_reference,
  relatedReference: row.related_reference,
  status: row.status,
  version: row.version,
})

const toStatementView = (row: store.StatementRow): StatementView => ({
  id: row.id,
  file: row.file_id,
  fileName: row.file_name,
  format: row.format,
  account: toAccountName(row),
  currency: row.currency,
  identifier: row.identifier,
  number: row.number,
  firstDay: row.first_day,
  lastDay: row.last_day,
  lineCount: row.line_count,
  newCount: row.new_count,
  inMinor: row.in_minor,
  outMinor: row.out_minor,
  neutralMinor: row.neutral_minor,
  openingMinor: row.opening_minor,
  closingMinor: row.closing_minor,
  untiedLine: row.untied_line,
  totalsCheck: row.totals_check,
  importedAt: row.imported_at ?? 0,
  importedBy: row.imported_by_name,
  canRemove: row.later_id === null,
})

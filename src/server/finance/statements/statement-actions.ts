import { inTransaction } from '#server/auth/access.ts'
import type { Action } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import type { StatementLinesTable, StatementsTable } from '#server/db/schema/statements.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import { recordEvents } from '#server/events/events.ts'
import { type AccountRow, findAccountRow } from '#server/finance/account-store.ts'
import { lockLedger } from '#server/finance/ledger-store.ts'
import { sumLines } from '#server/finance/statements/figures.ts'
import { hashStatementLine, identifyLines } from '#server/finance/statements/identify-lines.ts'
import { readStatement } from '#server/finance/statements/read-statement.ts'
import * as store from '#server/finance/statements/statement-store.ts'
import { listStatementViews, readStatementLines } from '#server/finance/statements/statement-views.ts'
import { newId } from '#server/db/id.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `GET /api/finance/statements`. */
export const listStatements: Action<'listStatements'> = async ({ kontor }) => ({
  statements: await listStatementViews(kontor.database.read),
})

/** `GET /api/finance/statements/:statement/lines`. */
export const listStatementLines: Action<'listStatementLines'> = async ({ kontor }, { statement, ...query }) => {
  const lines = await readStatementLines(kontor.database.read, statement, query)
  if (!lines) throw new ProblemError('not-found')
  return lines
}

/** `POST /api/finance/statements`: reads the file as a whole, and imports the lines that no import of the account had before. */
export const importStatement: Action<'importStatement'> = async (context, { account: code, file, dryRun }) => {
  const { database, now } = context.kontor
  const { currency } = await findMoneyAccount(database.read, code)
  const { format, lines: parsed } = await readStatement(file, currency)
  const figures = sumFigures(parsed)
  const lines = identifyLines(parsed)
  await yieldToEventLoop()
  const describe = (newLines: readonly unknown[], statement: string | null) => ({
    ...figures,
    ...{ format, currency, statement },
    newCount: newLines.length,
  })
  const findNew = async (db: Db, { id }: AccountRow): Promise<typeof lines> => {
    const known = await store.findKnownLines(db, id, [...new Set(lines.map(({ identity }) => identity))])
    return lines.filter(({ identity, occurrence }) => !known.has(`${identity} ${occurrence}`))
  }
  if (dryRun === '1' || dryRun === 'true')
    return describe(await findNew(database.read, await findMoneyAccount(database.read, code)), null)
  return inTransaction(context, async (transaction, actor) => {
    await lockLedger(transaction)
    const account = await findMoneyAccount(transaction, code)
    const newLines = await findNew(transaction, account)
    if (newLines.length === 0) return describe(newLines, null)
    const row: StatementsTable = {
      id: newId(),
      account_id: account.id,
      format,
      file_name: cleanFileName(file),
      first_day: figures.firstDay,
      last_day: figures.lastDay,
      line_count: figures.lineCount,
      new_count: newLines.length,
      in_minor: figures.inMinor,
      out_minor: figures.outMinor,
      neutral_minor: figures.neutralMinor,
      opening_minor: figures.openingMinor,
      closing_minor: figures.closingMinor,
      untied_line: figures.untiedLine,
      imported_at: now(),
      imported_by: actor.id,
    }
    const rows = newLines.map((line): StatementLinesTable => toLineRow(row, line))
    await store.insertStatement(transaction, row, rows)
    const { id, account_id: _, file_name, imported_at, imported_by: __, ...recorded } = row
    await recordEvents(transaction, context, {
      action: 'statement.imported',
      objectType: 'statement',
      objectId: id,
      objectLabel: file_name,
      parameters: {
        ...omitNulls(recorded),
        account: account.code,
        linesHash: rows.reduce(hashStatementLine, ''),
      },
      at: imported_at,
    })
    return describe(newLines, id)
  })
}

/** `POST /api/finance/statements/:statement/removal`: only the last one of its account, because later ones leave out the lines that it has. */
export const removeStatement: Action<'removeStatement'> = (context, { statement: id }) =>
  inTransaction(context, async (transaction) => {
    await lockLedger(transaction)
    const statement = await store.findStatementRow(transaction, id)
    if (!statement) throw new ProblemError('not-found')
    if (statement.last_id !== id) throw new ProblemError('statement-not-last', { account: statement.code })
    await store.deleteStatement(transaction, id)
    await recordEvents(transaction, context, {
      action: 'statement.removed',
      objectType: 'statement',
      objectId: id,
      objectLabel: statement.file_name,
      parameters: { account: statement.code },
    })
    return { statements: await listStatementViews(transaction) }
  })

/** An account of own money that is in use. Throws `invalid-input` at `/account`. */
async function findMoneyAccount(db: Db, code: string): Promise<AccountRow> {
  const account = await findAccountRow(db, code)
  if (!account || !accountRoles[account.role].isMoneyAccount || account.archived_at !== null)
    throw invalidInput({ pointer: '/account', reason: 'ledger-account' })
  return account
}

function sumFigures(lines: Parameters<typeof sumLines>[0]): ReturnType<typeof sumLines> {
  try {
    return sumLines(lines)
  } catch (error) {
    if (error instanceof RangeError) throw new ProblemError('not-a-statement', { why: 'sum' })
    throw error
  }
}

type IdentifiedLine = ReturnType<typeof identifyLines>[number]

const toLineRow = ({ id, account_id }: StatementsTable, line: IdentifiedLine): StatementLinesTable => ({
  statement_id: id,
  line_number: line.line,
  account_id,
  day: line.day,
  clock_time: line.clockTime,
  class: line.class,
  amount_minor: line.amountMinor,
  balance_minor: line.balanceMinor,
  counterparty: line.counterparty,
  description: line.description,
  reference: line.reference,
  status: line.status,
  identity: line.identity,
  occurrence: line.occurrence,
})

const omitNulls = (values: Readonly<Record<string, string | number | null>>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== null))

/** The file's base name, without folders and control characters. */
const cleanFileName = ({ name }: File): string =>
  name
    .split(/[\\/]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200) || 'statement.csv'

import type { Db } from '#server/db/database.ts'
import type { StatementsTable } from '#server/db/schema/statements.ts'
import { numberKey } from '#server/finance/statements/identify-lines.ts'
import type { IdentifiedLine, StatementPart } from '#server/finance/statements/prepare-parts.ts'
import * as store from '#server/finance/statements/statement-store.ts'
import type { StatementFormat } from '#shared/finance/statements.ts'

/** The lines of a batch that no import of its account had before. */
export async function findNewLines(
  db: Db,
  format: StatementFormat,
  { account }: StatementPart,
  lines: readonly IdentifiedLine[],
): Promise<IdentifiedLine[]> {
  const versions = await findVersions(db, format, { id: '', account_id: account.id }, lines)
  const known = await store.findKnownLines(db, account.id, lines)
  return versions.map(({ line }) => line).filter(({ identity, occurrence }) => !known.has(`${identity} ${occurrence}`))
}

/** The lines that no other statement of their account has by their number, each with its version: above 1 where the bank changed it. */
export async function findVersions(
  db: Db,
  format: StatementFormat,
  statement: Pick<StatementsTable, 'id' | 'account_id'>,
  lines: readonly IdentifiedLine[],
): Promise<{ line: IdentifiedLine; version: number }[]> {
  if (!uniqueReferenceFormats.has(format)) return lines.map((line) => ({ line, version: 1 }))
  const { versions, counts } = await store.findNumbered(db, statement, lines)
  return lines.flatMap((line) =>
    (counts.get(numberKey(line)) ?? 0) >= line.numberOccurrence
      ? []
      : [{ line, version: (versions.get(line.number) ?? 0) + 1 }],
  )
}

/** The formats whose entry references no two lines of an account share: another line with one says that the bank changed it. */
const uniqueReferenceFormats: ReadonlySet<StatementFormat> = new Set([
  'alipay_account',
  'wechat_fund',
  'stripe',
  'paypal',
  'camt',
  'ofx',
])

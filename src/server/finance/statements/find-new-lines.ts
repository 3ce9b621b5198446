import type { Db } from '#server/db/database.ts'
import type { StatementsTable } from '#server/db/schema/statements.ts'
import { uniqueReferenceFormats } from '#server/finance/statements/formats.ts'
import { numberOf } from '#server/finance/statements/identify-lines.ts'
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
  const found = versions.map(({ line }) => line)
  const known = await store.findKnownLines(db, account.id, found)
  return found.filter(({ identity, occurrence }) => !known.has(`${identity} ${occurrence}`))
}

/**
 * The lines that no other statement of their account has by their number, or by what identified them before; those that it has by their identity are
 * among them. Each has its version: above 1 where the bank changed it.
 */
export async function findVersions(
  db: Db,
  format: StatementFormat,
  statement: Pick<StatementsTable, 'id' | 'account_id'>,
  all: readonly IdentifiedLine[],
): Promise<{ line: IdentifiedLine; version: number }[]> {
  const former = all.flatMap(({ day, former: identity }) => (identity ? [{ day, ...identity }] : []))
  const known = await store.findKnownLines(db, statement.account_id, former)
  const lines = all.filter(({ former: each }) => !each || !known.has(`${each.identity} ${each.occurrence}`))
  if (!uniqueReferenceFormats.has(format)) return lines.map((line) => ({ line, version: 1 }))
  const numbered = lines.map((line) => ({ ...line, number: numberOf(line) }))
  const stored = await store.findNumbered(db, statement, numbered)
  return lines.flatMap((line, at) => {
    const { version, count } = stored[at] ?? { version: 0, count: 0 }
    return count >= line.numberOccurrence ? [] : [{ line, version: version + 1 }]
  })
}

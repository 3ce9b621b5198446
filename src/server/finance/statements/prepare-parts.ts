import { yieldToEventLoop } from '#server/event-loop.ts'
import type { AccountRow } from '#server/finance/account-store.ts'
import { sumStatement } from '#server/finance/statements/figures.ts'
import { identifyLine, type LineIdentity } from '#server/finance/statements/identify-lines.ts'
import type { ParsedLine, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import type { StatementFigures } from '#shared/finance/statements.ts'

/** A statement of a file with the account that it is of. */
export interface StatementPart {
  account: Pick<AccountRow, 'id' | 'code'>
  figures: Omit<StatementFigures, 'newCount'>
  lines: IdentifiedLine[]
}
export type IdentifiedLine = ParsedLine & LineIdentity

/** Lines are worked on in batches of so many, which take a few milliseconds: other requests run between them. */
export const linesPerBatch = 250

/** Adds up and identifies the lines of statements and their accounts; equal lines of an account are counted through the whole file. */
export async function prepareParts(
  statements: readonly { account: StatementPart['account']; statement: ParsedStatement }[],
): Promise<StatementPart[]> {
  const counts = new Map<string, Map<string, number>>()
  const parts: StatementPart[] = []
  for (const { account, statement } of statements) {
    const counted = counts.getOrInsertComputed(account.id, () => new Map<string, number>())
    const lines: IdentifiedLine[] = []
    for (const batch of toBatches(statement.lines)) {
      for (const line of batch) lines.push({ ...line, ...identifyLine(line, counted) })
      await yieldToEventLoop()
    }
    parts.push({ account, figures: sumStatement(statement), lines })
  }
  return parts
}

/** The lines in their order, in batches. */
export function* toBatches<Line>(lines: readonly Line[]): Generator<readonly Line[]> {
  for (let at = 0; at < lines.length; at += linesPerBatch) yield lines.slice(at, at + linesPerBatch)
}

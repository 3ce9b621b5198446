import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { AccountRow } from '#server/finance/account-store.ts'
import { sumStatement } from '#server/finance/statements/figures.ts'
import {
  countNumber,
  identifyLine,
  type LineIdentity,
  maxLinesPerNumber,
  numberOf,
} from '#server/finance/statements/identify-lines.ts'
import type { PackedList } from '#server/finance/statements/packed-list.ts'
import type { ParsedLine, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import type { StatementFigures } from '#shared/finance/statement-views.ts'

/** A statement of a file with the account that it is of. */
export interface StatementPart {
  account: Pick<AccountRow, 'id' | 'code'>
  figures: Omit<StatementFigures, 'newCount'>
  lines: PackedList<ParsedLine>
  /** The numbers that so many lines of the file have that they are none. */
  placeholders: ReadonlySet<string>
}
/** `number`: empty without one that tells it from other lines. `numberOccurrence`: which of the lines of the file with its number it is. */
export type IdentifiedLine = ParsedLine & LineIdentity & { number: string; numberOccurrence: number }

/** Adds up the lines of statements. */
export async function prepareParts(
  statements: readonly { account: StatementPart['account']; statement: ParsedStatement }[],
): Promise<StatementPart[]> {
  const placeholders = await findPlaceholders(statements.map(({ statement }) => statement))
  const parts: StatementPart[] = []
  for (const { account, statement } of statements)
    parts.push({ account, figures: await sumStatement(statement), lines: statement.lines, placeholders })
  return parts
}

async function findPlaceholders(statements: readonly ParsedStatement[]): Promise<Set<string>> {
  const counts = new Map<string, number>()
  for (const { lines } of statements)
    for (const batch of lines.batches()) {
      for (const number of batch.map(numberOf)) counts.set(number, (counts.get(number) ?? 0) + 1)
      await yieldToEventLoop()
    }
  return new Set([...counts].filter(([, count]) => count > maxLinesPerNumber).map(([number]) => number))
}

/**
 * The lines of the parts in batches, with what identifies them; `index` is that of their part. Equal lines of an account are counted through the
 * whole file.
 */
export function* identifyBatches(
  parts: readonly StatementPart[],
): Generator<{ index: number; part: StatementPart; batch: IdentifiedLine[] }> {
  const counts = new Map<string, { identities: Map<string, number>; numbers: Map<string, number> }>()
  for (const [index, part] of parts.entries()) {
    const { identities, numbers } = counts.getOrInsertComputed(part.account.id, () => ({
      identities: new Map(),
      numbers: new Map(),
    }))
    const identify = (line: ParsedLine): IdentifiedLine => {
      const number = part.placeholders.has(numberOf(line)) ? '' : numberOf(line)
      const numberOccurrence = countNumber(number, line, numbers)
      return { ...line, ...identifyLine(line, identities), number, numberOccurrence }
    }
    for (const lines of part.lines.batches()) yield { index, part, batch: lines.map(identify) }
  }
}

import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { hashLink } from '#server/hash-chain.ts'
import type { StatementLine } from '#shared/finance/statements.ts'

/**
 * Gives every line what tells it from the others of its account: what the file says of it, and which of several equal lines it is. Its
 * status is no part of it, because providers change it later; its balance is, because it tells equal payments of a day apart.
 */
export function identifyLines(lines: readonly StatementLine[]): (StatementLine & LineIdentity)[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const identity = hashLink('', [
      line.day,
      line.clockTime,
      line.class,
      line.amountMinor,
      line.balanceMinor,
      line.counterparty,
      line.description,
      line.reference,
    ])
    const occurrence = (counts.get(identity) ?? 0) + 1
    counts.set(identity, occurrence)
    return { ...line, identity, occurrence }
  })
}

export type LineIdentity = Pick<StatementLinesTable, 'identity' | 'occurrence'>

/** The hash over all lines of a statement in their order, for its event: each continues that of the lines before. */
export const hashStatementLine = (previousHash: string, line: StatementLinesTable): string =>
  hashLink(previousHash, [
    line.line_number,
    line.account_id,
    line.day,
    line.clock_time,
    line.class,
    line.amount_minor,
    line.balance_minor,
    line.counterparty,
    line.description,
    line.reference,
    line.status,
    line.identity,
    line.occurrence,
  ])

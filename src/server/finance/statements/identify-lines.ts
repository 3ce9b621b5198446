import type { StatementLinesTable } from '#server/db/schema/statements.ts'
import { hashLink } from '#server/db/hash-chain.ts'
import type { ParsedLine } from '#server/finance/statements/parsed-file.ts'

export type LineIdentity = Pick<StatementLinesTable, 'identity' | 'occurrence'>

/**
 * Identifies a line among the others of its account: what the file says of it, and which of several equal lines it is (`counts`, by identity). Its
 * status is no part of it, because providers change it later; its balance is, because it tells equal payments of a day apart.
 */
export function identifyLine(line: ParsedLine, counts: Map<string, number>): LineIdentity {
  const identity = hashLink('', [
    line.day,
    line.valueDay,
    line.clockTime,
    line.class,
    line.amountMinor,
    line.feeMinor,
    line.balanceMinor,
    line.counterparty,
    line.counterpartyAccount,
    line.description,
    line.reference,
    line.entryReference,
    line.orderReference,
    line.payoutReference,
    line.relatedReference,
  ])
  const occurrence = (counts.get(identity) ?? 0) + 1
  counts.set(identity, occurrence)
  return { identity, occurrence }
}

/** More lines of one file than these do not share a number: one that more have is a placeholder. */
export const maxLinesPerNumber = 5

/** The number of a line at the bank or provider; empty where the file says that it has none. */
export const numberOf = ({ entryReference }: ParsedLine): string =>
  /^(NONREF|NOT ?PROVIDED)(\/|$)/i.test(entryReference) ? '' : entryReference

/** Which of the lines of a file with its number, day, amount and fee a line is (`counts`, by these). */
export function countNumber(number: string, line: ParsedLine, counts: Map<string, number>): number {
  const key = numberKey({ ...line, number })
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

/** In formats that number their lines, a line is known by these: names, texts and the payout are added later, or are in some exports only. */
export const numberKey = ({
  number,
  day,
  amountMinor,
  feeMinor,
}: Pick<ParsedLine, 'day' | 'amountMinor' | 'feeMinor'> & { number: string }): string =>
  [number, day, amountMinor, feeMinor ?? 0].join(' ')

/** The hash over all lines of a statement in their order, for its event: each continues that of the lines before. */
export const hashStatementLine = (previousHash: string, line: StatementLinesTable): string =>
  hashLink(previousHash, [
    line.line_number,
    line.account_id,
    line.day,
    line.value_day,
    line.clock_time,
    line.class,
    line.amount_minor,
    line.fee_minor,
    line.subsidy_minor,
    line.charged_minor,
    line.charged_currency,
    line.balance_minor,
    line.counterparty,
    line.counterparty_account,
    line.description,
    line.reference,
    line.entry_reference,
    line.order_reference,
    line.payout_reference,
    line.related_reference,
    line.status,
    line.identity,
    line.occurrence,
    line.version,
  ])

import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { ParsedLine, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import type { StatementFigures } from '#shared/finance/statement-views.ts'
import { add } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'

/** The days, sums and balances of a statement. Throws `not-a-statement` beyond exact amounts. */
export async function sumStatement({
  lines,
  ...statement
}: ParsedStatement): Promise<Omit<StatementFigures, 'newCount'>> {
  let [first, last] = [statement.firstDay, statement.lastDay]
  const sums: Record<ParsedLine['class'], number> = { in: 0, out: 0, neutral: 0 }
  const chain = new BalanceChain()
  try {
    for (const batch of lines.batches()) {
      for (const line of batch) {
        if (first === undefined || line.day < first) first = line.day
        if (last === undefined || line.day > last) last = line.day
        sums[line.class] = add(sums[line.class], line.amountMinor)
        chain.add(line)
      }
      await yieldToEventLoop()
    }
    const { openingMinor, closingMinor, untiedLine } = chain.follow()
    return {
      currency: statement.currency,
      identifier: statement.identifier,
      number: statement.number,
      firstDay: first ?? '',
      lastDay: last ?? '',
      lineCount: lines.length,
      inMinor: sums.in,
      outMinor: sums.out === 0 ? 0 : -sums.out,
      neutralMinor: sums.neutral,
      openingMinor: statement.openingMinor ?? openingMinor,
      closingMinor: statement.closingMinor ?? closingMinor,
      untiedLine,
      totalsCheck: statement.totalsCheck ?? 'none',
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ProblemError('not-a-statement', { why: 'sum' })
    throw error
  }
}

/** Banks list the oldest line first or last: the order in which each balance follows from the one before is used. */
class BalanceChain {
  #first: ParsedLine | undefined
  #last: ParsedLine | undefined
  #hasAll = true
  /** The first line whose balance does not follow from the one before it in time, if the oldest line is the first one, or the last one. */
  #oldestFirstBreak: number | undefined
  #newestFirstBreak: number | undefined

  add(line: ParsedLine): void {
    const previous = this.#last
    this.#hasAll &&= line.balanceMinor !== null
    if (previous && !follows(line, previous)) this.#oldestFirstBreak ??= line.line
    if (previous && !follows(previous, line)) this.#newestFirstBreak = previous.line
    this.#first ??= line
    this.#last = line
  }

  /** The balances before the oldest line and after the newest, and the line between where they do not tie; null where lines have no balance. */
  follow(): Pick<StatementFigures, 'openingMinor' | 'closingMinor' | 'untiedLine'> {
    const [first, last] = [this.#first, this.#last]
    if (!first || !last || !this.#hasAll) return { openingMinor: null, closingMinor: null, untiedLine: null }
    const oldestFirst = { oldest: first, newest: last, untiedLine: this.#oldestFirstBreak ?? null }
    const newestFirst = { oldest: last, newest: first, untiedLine: this.#newestFirstBreak ?? null }
    const orders = first.day > last.day ? [newestFirst, oldestFirst] : [oldestFirst, newestFirst]
    const { oldest, newest, untiedLine } = orders.find((order) => order.untiedLine === null) ?? orders[0] ?? oldestFirst
    return {
      openingMinor: add(oldest.balanceMinor ?? 0, -oldest.amountMinor),
      closingMinor: newest.balanceMinor ?? 0,
      untiedLine,
    }
  }
}

const follows = (line: ParsedLine, previous: ParsedLine): boolean =>
  line.balanceMinor === (previous.balanceMinor ?? 0) + line.amountMinor

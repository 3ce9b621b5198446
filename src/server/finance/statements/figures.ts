import type { ParsedLine, ParsedStatement } from '#server/finance/statements/parsed-file.ts'
import type { StatementFigures } from '#shared/finance/statements.ts'
import { add } from '#shared/money.ts'
import { ProblemError } from '#shared/problem.ts'

/** The days, sums and balances of a statement. Throws `not-a-statement` beyond exact amounts. */
export function sumStatement({ lines, ...statement }: ParsedStatement): Omit<StatementFigures, 'newCount'> {
  let [first, last] = [statement.firstDay, statement.lastDay]
  for (const { day } of lines) {
    if (first === undefined || day < first) first = day
    if (last === undefined || day > last) last = day
  }
  try {
    const out = sumOf(lines, 'out')
    const { openingMinor, closingMinor, untiedLine } = followBalances(lines)
    return {
      currency: statement.currency,
      identifier: statement.identifier,
      number: statement.number,
      firstDay: first ?? '',
      lastDay: last ?? '',
      lineCount: lines.length,
      inMinor: sumOf(lines, 'in'),
      outMinor: out === 0 ? 0 : -out,
      neutralMinor: sumOf(lines, 'neutral'),
      openingMinor: statement.openingMinor ?? openingMinor,
      closingMinor: statement.closingMinor ?? closingMinor,
      untiedLine,
    }
  } catch (error) {
    if (error instanceof RangeError) throw new ProblemError('not-a-statement', { why: 'sum' })
    throw error
  }
}

/** Throws `RangeError` beyond exact amounts. */
function sumOf(lines: readonly ParsedLine[], which: ParsedLine['class']): number {
  let sum = 0
  for (const line of lines) if (line.class === which) sum = add(sum, line.amountMinor)
  return sum
}

/** Banks list the oldest line first or last: the order in which the balances follow from each other is the right one. */
function followBalances(lines: readonly ParsedLine[]) {
  if (lines.length === 0 || lines.some(({ balanceMinor }) => balanceMinor === null))
    return { openingMinor: null, closingMinor: null, untiedLine: null }
  const newestFirst = lines.toReversed()
  const [oldest, newest] = [lines[0]?.day ?? '', lines.at(-1)?.day ?? '']
  const orders = oldest > newest ? [newestFirst, lines] : [lines, newestFirst]
  const inOrder = orders.find((order) => findBreak(order) === undefined) ?? orders[0] ?? lines
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  return {
    openingMinor: add(first?.balanceMinor ?? 0, -(first?.amountMinor ?? 0)),
    closingMinor: last?.balanceMinor ?? 0,
    untiedLine: findBreak(inOrder)?.line ?? null,
  }
}

const findBreak = (inOrder: readonly ParsedLine[]): ParsedLine | undefined =>
  inOrder.find((line, index) => {
    const before = inOrder[index - 1]
    return before !== undefined && line.balanceMinor !== (before.balanceMinor ?? 0) + line.amountMinor
  })

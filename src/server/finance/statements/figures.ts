import type { StatementImport, StatementLine } from '#shared/finance/statements.ts'
import { add } from '#shared/money.ts'

/** The days, sums and balances of a file. `untiedLine`: the first line whose balance does not follow from the line before it. */
export type StatementFigures = Pick<
  StatementImport,
  | 'firstDay'
  | 'lastDay'
  | 'lineCount'
  | 'inMinor'
  | 'outMinor'
  | 'neutralMinor'
  | 'openingMinor'
  | 'closingMinor'
  | 'untiedLine'
>

/** Adds up the lines of a file, of which there is at least one. Throws `RangeError` beyond exact amounts. */
export function sumLines(lines: readonly StatementLine[]): StatementFigures {
  const days = lines.map(({ day }) => day).toSorted()
  const sumOf = (which: StatementLine['class']): number =>
    add(...lines.filter((line) => line.class === which).map(({ amountMinor }) => amountMinor))
  const out = sumOf('out')
  return {
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    lineCount: lines.length,
    inMinor: sumOf('in'),
    outMinor: out === 0 ? 0 : -out,
    neutralMinor: sumOf('neutral'),
    ...followBalances(lines),
  }
}

/** Banks list the oldest line first or last: the order in which the balances follow from each other is the right one. */
function followBalances(lines: readonly StatementLine[]) {
  if (lines.some(({ balanceMinor }) => balanceMinor === null))
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

const findBreak = (inOrder: readonly StatementLine[]): StatementLine | undefined =>
  inOrder.find((line, index) => {
    const before = inOrder[index - 1]
    return before !== undefined && line.balanceMinor !== (before.balanceMinor ?? 0) + line.amountMinor
  })

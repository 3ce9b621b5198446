import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Icon } from '#client/ui/icon.tsx'
import { formatCount } from '#shared/count.ts'
import { balanceDifference, type StatementFigures } from '#shared/finance/statement-views.ts'
import { formatMoney } from '#shared/money.ts'

/** Whether opening balance and lines make the closing balance; where the file gives no balances, that it does not. */
export function StatementState({ statement }: { statement: StatementFigures }) {
  const state = checkBalances(statement)
  const text = describeBalances(statement, useLedgerMessages())
  if (state === 'unknown') return <span className="dimmed">{text}</span>
  return (
    <span className={statusClass(state)}>
      <Icon name={state === 'ties' ? 'scale' : 'triangle-alert'} />
      {text}
    </span>
  )
}

/** `unknown`: the file lacks the opening or the closing balance, and gives no totals. */
export function checkBalances(statement: StatementFigures): 'unknown' | 'ties' | 'untied' {
  if (areTotalsWrong(statement)) return 'untied'
  const difference = balanceDifference(statement)
  if (difference === null) return statement.totalsCheck === 'ties' ? 'ties' : 'unknown'
  return difference === 0 && statement.untiedLine === null ? 'ties' : 'untied'
}

const areTotalsWrong = ({ totalsCheck }: StatementFigures): boolean => totalsCheck !== 'none' && totalsCheck !== 'ties'

export const statusClass = (state: ReturnType<typeof checkBalances>): string =>
  ({ unknown: 'dimmed', ties: 'status', untied: 'status status--error' })[state]

export function describeBalances(statement: StatementFigures, { ledger }: LedgerMessages): string {
  const words = ledger.statements
  const { untiedLine, closingMinor, currency } = statement
  switch (checkBalances(statement)) {
    case 'unknown':
      return closingMinor === null ? words.noBalances : words.noOpening
    case 'ties':
      return balanceDifference(statement) === null ? words.totals.ties : words.ties
    case 'untied':
      if (areTotalsWrong(statement)) return words.totals[statement.totalsCheck]
      return untiedLine !== null
        ? words.untied(formatCount(untiedLine))
        : words.difference(formatMoney(balanceDifference(statement) ?? 0, currency))
  }
}

import { type LedgerMessages, useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Icon } from '#client/ui/icon.tsx'
import { formatCount } from '#shared/count.ts'
import type { StatementView } from '#shared/finance/statements.ts'

type Balances = Pick<StatementView, 'untiedLine' | 'closingMinor'>

/** Whether opening balance and lines make the closing balance; where the file gives no balances, that it does not. */
export function StatementState({ statement }: { statement: Balances }) {
  const text = describeBalances(statement, useLedgerMessages())
  if (statement.closingMinor === null) return <span className="dimmed">{text}</span>
  const isTied = statement.untiedLine === null
  return (
    <span className={isTied ? 'status' : 'status status--error'}>
      <Icon name={isTied ? 'scale' : 'triangle-alert'} />
      {text}
    </span>
  )
}

export function describeBalances({ closingMinor, untiedLine }: Balances, { ledger }: LedgerMessages): string {
  const words = ledger.statements
  if (closingMinor === null) return words.noBalances
  return untiedLine === null ? words.ties : words.untied(formatCount(untiedLine))
}

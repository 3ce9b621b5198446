import { usePermission } from '#client/app/page-context.tsx'
import { Difference, turnTerm } from '#client/finance/matching/reconciliations.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Form } from '#client/ui/form.tsx'
import { Money } from '#client/ui/money.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Stat, Stats } from '#client/ui/stat.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { Reconciliation } from '#shared/finance/matching/views.ts'
import { formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { Parts } from '#client/ui/parts.tsx'

/** Matches the open lines of an account by the automatic rules. */
export function RunRules({ account, form }: { account: Reconciliation; form: FormOutcome | null }) {
  const { matching } = useMatchingMessages()
  const canReconcile = usePermission('finance.reconcile')
  if (!canReconcile || account.openCount === 0) return null
  return (
    <div className="account-head__actions">
      <Form
        endpoint="runMatching"
        hiddenValues={{ account: account.account.code }}
        outcome={form}
        onAnswer={({ rules }) => {
          const lines = rules.reduce((sum, each) => sum + each.lines, 0)
          notify({ kind: 'success', title: matching.runDone(lines) })
          void revalidate()
        }}
      >
        <SubmitButton size="sm" icon="refresh-cw">
          {matching.run}
        </SubmitButton>
      </Form>
    </div>
  )
}

/** Whether the books and the statements of an account agree. */
export function Equation({ account }: { account: Reconciliation }) {
  const words = useMatchingMessages().matching.equation
  const money = (minor: number) => <Money minor={minor} currency={account.currency} />
  const toTerm = (sign: '+' | '−', minor: number) => {
    const [operator, amount] = turnTerm(sign, minor)
    return { operator, value: money(amount) }
  }
  return (
    <Stats>
      <Stat label={words.ledger} value={money(account.ledgerMinor)} />
      <Stat label={words.unmatchedPostings} {...toTerm('−', account.unmatchedPostingsMinor)} />
      <Stat label={words.unmatchedLines} {...toTerm('+', account.unmatchedLinesMinor)}>
        {account.undirectedMinor !== 0 && words.undirected(formatMoney(account.undirectedMinor, account.currency))}
      </Stat>
      <Stat label={words.expected} operator="=" value={money(account.expectedMinor)}>
        <Parts>
          {account.closingMinor !== null && (
            <>
              {words.closing} {money(account.closingMinor)}
              {' · '}
            </>
          )}
          {account.differenceMinor !== null && account.differenceMinor !== 0 && `${words.difference} `}
          <Difference account={account} />
        </Parts>
      </Stat>
    </Stats>
  )
}

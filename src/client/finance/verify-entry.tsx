import { financeHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import type { EntryVerification } from '#shared/finance/entry-verification.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryView } from '#shared/finance/views.ts'

interface VerifyEntryProps {
  entry: EntryView
  /** Null until the user asks for it. */
  verification: EntryVerification | null
  query: FinanceQuery
}

/** Recomputes the hash of the entry, and shows each comparison. */
export function VerifyEntry({ entry, verification, query }: VerifyEntryProps) {
  const words = useLedgerMessages().ledger.verification
  const hasPassed = verification?.checks.every(({ passed }) => passed !== false)
  return (
    <PanelSection title={words.title}>
      {verification && (
        <div role="status">
          <p className={hasPassed ? 'status' : 'status status--error'}>
            <Icon name={hasPassed ? 'circle-check' : 'triangle-alert'} />
            {hasPassed ? words.passed : words.failed}
          </p>
          <ul className="entry-checks sm">
            {verification.checks.map(({ id, passed }) => (
              <li key={id}>
                <Icon name={passed === null ? 'circle' : passed ? 'check' : 'triangle-alert'} />
                <span>
                  {words.result(words.checks[id], passed === null ? words.none : passed ? words.ok : words.wrong)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ButtonLink
        size="sm"
        icon="scale"
        href={financeHref(query, { entry: entry.number, verify: '1' })}
        data-scroll="keep"
      >
        {verification ? words.again : words.verify}
      </ButtonLink>
    </PanelSection>
  )
}

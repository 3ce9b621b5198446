import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { OpenedLine, ProviderAnswer } from '#shared/finance/matching/views.ts'
import { formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

/** The refunds that a line names and that its provider is still paying: each can be asked about again. */
export function ProcessingRefunds({ line, form }: { line: OpenedLine; form: FormOutcome | null }) {
  const { processingRefunds: words } = useMatchingMessages().matching
  const { ledger } = useLedgerMessages()
  if (line.processingRefunds.length === 0) return null
  const say = ({ refund, status, reason }: ProviderAnswer): void => {
    const isPaid = status === 'succeeded'
    const answer = isPaid ? 'succeeded' : status === 'processing' ? 'other' : 'failed'
    notify({
      kind: isPaid ? 'success' : 'info',
      title: words.answers[answer](refund),
      ...(reason !== '' && { description: reason }),
    })
    void revalidate()
  }
  return (
    <PanelSection title={words.title}>
      {line.processingRefunds.map(({ number, order, provider, amountMinor, currency }) => (
        <Form
          key={number}
          endpoint="checkRefundStatus"
          hiddenValues={{ line: line.id, refund: number }}
          outcome={form}
          className="match-form"
          onAnswer={say}
        >
          <p className="sm">
            <a className="link" href={href('orders', { order })}>
              {order}
            </a>{' '}
            <span className="muted">
              {words.text(number, formatMoney(amountMinor, currency), ledger.providerName(provider))}
            </span>
          </p>
          <div className="matching__actions">
            <SubmitButton size="sm" icon="refresh-cw">
              {words.ask}
            </SubmitButton>
          </div>
        </Form>
      ))}
    </PanelSection>
  )
}

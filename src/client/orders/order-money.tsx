import { useMessages } from '#client/app/page-context.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Money } from '#client/ui/money.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { Time } from '#client/ui/time.tsx'
import type { OrderView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

/** The payments and refunds of an order, and its balance. */
export function OrderMoney({ order }: { order: OrderView }) {
  const { finance, orders } = useMessages()
  const words = orders.order
  const { currency, payments, refunds, balanceMinor } = order
  const balanceLabel = balanceMinor > 0 ? words.customerOwes : balanceMinor < 0 ? words.weOwe : words.balance
  const balance = (
    <>
      {balanceLabel} <Money minor={Math.abs(balanceMinor)} currency={currency} hideCurrency={balanceMinor === 0} />
    </>
  )
  return (
    <PanelSection title={words.money} end={balance}>
      {payments.length === 0 && (
        <p className="sm muted">{order.paymentStatus === 'voided' ? words.paymentVoided : words.noPayments}</p>
      )}
      {payments.map(({ number, provider, capturedAt, capturedMinor, entryNumber }) => (
        <PanelItem
          key={number}
          icon="credit-card"
          title={finance.providerName(provider)}
          meta={
            <>
              {words.paymentCaptured(number)} <Time at={capturedAt} />
              <EntryLink number={entryNumber} />
            </>
          }
          end={<Money minor={capturedMinor} currency={currency} sign="always" direction="in" />}
        />
      ))}
      {refunds.map(({ number, provider, refundedAt, amountMinor, entryNumber }) => (
        <PanelItem
          key={number}
          icon="undo-2"
          title={words.refundTo(finance.providerName(provider))}
          meta={
            <>
              {words.refundCompleted(number)} <Time at={refundedAt} />
              <EntryLink number={entryNumber} />
            </>
          }
          end={<Money minor={-amountMinor} currency={currency} direction="out" />}
        />
      ))}
    </PanelSection>
  )
}

/** Leads to the ledger entry of a document, for users who may see it. */
function EntryLink({ number }: { number: number | null }) {
  const words = useMessages().orders.order
  return (
    number !== null && (
      <>
        {' · '}
        <a className="link" href={href('finance', { entry: number })}>
          {words.ledgerEntry(number)}
        </a>
      </>
    )
  )
}

import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { entryPart } from '#client/orders/panel/entry-part.tsx'
import { isWaitingDispute } from '#client/orders/panel/needs-attention.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Money } from '#client/ui/money.tsx'
import { Parts } from '#client/ui/parts.tsx'
import { Time } from '#client/ui/time.tsx'
import { formatMoneyInline } from '#shared/money.ts'
import type { DocumentAction } from '#shared/orders/actions.ts'
import type { DisputeView } from '#shared/orders/document-views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

interface DisputeItemProps {
  dispute: DisputeView
  order: Pick<OrderView, 'number' | 'currency'>
  query: OrdersPageQuery
}

/** A chargeback with its status, the day by which to respond, and what the user can do with it. */
export function DisputeItem({ dispute, order, query }: DisputeItemProps) {
  const { payments, disputes: words } = useOrderMessages()
  const { number, status, amountMinor, feeMinor, offsetMinor, taxMinor, closedAt } = dispute
  const amount = (minor: number): string => formatMoneyInline(minor, order.currency)
  const { settlement } = dispute
  const settledAmount = (minor: number): string => formatMoneyInline(minor, settlement?.currency ?? order.currency)
  return (
    <PanelItem
      icon="circle-alert"
      title={words.title(payments.providerName(dispute.provider))}
      attention={isWaitingDispute(dispute)}
      meta={
        <>
          {words.summary(number, words.statuses[status])} <Time at={closedAt ?? dispute.openedAt} />
          {entryPart(dispute.entryNumber)}
        </>
      }
      end={<Money minor={-amountMinor} currency={order.currency} void={status === 'won' || status === 'cancelled'} />}
    >
      <p className="xs muted">{dispute.reason}</p>
      <RespondBy dispute={dispute} />
      <p className="xs dimmed">
        <Parts>
          {words.ofPayment(dispute.paymentNumber)}
          {feeMinor > 0 &&
            ` · ${dispute.isFeeReturned ? words.feeReturned(settledAmount(feeMinor)) : words.fee(settledAmount(feeMinor))}`}
          {dispute.reference && (
            <>
              {' · '}
              <span className="mono">{dispute.reference}</span>
            </>
          )}
        </Parts>
      </p>
      {settlement && (
        <p className="xs muted">
          <Parts>
            {words.taken(settledAmount(settlement.amountMinor))}
            {settlement.returnedMinor > 0 && ` · ${words.givenBack(settledAmount(settlement.returnedMinor))}`}
          </Parts>
        </p>
      )}
      {taxMinor > 0 && <p className="xs muted">{words.tax(amount(taxMinor))}</p>}
      {offsetMinor > 0 && <p className="xs muted">{words.offset(amount(offsetMinor))}</p>}
      {dispute.cancelReason && <p className="xs muted">{words.cancelledBecause(dispute.cancelReason)}</p>}
      {dispute.actions.length > 0 && (
        <ul className="item-actions" aria-label={words.actionsOf(number)}>
          {dispute.actions.map((action) => (
            <li key={action}>
              <ButtonLink
                size="sm"
                href={href('orders', { ...query, order: order.number, action, document: number })}
                data-scroll="keep"
              >
                {(words.actions as Partial<Record<DocumentAction, string>>)[action]}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </PanelItem>
  )
}

/** Until when the provider accepts evidence, for an open chargeback. */
function RespondBy({ dispute: { respondBy, respondInDays } }: { dispute: DisputeView }) {
  const { disputes: words } = useOrderMessages()
  const days = useDayRangeFormat()
  if (respondInDays === null) return null
  return (
    <p className={respondInDays < 3 ? 'xs refund__status-reason' : 'xs muted'}>
      <Parts>{`${words.respondBy(days({ from: respondBy, to: respondBy }))} · ${words.daysLeft(respondInDays)}`}</Parts>
    </p>
  )
}

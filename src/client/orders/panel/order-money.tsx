import { useMessages } from '#client/app/page-context.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { attachmentUrl } from '#client/orders/panel/order-attachments.tsx'
import { DisputeItem } from '#client/orders/panel/dispute-item.tsx'
import { isWaitingDispute, isWaitingRefund } from '#client/orders/panel/needs-attention.ts'
import { entryPart } from '#client/orders/panel/entry-part.tsx'
import { RefundItem } from '#client/orders/panel/refund-item.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Money } from '#client/ui/money.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { Time } from '#client/ui/time.tsx'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { formatMoneyInline } from '#shared/money.ts'
import type { PaymentView } from '#shared/orders/document-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

interface OrderMoneyProps {
  order: OrderView
  /** The store credit of the customer in the currency of the order. */
  creditMinor: number
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** The payments, chargebacks and refunds of an order, apart from those that wait for the user, and its balance. */
export function OrderMoney({ order, creditMinor, query, form }: OrderMoneyProps) {
  const { common } = useMessages()
  const { orders, payments: paymentWords } = useOrderMessages()
  const words = orders.order
  const { currency, payments, balanceMinor, authorizedMinor } = order
  const disputes = order.disputes.filter((dispute) => !isWaitingDispute(dispute))
  const refunds = order.refunds.filter((refund) => !isWaitingRefund(refund))
  const balanceLabel = balanceMinor > 0 ? words.customerOwes : balanceMinor < 0 ? words.weOwe : words.balance
  const balance = (
    <>
      {balanceLabel} <Money minor={Math.abs(balanceMinor)} currency={currency} hideCurrency={balanceMinor === 0} />
    </>
  )
  return (
    <PanelSection title={words.money} end={balance}>
      {creditMinor > 0 && balanceMinor > 0 && order.actions.includes('recordPayment') && (
        <p className="sm">
          {paymentWords.storeCredit.available(formatMoneyInline(creditMinor, currency))}
          {common.sentenceGap}
          <a
            className="link"
            href={href('orders', { ...query, order: order.number, action: 'recordPayment', focus: 'credit' })}
            data-scroll="keep"
          >
            {paymentWords.storeCredit.use}
          </a>
        </p>
      )}
      {payments.length === 0 && authorizedMinor === 0 && (
        <p className="sm muted">{order.paymentStatus === 'voided' ? words.paymentVoided : words.noPayments}</p>
      )}
      {authorizedMinor > 0 && (
        <PanelItem
          icon="credit-card"
          title={paymentWords.authorized}
          end={<Money minor={authorizedMinor} currency={currency} />}
        />
      )}
      {payments.map((payment) => (
        <PaymentItem key={payment.number} payment={payment} order={order} query={query} />
      ))}
      {disputes.map((dispute) => (
        <DisputeItem key={dispute.number} dispute={dispute} order={order} query={query} />
      ))}
      {refunds.map((refund) => (
        <RefundItem key={refund.number} refund={refund} order={order} form={form} />
      ))}
      {order.writtenOffMinor > 0 && (
        <PanelItem
          icon="circle-x"
          title={paymentWords.writeOff.item}
          end={<Money minor={order.writtenOffMinor} currency={currency} />}
        />
      )}
    </PanelSection>
  )
}

function PaymentItem({ payment, order, query }: Pick<OrderMoneyProps, 'order' | 'query'> & { payment: PaymentView }) {
  const { orders, payments: paymentWords } = useOrderMessages()
  const { currency } = order
  const { number, provider, capturedMinor, subsidyMinor, settlement, reference, note, actions } = payment
  return (
    <PanelItem
      icon="credit-card"
      title={paymentWords.providerName(provider)}
      meta={
        <>
          {orders.order.paymentCaptured(number)} <Time at={payment.capturedAt} />
          {entryPart(payment.entryNumber)}
        </>
      }
      end={<Money minor={capturedMinor} currency={currency} sign="always" direction="in" />}
    >
      {subsidyMinor > 0 && (
        <p className="xs muted">
          {paymentWords.subsidyOf(formatMoneyInline(subsidyMinor, currency), paymentWords.providerName(provider))}
        </p>
      )}
      {settlement && (
        <p className="xs muted">
          {paymentWords.settlement.of(formatMoneyInline(settlement.amountMinor, settlement.currency), settlement.rate)}
        </p>
      )}
      {reference && <p className="xs dimmed mono">{reference}</p>}
      {note && <p className="xs muted">{note}</p>}
      <PaymentEvidence order={order} paymentNumber={number} />
      <PaymentActions {...{ order, query, number, actions }} />
    </PanelItem>
  )
}

/** What the user can do with a payment, if anything. */
function PaymentActions({
  order,
  query,
  number,
  actions,
}: Pick<OrderMoneyProps, 'order' | 'query'> & Pick<PaymentView, 'number' | 'actions'>) {
  const words = useOrderMessages().payments.settlement
  return (
    actions.length > 0 && (
      <ul className="item-actions" aria-label={words.actionsOf(number)}>
        {actions.map((action) => (
          <li key={action}>
            <a
              className="link"
              href={href('orders', { ...query, order: order.number, action, document: number })}
              data-scroll="keep"
            >
              {words.actions[action]}
            </a>
          </li>
        ))}
      </ul>
    )
  )
}

/** The file that proves a payment; renders nothing if there is none, or if it was removed. */
function PaymentEvidence({ order, paymentNumber }: { order: OrderView; paymentNumber: string }) {
  const files = order.attachments.filter((attachment) => attachment.paymentNumber === paymentNumber)
  return files.map(({ id, name }) => (
    <p key={id} className="xs">
      <a className="link" href={attachmentUrl(order.number, id)} download>
        <Icon name="paperclip" /> <bdi>{name}</bdi>
      </a>
    </p>
  ))
}

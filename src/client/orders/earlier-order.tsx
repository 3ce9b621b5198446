import { useMessages } from '#client/app/page-context.tsx'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { formatAddress } from '#client/orders/format-address.ts'
import { OrderLines } from '#client/orders/order-lines.tsx'
import { StatusReason } from '#client/orders/status-reason.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { PanelHead, PanelSection } from '#client/ui/panel.tsx'
import { Status } from '#client/ui/status.tsx'
import { Time } from '#client/ui/time.tsx'
import { versionOf } from '#shared/orders/version.ts'
import type { EarlierOrder as EarlierOrderView, OrderView } from '#shared/orders/views.ts'

interface EarlierOrderProps {
  order: OrderView
  /** The order at the requested version; null if there is no such version. */
  earlier: EarlierOrderView | null
  /** Where the current order opens. */
  currentHref: string
}

/** The order as it was after one of its events, to read only. */
export function EarlierOrder({ order, earlier, currentHref }: EarlierOrderProps) {
  const words = useMessages().orders.order
  const back = (
    <a className="link" href={currentHref} data-scroll="keep">
      {words.earlier.back}
    </a>
  )
  if (!earlier)
    return (
      <Empty icon="search" title={words.earlier.missing(order.number)} actions={back}>
        {words.earlier.missingText}
      </Empty>
    )
  const event = order.events.find((each) => versionOf(each) === earlier.version)
  const { customerName, email, phone, note } = earlier
  const shipTo = formatAddress(earlier.shippingAddress)
  const billTo = formatAddress(earlier.billingAddress)
  return (
    <>
      <PanelHead title={order.number} badges={<Status kind="order" value={earlier.status} badge />} />
      <PanelSection>
        <Banner action={back}>
          {words.earlier.title}
          {event && (
            <>
              {' '}
              <Time at={event.at} style="long" />
              {words.earlier.after}
              <EventSentence event={event} omitObject />
            </>
          )}
        </Banner>
        <p className="panel__hint">{words.earlier.text}</p>
      </PanelSection>
      <StatusReason order={earlier} />
      {note && (
        <PanelSection title={words.note}>
          <p className="sm note__text">{note}</p>
        </PanelSection>
      )}
      <OrderLines order={{ ...order, ...earlier }} />
      <PanelSection title={words.customer}>
        <DescriptionList
          items={[
            [words.name, customerName || '–'],
            [words.email, email],
            [words.phone, phone && <span className="num">{phone}</span>],
            [words.shipTo, shipTo],
            [words.billTo, billTo && billTo === shipTo ? words.sameAddress : billTo],
          ]}
        />
      </PanelSection>
    </>
  )
}

import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { ChangeList, describeChanges } from '#client/orders/panel/event-changes.tsx'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { formatAddress } from '#client/orders/format-address.ts'
import { OrderLines } from '#client/orders/panel/order-lines.tsx'
import { StatusReason } from '#client/orders/panel/status-reason.tsx'
import { Tag } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { PanelHead, PanelSection } from '#client/ui/panel.tsx'
import { Status } from '#client/ui/status.tsx'
import { Time } from '#client/ui/time.tsx'
import { listLineNames } from '#shared/orders/describe-field.ts'
import { lineIdOf } from '#shared/orders/fields.ts'
import { versionOf } from '#shared/orders/version.ts'
import type { EarlierOrder as EarlierOrderView, OrdersView } from '#shared/orders/page-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { ReactNode } from 'react'

interface EarlierOrderProps {
  order: OrderView
  /** The order at the requested version; null if there is no such version. */
  earlier: EarlierOrderView | null
  countryNames: OrdersView['countryNames']
  /** Where the current order opens. */
  currentHref: string
}

/** The order as it was after one of its events, to read only. */
export function EarlierOrder({ order, earlier, countryNames, currentHref }: EarlierOrderProps) {
  const { orders } = useOrderMessages()
  const words = orders.order
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
  const { customerName, email, phone, note, tags, changesSince } = earlier
  const changes = describeChanges(changesSince, order.currency, listLineNames(order), orders)
  const changed = new Set(changesSince.map(({ field }) => field))
  /** A value that is different now. */
  const mark = (value: ReactNode, ...fields: string[]): ReactNode =>
    value && [...changed].some((field) => fields.some((each) => field === each || field.startsWith(`${each}.`))) ? (
      <mark>{value}</mark>
    ) : (
      value
    )
  const shipTo = formatAddress(earlier.shippingAddress, countryNames)
  const billTo = formatAddress(earlier.billingAddress, countryNames)
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
      <PanelSection title={words.earlier.changes}>
        {changes.length === 0 ? (
          <p className="sm dimmed">{words.earlier.unchanged}</p>
        ) : (
          <div className="changes">
            <ChangeList items={changes} />
          </div>
        )}
      </PanelSection>
      <StatusReason order={earlier} />
      {note && (
        <PanelSection title={words.note}>
          <p className="sm note__text">{mark(note, 'note')}</p>
        </PanelSection>
      )}
      <OrderLines
        order={{ ...order, ...earlier }}
        progressOf={({ id }) => {
          if (!order.lines.some((line) => line.id === id)) return <mark>{words.earlier.removedSince}</mark>
          return mark([...changed].some((field) => lineIdOf(field) === id) && words.earlier.changedSince, `lines.${id}`)
        }}
      />
      <PanelSection title={words.customer}>
        <DescriptionList
          items={[
            [words.name, mark(customerName || '–', 'customerName')],
            [words.email, mark(email, 'email')],
            [words.phone, mark(phone && <span className="num">{phone}</span>, 'phone')],
            [words.shipTo, mark(shipTo, 'shippingAddress')],
            [words.billTo, mark(billTo && billTo === shipTo ? words.sameAddress : billTo, 'billingAddress')],
            [orders.tags.title, tags.length > 0 ? tags.map((tag) => <Tag key={tag}>{tag}</Tag>) : ''],
          ]}
        />
      </PanelSection>
    </>
  )
}

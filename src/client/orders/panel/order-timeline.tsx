import { type OrderMessages, useOrderMessages } from '#client/orders/use-order-messages.ts'
import { EventSentence } from '#client/events/event-sentence.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { EventChanges } from '#client/orders/panel/event-changes.tsx'
import { listLineNames } from '#shared/orders/describe-field.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import { Timeline, TimelineItem } from '#client/ui/timeline.tsx'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { versionOf } from '#shared/orders/version.ts'
import { href } from '#shared/routes/pages.ts'
import type { EventView } from '#shared/events/views.ts'
import type { EventAction } from '#shared/events/event-actions.ts'
import { formatMoneyInline } from '#shared/money.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { ReactNode } from 'react'

const eventIcons: Partial<Record<EventAction, IconName>> = {
  'order.imported': 'upload',
  'order.created': 'pencil',
  'order.confirmed': 'check',
  'order.discarded': 'trash-2',
  'order.shipped': 'truck',
  'order.delivered': 'truck',
  'order.shipment_corrected': 'pencil',
  'order.shipment_cancelled': 'x',
  'order.return_requested': 'undo-2',
  'order.return_approved': 'check',
  'order.return_rejected': 'circle-x',
  'order.return_received': 'package',
  'order.return_completed': 'check',
  'order.return_cancelled': 'x',
  'order.printed': 'printer',
  'order.document_issued': 'notebook-text',
  'order.edited': 'pencil',
  'order.erased': 'trash-2',
  'order.updated_from_shop': 'upload',
  'order.held': 'clock',
  'order.released': 'rotate-ccw',
  'order.archived': 'archive',
  'order.unarchived': 'rotate-ccw',
  'order.cancelled': 'ban',
  'order.assigned': 'user-check',
  'order.unassigned': 'user',
  'order.tagged': 'tag',
  'order.untagged': 'tag',
  'order.file_attached': 'paperclip',
  'order.file_removed': 'trash-2',
  'order.note_added': 'message-square',
  'order.note_edited': 'pencil',
  'order.note_deleted': 'trash-2',
  'order.note_struck': 'message-square',
  'order.note_restored': 'message-square',
  'order.written_off': 'circle-x',
  'payment.recorded': 'credit-card',
  'payment.captured': 'credit-card',
  'payment.voided': 'circle-x',
  'payment.settled': 'check',
  'payment.unsettled': 'circle-x',
  'refund.requested': 'undo-2',
  'refund.approved': 'undo-2',
  'refund.withdrawn': 'circle-x',
  'refund.rejected': 'circle-x',
  'refund.retried': 'undo-2',
  'refund.failed': 'circle-alert',
  'refund.succeeded': 'undo-2',
  'refund.returned': 'circle-alert',
  'refund.settled': 'check',
  'refund.unsettled': 'circle-x',
  'dispute.opened': 'circle-alert',
  'dispute.won': 'check',
  'dispute.lost': 'circle-x',
  'dispute.reopened': 'rotate-ccw',
  'dispute.cancelled': 'x',
}

interface Moment {
  key: string
  at: number
  icon: IconName
  sentence: ReactNode
}

/** More than this is on further pages, because each takes a third of a millisecond to render. */
const momentsPerPage = 100

/** What happened to an order and when, newest first: its documents at their own times, and what users did. */
export function OrderTimeline({ order, query }: { order: OrderView; query: OrdersPageQuery }) {
  const messages = useOrderMessages()
  const words = messages.orders.order
  const moments = [...listDocumentMoments(order, messages), ...listEventMoments(order, query, messages)]
  const pageCount = Math.ceil(moments.length / momentsPerPage)
  const page = Math.min(query.history ?? 1, pageCount)
  const end = page * momentsPerPage
  const pageHref = (history: number): string =>
    href('orders', { ...query, order: order.number, action: undefined, history: history === 1 ? undefined : history })
  return (
    <PanelSection title={words.timeline}>
      {page > 1 && (
        <a className="link sm" href={pageHref(page - 1)} data-scroll="keep">
          {words.newerEvents}
        </a>
      )}
      <Timeline>
        {moments
          .toSorted((a, b) => b.at - a.at)
          .slice(end - momentsPerPage, end)
          .map(({ key, at, icon, sentence }) => (
            <TimelineItem key={key} icon={icon} at={at}>
              {sentence}
            </TimelineItem>
          ))}
      </Timeline>
      {page < pageCount && (
        <a className="link sm" href={pageHref(page + 1)} data-scroll="keep">
          {words.olderEvents(moments.length - end)}
        </a>
      )}
    </PanelSection>
  )
}

function listEventMoments(order: OrderView, query: OrdersPageQuery, { orders }: OrderMessages): Moment[] {
  const lineNames = listLineNames(order)
  const versionHref = (event: EventView): string | undefined => {
    const version = versionOf(event)
    if (version === undefined || version === order.version) return undefined
    return href('orders', { ...query, order: order.number, action: undefined, version })
  }
  return order.events.map((event) => ({
    key: event.id,
    at: event.at,
    icon: eventIcons[event.action] ?? 'circle',
    sentence: (
      <>
        <EventSentence event={event} omitObject />
        {event.objectType === 'order' && event.parameters['job'] !== undefined && (
          <>
            {' '}
            <a className="link" href={href('orders', { job: String(event.parameters['job']) })}>
              {orders.order.inJob}
            </a>
          </>
        )}
        <EventChanges event={event} currency={order.currency} lineNames={lineNames} versionHref={versionHref(event)} />
        {versionOf(event) === 1 && versionHref(event) !== undefined && (
          <div className="changes">
            <a className="link" href={versionHref(event)} data-scroll="keep">
              {orders.order.earlier.original}
            </a>
          </div>
        )}
      </>
    ),
  }))
}

/** In the order in which they happen, which counts where times are equal. */
function listDocumentMoments(order: OrderView, { orders, payments: { providerName } }: OrderMessages): Moment[] {
  const { happened } = orders.order
  const { currency, payments, refunds, shipments, placedAt, cancelledAt, events } = order
  // The event of a shipment also names the user who shipped it.
  const recordedShipments = events.map(({ parameters }) => parameters['shipment'])
  // So do those of payments and refunds.
  const recordedMoney = events.map(({ parameters }) => parameters['document'])
  const moments: Moment[] = [
    ...(cancelledAt === null ||
    events.some(({ action }) => action === 'order.cancelled' || action === 'order.discarded')
      ? []
      : [{ key: 'cancelled', at: cancelledAt, icon: 'x' as const, sentence: happened.cancelled }]),
    ...refunds
      .filter(({ number, status }) => status === 'succeeded' && !recordedMoney.includes(number))
      .map(({ number, refundedAt, amountMinor, provider }) => ({
        key: number,
        at: refundedAt ?? 0,
        icon: 'undo-2' as const,
        sentence: happened.refunded(formatMoneyInline(amountMinor, currency), providerName(provider)),
      })),
    ...shipments
      .filter(({ number }) => !recordedShipments.includes(number))
      .map(({ number, shippedAt, itemCount, carrier, trackingNumber }) => ({
        key: number,
        at: shippedAt,
        icon: 'truck' as const,
        sentence: happened.shipped(itemCount, carrier, trackingNumber),
      })),
    ...payments
      .filter(({ number }) => !recordedMoney.includes(number))
      .map(({ number, capturedAt, capturedMinor, provider }) => ({
        key: number,
        at: capturedAt,
        icon: 'credit-card' as const,
        sentence: happened.paid(formatMoneyInline(capturedMinor, currency), providerName(provider)),
      })),
  ]
  // Who entered an order is in its event.
  if (events.some(({ action }) => action === 'order.created')) return moments
  return [...moments, { key: 'placed', at: placedAt, icon: 'package', sentence: happened.placed }]
}

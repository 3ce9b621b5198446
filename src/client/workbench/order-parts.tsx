import { EventSentence } from '#client/events/event-sentence.tsx'
import { usePageContext } from '#client/app/page-context.tsx'
import { EditConflicts } from '#client/orders/dialogs/edit-conflicts.tsx'
import { EventChanges } from '#client/orders/panel/event-changes.tsx'
import { LineQuantityFields } from '#client/orders/dialogs/line-quantity-fields.tsx'
import { OrderNotes } from '#client/orders/panel/order-notes.tsx'
import { OrderShipments } from '#client/orders/panel/order-shipments.tsx'
import { Totals } from '#client/orders/panel/order-totals.tsx'
import { RefundItem } from '#client/orders/panel/refund-item.tsx'
import { Timeline, TimelineItem } from '#client/ui/timeline.tsx'
import { Example } from '#client/workbench/example.tsx'
import * as sample from '#client/workbench/sample-order.ts'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'

const order = {
  number: 'SO260923-00042',
  currency: 'CNY',
  lines: [],
  events: [],
  payments: [],
  ownRefundLimitMinor: null,
}
const emptyQuery = {
  status: [],
  payment: [],
  fulfillment: [],
  currency: [],
  balance: [],
  has: [],
  archived: [],
  orderCount: [],
  not: [],
  selected: [],
}

/** Notes, shipments, refunds, sums and changes of an order, and the special fields of its dialogs. */
export function OrderParts() {
  const { words } = useWorkbenchMessages()
  const { now } = usePageContext()
  const edit = sample.sampleEdit(now)
  return (
    <Example topic="orderParts">
      <div className="example__grid example__grid--2">
        <div>
          <OrderNotes order={{ number: order.number, notes: sample.sampleNotes(now) }} form={null} />
          <OrderShipments order={{ number: order.number, shipments: sample.sampleShipments(now) }} query={emptyQuery} />
        </div>
        <div>
          {sample.sampleRefunds(now).map((refund) => (
            <RefundItem key={refund.number} refund={refund} order={order} form={null} />
          ))}
          <div className="example__list">
            <Totals order={sample.sampleTotals} />
          </div>
        </div>
        <Timeline>
          <TimelineItem icon="pencil" at={edit.at}>
            <EventSentence event={edit} omitObject />
            <EventChanges
              event={edit}
              currency={order.currency}
              lineNames={sample.sampleLineNames}
              versionHref={undefined}
            />
          </TimelineItem>
        </Timeline>
        <div>
          <LineQuantityFields legend={words.someLines} items={sample.sampleQuantities} />
          {/* Folded, because the first choice of a conflict takes the focus. */}
          <details className="example__list sm">
            <summary>{words.conflict}</summary>
            <EditConflicts order={order} conflicts={sample.sampleConflicts} version={undefined} posted={{}} />
          </details>
        </div>
      </div>
    </Example>
  )
}

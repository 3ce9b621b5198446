import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { Status } from '#client/ui/status.tsx'
import { Time } from '#client/ui/time.tsx'
import type { DocumentAction } from '#shared/orders/actions.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { ShipmentView } from '#shared/orders/document-views.ts'
import { href } from '#shared/routes/pages.ts'

interface OrderShipmentsProps {
  order: Pick<OrderView, 'number' | 'shipments'>
  query: OrdersPageQuery
}

/** The shipments of an order and what can be done with each; renders nothing if there are none. */
export function OrderShipments({ order, query }: OrderShipmentsProps) {
  const { orders, shipping } = useOrderMessages()
  if (order.shipments.length === 0) return null
  const toHref = (action: DocumentAction, document?: string): string =>
    href('orders', { ...query, order: order.number, action, document })
  const deliverable = order.shipments.filter(({ actions }) => actions.includes('deliverShipment')).length
  return (
    <PanelSection title={orders.order.shipments}>
      {order.shipments.map((shipment) => (
        <Shipment key={shipment.number} shipment={shipment} toHref={toHref} />
      ))}
      {deliverable > 1 && (
        <ButtonLink size="sm" href={toHref('deliverShipment')} data-scroll="keep">
          {shipping.deliverAll(deliverable)}
        </ButtonLink>
      )}
    </PanelSection>
  )
}

interface ShipmentProps {
  shipment: ShipmentView
  toHref: (action: DocumentAction, document: string) => string
}

function Shipment({ shipment, toHref }: ShipmentProps) {
  const { orders, shipping } = useOrderMessages()
  const { number, carrier, trackingNumber, status, shippedAt, deliveredAt, cancelReason, itemCount, actions } = shipment
  return (
    <PanelItem
      icon="truck"
      title={
        <>
          {carrier} <TrackingNumber shipment={shipment} />
          {trackingNumber && <CopyButton text={trackingNumber} label={orders.order.copyTracking} />}
        </>
      }
      meta={
        <>
          {orders.order.shipmentSummary(number, itemCount)} <Time at={shippedAt} />
          {deliveredAt !== null && (
            <>
              {' · '}
              {shipping.delivered} <Time at={deliveredAt} />
            </>
          )}
        </>
      }
      end={<Status kind="shipment" value={status} />}
    >
      {cancelReason && <p className="xs muted">{shipping.cancelledBecause(cancelReason)}</p>}
      {actions.length > 0 && (
        <ul className="item-actions" aria-label={shipping.actionsOf(number)}>
          {actions.map((action) => (
            <li key={action}>
              <ButtonLink size="sm" href={toHref(action, number)} data-scroll="keep">
                {(shipping.actions as Partial<Record<DocumentAction, string>>)[action]}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </PanelItem>
  )
}

/** Links to the carrier's page of the parcel, if that is known. */
function TrackingNumber({ shipment: { trackingNumber, trackingUrl } }: { shipment: ShipmentView }) {
  const { shipping } = useOrderMessages()
  if (!trackingNumber) return null
  const number = <span className="tracking num">{trackingNumber}</span>
  if (trackingUrl === null) return number
  return (
    <a
      className="link"
      href={trackingUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={shipping.track(trackingNumber)}
    >
      {number}
    </a>
  )
}

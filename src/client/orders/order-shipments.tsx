import { useMessages } from '#client/app/page-context.tsx'
import { CopyButton, PanelItem } from '#client/ui/description-list.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { Time } from '#client/ui/time.tsx'
import type { OrderView } from '#shared/orders/views.ts'

/** The shipments of an order; renders nothing if there are none. */
export function OrderShipments({ order }: { order: OrderView }) {
  const words = useMessages().orders.order
  if (order.shipments.length === 0) return null
  return (
    <PanelSection title={words.shipments}>
      {order.shipments.map(({ number, carrier, trackingNumber, shippedAt, itemCount }) => (
        <PanelItem
          key={number}
          icon="truck"
          title={
            <>
              {carrier}{' '}
              {trackingNumber && (
                <>
                  <span className="tracking num">{trackingNumber}</span>{' '}
                  <CopyButton text={trackingNumber} label={words.copyTracking} />
                </>
              )}
            </>
          }
          meta={
            <>
              {words.shipmentSummary(number, itemCount)} <Time at={shippedAt} />
            </>
          }
        />
      ))}
    </PanelSection>
  )
}

import { usePageContext } from '#client/app/page-context.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { CarrierField } from '#client/orders/dialogs/carrier-field.tsx'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { OrderView } from '#shared/orders/views.ts'
import type { ShipmentView } from '#shared/orders/document-views.ts'
import { href } from '#shared/routes/pages.ts'

interface ShipmentDialogProps extends OrderDialogProps {
  shipment: ShipmentView
}

/** Marks a parcel as delivered, or without one all that are on their way. */
export function DeliverDialog({ shipment, ...props }: OrderDialogProps & { shipment: ShipmentView | undefined }) {
  const words = useOrderMessages().shipping.deliver
  const { book } = usePageContext()
  const { number, shipments } = props.order
  const parcels = shipments.filter(({ status }) => status === 'shipped').length
  return (
    <OrderDialog
      {...props}
      endpoint="deliverShipment"
      hiddenValues={{ ...hiddenValuesOf(props.order), ...(shipment && { shipment: shipment.number }) }}
      title={shipment ? words.title(shipment.number) : words.titleAll(parcels)}
      text={words.text(number)}
      submit={words.submit}
      done={words.done(number)}
    >
      <TextField
        name="deliveredAt"
        type="datetime-local"
        label={words.at}
        hint={words.atHint(book.timeZone)}
        optional
        autoFocus
      />
    </OrderDialog>
  )
}

export function CorrectShipmentDialog({ shipment, ...props }: ShipmentDialogProps) {
  const { orders, shipping } = useOrderMessages()
  const words = shipping.correct
  return (
    <OrderDialog
      {...props}
      endpoint="correctShipment"
      hiddenValues={{ ...hiddenValuesOf(props.order), shipment: shipment.number }}
      title={words.title(shipment.number)}
      text={words.text}
      submit={words.submit}
      done={words.done(shipment.number)}
    >
      <CarrierField
        carriers={props.carriers}
        carriersHref={href('orders', { ...props.query, order: props.order.number, action: 'carriers' })}
        defaultValue={shipment.carrier}
      />
      <TextField
        name="trackingNumber"
        label={orders.ship.trackingNumber}
        defaultValue={shipment.trackingNumber}
        optional
        maxLength={60}
        autoComplete="off"
        autoFocus
      />
    </OrderDialog>
  )
}

export function CancelShipmentDialog({ shipment, ...props }: ShipmentDialogProps) {
  const { orders, shipping } = useOrderMessages()
  const words = shipping.cancel
  return (
    <OrderDialog
      {...props}
      endpoint="cancelShipment"
      hiddenValues={{ ...hiddenValuesOf(props.order), shipment: shipment.number }}
      title={words.title(shipment.number)}
      text={words.text(shipment.itemCount)}
      submit={words.submit}
      done={words.done(shipment.number)}
      keep={words.keep}
      danger
    >
      <TextField name="reason" label={orders.actions.reason} maxLength={200} autoFocus />
    </OrderDialog>
  )
}

const hiddenValuesOf = ({ number, version }: OrderView) => ({ number, version })

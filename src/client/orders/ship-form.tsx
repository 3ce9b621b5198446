import { reloadScreen } from '#client/navigation.ts'
import { useMessages, useRight } from '#client/screen.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { rolesWith } from '#shared/rights.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { FormOutcome } from '#shared/screen.ts'
import { useEffect, useRef, type KeyboardEvent } from 'react'

/** Ships everything that is left in one parcel: the button unfolds the form in its place, with or without script. */
export function ShipForm({ order, form }: { order: OrderView; form: FormOutcome | null }) {
  const words = useMessages().orders.ship
  const details = useRef<HTMLDetailsElement>(null)
  const items = itemsToShip(order)
  const fold = () => {
    if (details.current) details.current.open = false
    details.current?.querySelector('summary')?.focus()
  }
  // Another order is another form: what was typed for one must not be sent for the next.
  useEffect(() => {
    if (details.current) details.current.open = form?.endpoint === 'shipOrder'
  }, [order.number, form])
  return (
    <details
      className="ship"
      ref={details}
      open={form?.endpoint === 'shipOrder'}
      onToggle={({ currentTarget }) =>
        currentTarget.open && currentTarget.querySelector<HTMLElement>('[name=carrier]')?.focus()
      }
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !details.current?.open) return
        event.preventDefault()
        fold()
      }}
    >
      <summary className="btn btn--primary">
        <Icon name="truck" />
        {words.button(items)}
      </summary>
      <Form
        key={order.number}
        endpoint="shipOrder"
        input={{ number: order.number, version: order.version }}
        outcome={form}
        className="ship__form"
        onAnswer={({ number, shipments }) => {
          notify({
            kind: 'success',
            title: words.done,
            description: words.doneText(number, shipments.at(-1)?.carrier ?? ''),
          })
          void reloadScreen()
        }}
      >
        <h3>{words.title(items)}</h3>
        <div className="ship__fields">
          <CarrierField suggested={order.shippingMethod} />
          <TextField name="trackingNumber" label={words.trackingNumber} maxLength={60} autoComplete="off" />
        </div>
        <Buttons onCancel={fold} />
      </Form>
    </details>
  )
}

function CarrierField({ suggested }: { suggested: string }) {
  const words = useMessages().orders.ship
  const { valueOf } = useForm()
  const known = suggested === '' || words.carriers.includes(suggested) ? words.carriers : [suggested, ...words.carriers]
  return (
    <Field name="carrier" label={words.carrier}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            list="carriers"
            maxLength={60}
            autoComplete="off"
            defaultValue={valueOf('carrier') ?? ''}
          />
          <datalist id="carriers">
            {known.map((carrier) => (
              <option key={carrier} value={carrier} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}

function Buttons({ onCancel }: { onCancel: () => void }) {
  const { orders, common } = useMessages()
  const { busy } = useForm()
  return (
    <div className="ship__buttons">
      <Button className="needs-script" onClick={onCancel}>
        {common.cancel}
      </Button>
      <Button type="submit" variant="primary" busy={busy}>
        {orders.ship.submit}
      </Button>
    </div>
  )
}

/** Why the order cannot be shipped now, in one sentence with the way out; nothing where it can, or where nothing is left to say. */
export function WhyNotShip({ order }: { order: OrderView }) {
  const { orders, common, staff } = useMessages()
  const mayShip = useRight('shipments.manage')
  if (order.actions.includes('ship')) return null
  const { why } = orders.ship
  const text =
    itemsToShip(order) === 0
      ? why.nothingLeft
      : order.status !== 'open'
        ? why[order.status]
        : mayShip
          ? null
          : common.rightMissing(
              staff.rights['shipments.manage'],
              common.list(rolesWith('shipments.manage').map((role) => common.roles[role])),
            )
  if (text === null) return null
  return (
    <section className="panel__section">
      <p className="why">
        <Icon name="info" />
        <span>{text}</span>
      </p>
    </section>
  )
}

/** How many pieces are left that have to leave the house. */
function itemsToShip({ lines }: OrderView): number {
  let items = 0
  for (const { requiresShipping, quantity, shippedQuantity } of lines)
    if (requiresShipping) items += quantity - shippedQuantity
  return items
}

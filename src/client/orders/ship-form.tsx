import { revalidate } from '#client/navigation/router.ts'
import { closeDetails, useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { openQuantityOf } from '#shared/orders/order.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { useEffect, useRef } from 'react'

/** Ships all open quantities in one shipment. The button expands the form in place, with or without script. */
export function ShipForm({ order, form }: { order: OrderView; form: FormOutcome | null }) {
  const words = useMessages().orders.ship
  const details = useRef<HTMLDetailsElement>(null)
  useDismissDetails(details)
  const items = countItemsToShip(order)
  const returned = form?.endpoint === 'shipOrder'
  // Collapse the form when another order opens, so that values typed for one order are not sent for the next.
  useEffect(() => {
    if (details.current) details.current.open = returned
  }, [order.number, returned])
  const onShipped = async ({ number, shipments }: OrderView) => {
    notify({ kind: 'success', title: words.done, description: words.doneText(number, shipments.at(-1)?.carrier ?? '') })
    const panel = details.current?.closest<HTMLElement>('.panel')
    await revalidate()
    // The form has disappeared: focus the panel, so that J, K and Escape keep working.
    panel?.focus({ preventScroll: true })
  }
  // The order has changed: show its current state and keep the typed values. If nothing is left to ship, the form disappears with its
  // error, so show the error as a notification.
  const onProblem = async ({ type, title }: Problem) => {
    if (type !== '/problems/changed-meanwhile' && type !== '/problems/illegal-transition') return
    await revalidate()
    if (!details.current) notify({ kind: 'warning', title, description: words.orderRefreshed })
  }
  return (
    <details className="ship" ref={details} open={returned} onToggle={focusCarrier}>
      <summary className="btn btn--primary">
        <Icon name="truck" />
        {words.button(items)}
      </summary>
      <Form
        key={order.number}
        endpoint="shipOrder"
        hiddenValues={{ number: order.number, version: order.version }}
        outcome={form}
        className="ship__form"
        onAnswer={(answer) => void onShipped(answer)}
        onProblem={(problem) => void onProblem(problem)}
      >
        <h3>{words.title(items)}</h3>
        <div className="ship__fields">
          <CarrierField suggested={order.shippingMethod} />
          <TextField name="trackingNumber" label={words.trackingNumber} optional maxLength={60} autoComplete="off" />
        </div>
        <Buttons onCancel={() => closeDetails(details.current)} />
      </Form>
    </details>
  )
}

/** The number of items that are still to be shipped. */
export const countItemsToShip = ({ lines }: OrderView): number =>
  lines.reduce((items, line) => items + openQuantityOf(line), 0)

const focusCarrier = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
  if (currentTarget.open) currentTarget.querySelector<HTMLElement>('[name=carrier]')?.focus()
}

function CarrierField({ suggested }: { suggested: string }) {
  const words = useMessages().orders.ship
  const { getValue } = useForm()
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
            defaultValue={getValue('carrier')}
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

import { shortcutKeys } from '#client/app/keys.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { CarrierField } from '#client/orders/dialogs/carrier-field.tsx'
import { LineQuantityFields } from '#client/orders/dialogs/line-quantity-fields.tsx'
import { closeDetails, openDetails, useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { isKnownCarrier } from '#shared/orders/carriers.ts'
import { openQuantityOf } from '#shared/orders/order.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { CarrierView } from '#shared/orders/document-views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'
import { useEffect, useRef, useState } from 'react'

interface ShipFormProps {
  order: OrderView
  query: OrdersPageQuery
  carriers: readonly CarrierView[]
  /** Where the next order of the list opens; undefined for the last one. */
  nextHref: string | undefined
  form: FormOutcome | null
}

/** The next parcel is likely to go by the same carrier. */
let lastCarrier = ''

/** The quantity fields of an order with more lines are only rendered once the form is open: a page should not wait for a thousand fields. */
const maxClosedLines = 50
/** The maximum number of lines that a form sends: an order with more lines can only be shipped completely here. */
const maxChosenLines = 1000

/** Ships all remaining items, or some of them, in one parcel. The button expands the form in place, with or without script. */
export function ShipForm({ order, query, carriers, nextHref, form }: ShipFormProps) {
  const words = useOrderMessages().orders.ship
  const details = useRef<HTMLDetailsElement>(null)
  useDismissDetails(details)
  const lines = order.lines.filter((line) => openQuantityOf(line) > 0)
  const itemsLeft = lines.reduce((items, line) => items + openQuantityOf(line), 0)
  const startsOpen = form?.endpoint === 'shipOrder' || query.action === 'ship'
  const [isOpen, setOpen] = useState(startsOpen)
  const [chosen, setChosen] = useState<number | null>(null)
  // Every parcel starts with an empty form.
  const [parcel, setParcel] = useState(1)
  useEffect(() => {
    if (!details.current) return
    details.current.open = startsOpen
    if (startsOpen) findFirstEmpty(details.current)?.focus()
  }, [startsOpen])

  const clear = (): void => {
    setParcel(parcel + 1)
    setChosen(null)
  }
  const cancel = (): void => {
    closeDetails(details.current)
    clear()
  }
  const onShipped = async (answer: OrderView) => {
    const { number, shipments } = answer
    lastCarrier = shipments.at(-1)?.carrier ?? ''
    notify({ kind: 'success', title: words.done, description: words.doneText(number, shipments.at(-1)?.carrier ?? '') })
    const panel = details.current?.closest<HTMLElement>('.panel')
    if (details.current) details.current.open = false
    clear()
    if (nextHref !== undefined && !isListed(query, answer)) navigate(nextHref)
    else await revalidate()
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
    <details
      className="ship"
      ref={details}
      open={startsOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open && !currentTarget.querySelector('input:focus')) findFirstEmpty(currentTarget)?.focus()
      }}
    >
      <summary
        className="btn btn--primary"
        onClick={(event) => openDetails(event, findFirstEmpty)}
        aria-keyshortcuts={shortcutKeys.order.ship}
      >
        <Icon name="truck" />
        {words.button(itemsLeft)}
      </summary>
      <Form
        key={parcel}
        endpoint="shipOrder"
        hiddenValues={{ number: order.number, version: order.version }}
        outcome={form}
        className="ship__form"
        onAnswer={(answer) => void onShipped(answer)}
        onProblem={(problem) => void onProblem(problem)}
      >
        <h3>{words.title(chosen ?? itemsLeft)}</h3>
        {itemsLeft > 1 && <ItemFields order={order} lines={lines} query={query} isOpen={isOpen} onSum={setChosen} />}
        <div className="ship__fields">
          <CarrierField
            carriers={carriers}
            carriersHref={href('orders', { ...query, order: order.number, action: 'carriers' })}
            suggested={order.shippingMethod}
            defaultValue={isKnownCarrier(order.shippingMethod, carriers) ? order.shippingMethod : lastCarrier}
          />
          <TextField name="trackingNumber" label={words.trackingNumber} optional maxLength={60} autoComplete="off" />
        </div>
        <Buttons onCancel={cancel} />
      </Form>
    </details>
  )
}

interface ItemFieldsProps extends Pick<ShipFormProps, 'order' | 'query'> {
  /** The lines that have open items. */
  lines: OrderView['lines']
  /** Whether the form is. */
  isOpen: boolean
  onSum: (items: number) => void
}

/** Chooses what is shipped. */
function ItemFields({ order, lines, query, isOpen, onSum }: ItemFieldsProps) {
  const words = useOrderMessages().shipping
  if (lines.length > maxChosenLines) return null
  if (!isOpen && lines.length > maxClosedLines)
    return (
      <ButtonLink variant="ghost" href={href('orders', { ...query, order: order.number, action: 'ship' })}>
        {words.chooseItems}
      </ButtonLink>
    )
  return (
    <LineQuantityFields
      legend={words.items}
      items={lines.map((line) => ({
        id: line.id,
        name: line.name,
        maximum: openQuantityOf(line),
        defaultQuantity: openQuantityOf(line),
      }))}
      onSum={onSum}
    />
  )
}

const findFirstEmpty = (form: HTMLElement): HTMLInputElement | undefined =>
  [...form.querySelectorAll<HTMLInputElement>('[name=carrier], [name=trackingNumber]')].find(({ value }) => !value)

/** Whether an order with these statuses still belongs in the list. */
const isListed = (
  query: OrdersPageQuery,
  { status, paymentStatus, fulfillmentStatus }: Pick<OrderView, 'status' | 'paymentStatus' | 'fulfillmentStatus'>,
): boolean => {
  const includes = (chosen: readonly string[], value: string): boolean => chosen.length === 0 || chosen.includes(value)
  return (
    includes(query.status, status) &&
    includes(query.payment, paymentStatus) &&
    includes(query.fulfillment, fulfillmentStatus)
  )
}

function Buttons({ onCancel }: { onCancel: () => void }) {
  const { orders, common } = useOrderMessages()
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

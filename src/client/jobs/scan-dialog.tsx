import { describeProblem } from '#client/api/describe-problem.ts'
import { useMessages, usePageContext, usePermission } from '#client/app/page-context.tsx'
import { playTone } from '#client/browser/play-tone.ts'
import { emptyScan, type ScanError, type ScanOutcome, takeScan } from '#client/jobs/scan-parcels.ts'
import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { bulkPermissions } from '#shared/orders/bulk-actions.ts'
import { listCarrierNames } from '#shared/orders/carriers.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { href } from '#shared/routes/pages.ts'
import { type FormEvent, useRef, useState } from 'react'

/** A station for packing: an order is scanned, then the label of its parcel. The field keeps the focus, and scans wait for each other. */
export function ScanDialog({ query, data }: { query: OrdersPageQuery; data: OrdersView }) {
  const { dialog, scan: words, missingPermission } = useJobMessages()
  const { locale } = usePageContext()
  const [carrier, setCarrier] = useState('')
  const { state, scan, release } = useScans(carrier)
  const field = useRef<HTMLInputElement>(null)
  const closeHref = href('orders', { ...query, bulk: undefined })
  const frame = { open: true, onClose: () => navigate(closeHref), closeHref, title: words.title }
  if (!usePermission(bulkPermissions.ship))
    return (
      <Dialog {...frame}>
        <MissingPermission permission={bulkPermissions.ship} title={missingPermission} />
      </Dialog>
    )
  const onScan = (event: FormEvent): void => {
    event.preventDefault()
    const text = field.current?.value.trim() ?? ''
    if (field.current) field.current.value = ''
    field.current?.focus()
    if (text !== '') scan(text)
  }
  const carriers = [...new Set([...data.carriers.map(({ name }) => name), ...listCarrierNames(locale)])]
  const { order, parcels, last } = state
  return (
    <Dialog {...frame} size="lg" description={words.text}>
      <form className="dialog-form scan" onSubmit={onScan}>
        <TextField name="carrier" label={dialog.carrier} maxLength={60} suggestions={carriers} onValue={setCarrier} />
        <Field name="scan" label={order ? words.scanParcel(order.number) : words.scanOrder}>
          {(control) => (
            <span className="scan__entry">
              <input
                {...control}
                ref={field}
                className="input scan__field"
                autoComplete="off"
                maxLength={60}
                data-autofocus
              />
              <Button type="submit">{words.enter}</Button>
            </span>
          )}
        </Field>
        <div className="scan__state" data-kind={last?.kind ?? 'none'} role="status">
          {last ? <Outcome last={last} /> : words.ready}
        </div>
        {order && (
          <div>
            <Button
              size="sm"
              onClick={() => {
                release()
                field.current?.focus()
              }}
            >
              {words.otherOrder}
            </Button>
          </div>
        )}
        {parcels.length > 0 && <Parcels parcels={parcels} />}
        <a className="link sm" href={href('orders', { ...query, bulk: 'ship' })} data-scroll="keep">
          {words.useRows}
        </a>
      </form>
    </Dialog>
  )
}

/** What was scanned so far. A scanner does not wait for the answer to the scan before: each scan starts from what the one before has left. */
function useScans(carrier: string) {
  const [state, setState] = useState(emptyScan)
  const current = useRef({ state, queue: Promise.resolve() })
  const show = (next: typeof state): void => {
    current.current.state = next
    setState(next)
  }
  const scan = (text: string): void => {
    const take = async (): Promise<void> => {
      const next = await takeScan(current.current.state, text, carrier)
      playTone(next.last?.kind === 'error' ? 'error' : 'success')
      show(next)
    }
    current.current.queue = current.current.queue.then(take)
  }
  /** Forgets the scanned order. */
  const release = (): void => show({ ...state, order: null, last: null })
  return { state, scan, release }
}

/** The parcels that were shipped since the dialog opened. */
function Parcels({ parcels }: { parcels: (typeof emptyScan)['parcels'] }) {
  const { scan: words } = useJobMessages()
  return (
    <section>
      <h3>{words.shipped(parcels.length)}</h3>
      <ul className="job-list scan__parcels">
        {parcels.map((parcel) => (
          <li key={parcel.trackingNumber}>
            <a className="link" href={href('orders', { order: parcel.order })}>
              {parcel.order}
            </a>{' '}
            <span className="num">{parcel.trackingNumber}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ last }: { last: ScanOutcome }) {
  const { common } = useMessages()
  const { job, scan: words } = useJobMessages()
  const describeError = (error: ScanError): string => {
    if (error.type === 'problem') return describeProblem(error.problem, common).description
    return error.type === 'not-shippable' ? job.reason(error.reason) : words.errors[error.type]
  }
  if (last.kind === 'error')
    return (
      <>
        <Icon name="circle-alert" /> <strong>{last.text}</strong> {describeError(last.error)}
      </>
    )
  const [icon, number, text] =
    last.kind === 'order'
      ? (['package', last.order.number, words.found(last.order.customerName, itemsOf(last.order))] as const)
      : (['check', last.parcel.order, words.done(last.parcel.trackingNumber)] as const)
  return (
    <>
      <Icon name={icon} /> <strong>{number}</strong> {text}
    </>
  )
}

const itemsOf = ({ lines }: { lines: readonly { quantity: number; shippedQuantity: number }[] }): number =>
  lines.reduce((sum, line) => sum + line.quantity - line.shippedQuantity, 0)

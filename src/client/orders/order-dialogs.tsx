import { useMessages } from '#client/app/page-context.tsx'
import { OrderDialog } from '#client/orders/order-dialog.tsx'
import { useAnnotations } from '#client/orders/use-annotations.ts'
import { TextAreaField, TextField } from '#client/ui/field.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { noteMaxLength } from '#shared/constants.ts'
import type { Annotation, DocumentAction, OrderAction } from '#shared/orders/actions.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'
import { Fragment, type ReactNode } from 'react'

export interface OrderDialogProps {
  order: OrderView
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** The actions and annotations that ask for something in a dialog, which `?action=` opens. */
const dialogs: Partial<
  Record<OrderAction | Annotation, { endpoint: EndpointName; render: (props: OrderDialogProps) => ReactNode }>
> = {
  hold: { endpoint: 'holdOrder', render: (props) => <HoldDialog {...props} /> },
  cancel: { endpoint: 'cancelOrder', render: (props) => <CancelDialog {...props} /> },
  note: { endpoint: 'addNote', render: (props) => <NoteDialog {...props} /> },
}

/** The dialog of the action in the URL, or of the form that came back with errors; none if the order does not allow it. */
export function OpenOrderDialog({
  action,
  ...props
}: OrderDialogProps & { action: OrderAction | DocumentAction | Annotation | undefined }) {
  const possible = [...props.order.actions, ...useAnnotations()]
  const failed = props.form?.problem ? props.form.endpoint : undefined
  const open = possible.find((each) => each === action || (failed && dialogs[each]?.endpoint === failed))
  return open && <Fragment key={props.order.number}>{dialogs[open]?.render(props)}</Fragment>
}

function HoldDialog(props: OrderDialogProps) {
  const { actions } = useMessages().orders
  return (
    <OrderDialog
      {...props}
      endpoint="holdOrder"
      title={actions.hold.title(props.order.number)}
      text={actions.hold.text}
      submit={actions.hold.submit}
      done={actions.hold.done(props.order.number)}
    >
      <TextField name="reason" label={actions.reason} hint={actions.hold.reasonHint} maxLength={200} autoFocus />
      <TextField name="until" type="date" label={actions.hold.until} hint={actions.hold.untilHint} optional />
    </OrderDialog>
  )
}

function CancelDialog(props: OrderDialogProps) {
  const { actions } = useMessages().orders
  return (
    <OrderDialog
      {...props}
      endpoint="cancelOrder"
      title={actions.cancel.title(props.order.number)}
      text={actions.cancel.text}
      submit={actions.cancel.submit}
      done={actions.cancel.done(props.order.number)}
      keep={actions.cancel.keep}
      danger
    >
      <TextField name="reason" label={actions.reason} maxLength={200} autoFocus />
    </OrderDialog>
  )
}

function NoteDialog(props: OrderDialogProps) {
  const { notes } = useMessages().orders
  const { number } = props.order
  return (
    <OrderDialog
      {...props}
      endpoint="addNote"
      hiddenValues={{ number }}
      title={notes.addTitle(number)}
      text={notes.addText}
      submit={notes.add}
      done={notes.added}
    >
      <TextAreaField name="text" label={notes.label} rows={5} maxLength={noteMaxLength} autoFocus />
    </OrderDialog>
  )
}

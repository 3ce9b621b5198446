import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { OrderDialog } from '#client/orders/dialogs/order-dialog.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Field, SelectField, TextAreaField, TextField } from '#client/ui/field.tsx'
import { attachmentLimitBytes, maxAttachments, noteMaxLength, tagMaxLength } from '#shared/constants.ts'

export function NoteDialog(props: OrderDialogProps) {
  const { notes } = useOrderMessages().orders
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
      {props.isErased && <ErasedBanner />}
      <TextAreaField name="text" label={notes.label} rows={5} maxLength={noteMaxLength} autoFocus />
    </OrderDialog>
  )
}

/** Asks not to add again what the customer asked to erase. */
const ErasedBanner = () => <Banner kind="warning">{useOrderMessages().customers.erasedReminder}</Banner>

/** Assigns the order to a person, or removes the assignee. */
export function AssignDialog(props: OrderDialogProps) {
  const { assignee } = useOrderMessages().orders
  const { order, assignees } = props
  return (
    <OrderDialog
      {...props}
      endpoint="assignOrder"
      hiddenValues={{ number: order.number }}
      title={assignee.title(order.number)}
      text={assignee.text}
      submit={assignee.submit}
      done={assignee.done(order.number)}
      danger={false}
    >
      <SelectField
        name="assigneeId"
        label={assignee.label}
        required={false}
        defaultValue={order.assigneeId ?? ''}
        options={[
          { value: '', label: assignee.none },
          ...assignees.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </OrderDialog>
  )
}

export function TagDialog(props: OrderDialogProps) {
  const { tags: words } = useOrderMessages().orders
  const { order, tags } = props
  const suggested = tags.filter((tag) => !order.tags.includes(tag))
  return (
    <OrderDialog
      {...props}
      endpoint="tagOrder"
      hiddenValues={{ number: order.number }}
      title={words.addTitle(order.number)}
      text={words.addText}
      submit={words.add}
      done={words.added}
    >
      <TextField name="tag" label={words.label} maxLength={tagMaxLength} suggestions={suggested} autoFocus />
    </OrderDialog>
  )
}

export function AttachDialog(props: OrderDialogProps) {
  const { attachments: words } = useOrderMessages()
  const { number } = props.order
  return (
    <OrderDialog
      {...props}
      endpoint="attachFile"
      hiddenValues={{ number }}
      encType="multipart/form-data"
      title={words.addTitle(number)}
      text={words.addText}
      submit={words.submit}
      done={words.added}
    >
      {props.isErased && <ErasedBanner />}
      <Field name="file" label={words.label} hint={words.limits(attachmentLimitBytes / 1024 / 1024, maxAttachments)}>
        {(control) => <input {...control} type="file" className="input input--file" autoFocus />}
      </Field>
    </OrderDialog>
  )
}

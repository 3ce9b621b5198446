import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import type { CustomerDialogProps } from '#client/customers/customer-dialogs.tsx'
import { SpentAmounts } from '#client/customers/spent-amounts.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { href } from '#shared/routes/pages.ts'
import { Fragment } from 'react'

/** Shows what will be erased and what stays, and asks for the name or the number of the customer as confirmation. */
export function EraseDialog({ customer, customers: { erasure }, closeHref, form }: CustomerDialogProps) {
  const { customers, common } = useOrderMessages()
  const words = customers.erase
  const { number, name } = customer
  const unfinished = erasure?.unfinished ?? []
  const hasCredit = customer.storeCredit.length > 0
  const canErase = unfinished.length === 0 && !hasCredit
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.title(number)}
      description={words.text}
    >
      <Form
        endpoint="eraseCustomer"
        hiddenValues={{ customer: number }}
        outcome={form}
        action={closeHref}
        className="dialog-form"
        onAnswer={() => {
          notify({ kind: 'success', title: words.done(number) })
          navigate(closeHref)
        }}
      >
        {unfinished.length > 0 && <UnfinishedOrders numbers={unfinished} />}
        {hasCredit && (
          <Banner kind="warning">
            {words.hasCredit}
            {common.sentenceGap}
            <SpentAmounts spent={customer.storeCredit} />
          </Banner>
        )}
        <ul className="facts sm">
          <li>{words.replaced(customer.orderCount)}</li>
          {erasure && erasure.noteCount + erasure.attachmentCount > 0 && (
            <li>{words.deleted(erasure.noteCount, erasure.attachmentCount)}</li>
          )}
          <li>{words.stays}</li>
          {erasure && erasure.documentCount > 0 && <li>{words.documents(erasure.documentCount)}</li>}
        </ul>
        {canErase && (
          <TextField
            name="confirmation"
            label={words.confirmation(name, number)}
            maxLength={200}
            autoComplete="off"
            autoFocus
          />
        )}
        <DialogButtons closeHref={closeHref} keep={words.keep} autoFocus={!canErase}>
          {canErase && <SubmitButton variant="danger">{words.submit}</SubmitButton>}
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function UnfinishedOrders({ numbers }: { numbers: readonly string[] }) {
  const { customers, common } = useOrderMessages()
  return (
    <Banner kind="warning">
      {customers.erase.unfinished}
      {common.sentenceGap}
      {numbers.map((number, index) => (
        <Fragment key={number}>
          {index > 0 && ', '}
          <a className="ref" href={href('orders', { order: number })}>
            {number}
          </a>
        </Fragment>
      ))}
    </Banner>
  )
}

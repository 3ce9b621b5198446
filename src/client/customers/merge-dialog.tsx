import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import type { CustomerDialogProps } from '#client/customers/customer-dialogs.tsx'
import { SpentAmounts } from '#client/customers/spent-amounts.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { HiddenFields } from '#client/ui/hidden-fields.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { CustomerView, PageCustomers } from '#shared/customers/views.ts'
import { pickListParameters } from '#shared/list/url.ts'
import { ordersList } from '#shared/orders/list.ts'
import { href } from '#shared/routes/pages.ts'

/** Merges a customer with another one: first finds the other, then shows both. */
export function MergeDialog(props: CustomerDialogProps) {
  const { customer, customers, closeHref } = props
  const words = useOrderMessages().customers.merge
  const { other } = customers
  const error = useMergeError(customer, other)
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.title(customer.number)}
      description={words.text}
    >
      {other && 'number' in other && error === undefined ? (
        <ConfirmMerge {...props} other={other} />
      ) : (
        <FindCustomer {...props} error={error} />
      )}
    </Dialog>
  )
}

/** Why the customer that was found cannot be merged; `undefined` if it can. */
function useMergeError({ number }: CustomerView, other: PageCustomers['other']): string | undefined {
  const words = useOrderMessages().customers.merge
  if (other === null) return undefined
  if ('missing' in other) return words.missing(other.missing)
  if (other.number === number) return words.same
  return other.erasedAt === null ? undefined : words.erased
}

/** A GET form that opens the same dialog with the customer that it finds. */
function FindCustomer({ query, closeHref, error, form }: CustomerDialogProps & { error: string | undefined }) {
  const { customers } = useOrderMessages()
  const kept = { ...pickListParameters(ordersList, query), order: query.order, action: 'mergeCustomer' }
  const problem = error ?? form?.problem?.detail
  return (
    <form action={ordersList.path} className="dialog-form">
      <HiddenFields values={kept} />
      {problem && <Banner kind="error">{problem}</Banner>}
      <TextField
        name="other"
        label={customers.merge.other}
        hint={customers.merge.otherHint}
        defaultValue={query.other ?? form?.values['other'] ?? ''}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <DialogButtons closeHref={closeHref}>
        <Button type="submit" variant="primary">
          {customers.merge.find}
        </Button>
      </DialogButtons>
    </form>
  )
}

function ConfirmMerge({ customer, other, query, closeHref, form }: CustomerDialogProps & { other: CustomerView }) {
  const words = useOrderMessages().customers.merge
  return (
    <Form
      endpoint="mergeCustomers"
      hiddenValues={{ customer: customer.number, other: other.number }}
      outcome={form}
      action={closeHref}
      className="dialog-form"
      onAnswer={({ number }) => {
        notify({ kind: 'success', title: words.done(number) })
        navigate(closeHref)
      }}
    >
      <dl className="merge-customers">
        <CustomerFacts label={words.kept} customer={customer} />
        <CustomerFacts label={words.mergedInto} customer={other} />
      </dl>
      <DialogButtons closeHref={href('orders', { ...query, other: undefined })} keep={words.change} autoFocus>
        <SubmitButton variant="primary">{words.submit}</SubmitButton>
      </DialogButtons>
    </Form>
  )
}

function CustomerFacts({ label, customer }: { label: string; customer: CustomerView }) {
  const words = useOrderMessages().customers
  const { name, email, phone, number, orderCount, spent } = customer
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b dir="auto">{name || number}</b>
        {email && <span dir="auto">{email}</span>}
        {phone && <span className="num">{phone}</span>}
        <span className="num dimmed">{number}</span>
        <span className="num dimmed">
          {words.orders(orderCount)}
          {spent.length > 0 && ' · '}
          {spent.length > 0 && <SpentAmounts spent={spent} />}
        </span>
      </dd>
    </div>
  )
}

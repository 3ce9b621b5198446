import { CallError } from '#client/api/call.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { AddressFields, EditSection } from '#client/orders/dialogs/edit-fields.tsx'
import { NewItemFields } from '#client/orders/dialogs/edit-lines.tsx'
import { fillCustomer, suggestCustomers, toAddress } from '#client/orders/dialogs/suggest-customers.ts'
import { ComboboxField, suggestionMessages } from '#client/ui/combobox.tsx'
import { NewOrderPreview } from '#client/orders/dialogs/new-order-preview.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { type FieldProps, SelectField, TextAreaField, TextField } from '#client/ui/field.tsx'
import { FieldList } from '#client/ui/field-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { CustomerView } from '#shared/customers/views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'
import { useState } from 'react'

interface NewOrderDialogProps {
  query: OrdersPageQuery
  /** The page without the dialog. */
  closeHref: string
  /** The currencies of all orders. */
  currencies: readonly string[]
  /** Whose order it is, if the list shows those of one. */
  customer: CustomerView | null
  form: FormOutcome | null
}

/** Enters an order by hand: as a draft, or placed at once. The server calculates its sums, also while the user types. */
export function NewOrderDialog({ query, closeHref, currencies, customer, form }: NewOrderDialogProps) {
  const { orders } = useOrderMessages()
  const { book } = usePageContext()
  const canCreate = usePermission('orders.create')
  const words = orders.create
  const returned = form?.endpoint === 'enterOrder' ? form : null
  const [currency, setCurrency] = useState(returned?.values['currency'] ?? book.currency)
  const dialog = { open: true, onClose: () => navigate(closeHref), closeHref, title: words.title }
  if (!canCreate)
    return (
      <Dialog {...dialog}>
        <MissingPermission permission="orders.create" title={words.missingPermission} />
      </Dialog>
    )
  return (
    <Dialog {...dialog} size="lg">
      <Form
        endpoint="enterOrder"
        outcome={returned}
        className="dialog-form"
        onAnswer={({ number, status }) => {
          notify({ kind: 'success', title: status === 'draft' ? words.saved(number) : words.done(number) })
          navigate(href('orders', { ...query, new: undefined, order: number }))
        }}
      >
        <div className="edit edit--new">
          <CustomerFields customer={customer} />
          <EditSection title={orders.order.lines}>
            {new Set([book.currency, ...currencies]).size > 1 && (
              <CurrencyField currencies={currencies} onValue={setCurrency} />
            )}
            <div className="edit__add">
              <FieldList
                name="lines"
                label={orders.order.lines}
                rowLabel={words.item}
                addLabel={orders.edit.addItem}
                removeLabel={words.removeItem}
                initialRows={1}
                maximumRows={200}
              >
                {(prefix) => <NewItemFields prefix={prefix} currency={currency} />}
              </FieldList>
            </div>
          </EditSection>
          <AmountFields />
          <EditSection title={orders.edit.shippingAddress}>
            <AddressFields name="shippingAddress" {...(customer && { address: toAddress(customer) })} />
          </EditSection>
        </div>
        <div className="edit__foot">
          <NewOrderPreview currency={book.currency} />
          <DialogButtons closeHref={closeHref}>
            <SubmitButton>{words.saveDraft}</SubmitButton>
            <SubmitButton variant="primary" name="confirm" value="1">
              {words.submit}
            </SubmitButton>
          </DialogButtons>
        </div>
      </Form>
    </Dialog>
  )
}

function CustomerFields({ customer }: { customer: CustomerView | null }) {
  const { edit } = useOrderMessages().orders
  return (
    <EditSection title={edit.contact}>
      <div className="edit__fields">
        <ContactField name="customerName" label={edit.fields.customerName} defaultValue={customer?.name} autoFocus />
        <ContactField name="email" type="email" label={edit.fields.email} defaultValue={customer?.email} optional />
        <ContactField name="phone" type="tel" label={edit.fields.phone} defaultValue={customer?.phone} optional />
      </div>
      <TextAreaField name="note" label={edit.fields.note} rows={2} optional />
    </EditSection>
  )
}

interface ContactFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel'
  defaultValue: string | undefined
  autoFocus?: boolean
}

/** Suggests customers: users who may enter orders may see them (`requiredPermissions`). */
function ContactField(props: ContactFieldProps) {
  const words = suggestionMessages[usePageContext().locale]
  const [chosen, setChosen] = useState('')
  return (
    <div>
      <ComboboxField
        {...props}
        suggest={suggestCustomers}
        onChoose={(customer, { form }) => {
          if (!form) return
          setChosen(customer.name || customer.number)
          // The fields stay to be typed in if the address does not load.
          void fillCustomer(customer, form).catch((error: unknown) => {
            if (!(error instanceof CallError)) throw error
          })
        }}
      />
      <span className="sr-only" role="status">
        {chosen && words.filledIn(chosen)}
      </span>
    </div>
  )
}

interface CurrencyFieldProps {
  currencies: readonly string[]
  onValue: (currency: string) => void
}

function CurrencyField({ currencies, onValue }: CurrencyFieldProps) {
  const { orders } = useOrderMessages()
  const { book } = usePageContext()
  const options = [...new Set([book.currency, ...currencies])].map((code) => ({ value: code, label: code }))
  return (
    <div className="edit__fields">
      <SelectField
        name="currency"
        label={orders.filter.currency}
        options={options}
        defaultValue={book.currency}
        onValue={onValue}
      />
    </div>
  )
}

function AmountFields() {
  const { create, edit } = useOrderMessages().orders
  const amount = { autoComplete: 'off', inputMode: 'decimal', placeholder: '0.00', optional: true } as const
  return (
    <EditSection title={edit.amounts}>
      <div className="edit__fields">
        <TextField name="discount" label={edit.discount} hint={create.discountHint} autoComplete="off" optional />
        <TextField name="tax" label={edit.fields.taxMinor} {...amount} />
        <TextField
          name="taxRate"
          label={create.taxRate}
          hint={create.taxRateHint}
          autoComplete="off"
          inputMode="decimal"
          optional
        />
        <TextField name="shippingMethod" label={edit.fields.shippingMethod} autoComplete="off" optional />
        <TextField name="shipping" label={edit.fields.shippingMinor} {...amount} />
      </div>
      <CheckboxField name="taxesIncluded" label={create.taxesIncluded} />
    </EditSection>
  )
}

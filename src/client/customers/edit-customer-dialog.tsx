import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import type { CustomerDialogProps } from '#client/customers/customer-dialogs.tsx'
import { ProfileFields } from '#client/customers/profile-fields.tsx'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { type CustomerProfile, emptyProfile } from '#shared/customers/profile.ts'
import type { CustomerView } from '#shared/customers/views.ts'
import { useState } from 'react'

/** Changes the profile of a customer. Concurrent changes by others are shown at their fields, and nothing that was typed is lost. */
export function EditCustomerDialog({ customer, closeHref, form }: CustomerDialogProps) {
  const words = useOrderMessages().customers.profile
  const [opened] = useState(() => toForm(customer))
  return (
    <Dialog
      open
      size="lg"
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.editTitle(customer.number)}
      description={words.editText}
    >
      <Form
        endpoint="editCustomer"
        hiddenValues={{ customer: customer.number, version: customer.version }}
        outcome={form}
        action={closeHref}
        className="dialog-form"
        onProblem={({ type }) => {
          if (type.endsWith('changed-meanwhile')) void revalidate()
        }}
        onAnswer={({ number }) => {
          notify({ kind: 'success', title: words.saved(number) })
          navigate(closeHref)
        }}
      >
        <ProfileFields profile={opened} current={toForm(customer)} />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.save}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

/** The profile, or for a customer without one the contact data of the newest order. */
const toForm = ({ profile, name, email, phone }: CustomerView): CustomerProfile =>
  profile ?? { ...emptyProfile, name, email, phone }

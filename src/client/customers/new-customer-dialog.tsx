import { usePermission } from '#client/app/page-context.tsx'
import { ProfileFields } from '#client/customers/profile-fields.tsx'
import { useCustomerListMessages } from '#client/customers/use-customer-list-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

/** Adds a customer who has no order yet, and opens them. */
export function NewCustomerDialog({ closeHref, form }: { closeHref: string; form: FormOutcome | null }) {
  const words = useOrderMessages().customers.profile
  const { missingPermission } = useCustomerListMessages()
  const canManage = usePermission('customers.manage')
  const returned = form?.endpoint === 'createCustomer' ? form : null
  const dialog = { open: true, onClose: () => navigate(closeHref), closeHref, title: words.newTitle }
  if (!canManage)
    return (
      <Dialog {...dialog}>
        <MissingPermission permission="customers.manage" title={missingPermission} />
      </Dialog>
    )
  return (
    <Dialog {...dialog} size="lg" description={words.newText}>
      <Form
        endpoint="createCustomer"
        outcome={returned}
        className="dialog-form"
        onAnswer={({ number }) => {
          notify({ kind: 'success', title: words.created(number) })
          navigate(href('orders', { customer: number }))
        }}
      >
        <ProfileFields />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.create}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

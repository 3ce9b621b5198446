import { usePrintMessages } from '#client/print/use-print-messages.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { TextAreaField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { SellerView } from '#shared/print/views.ts'

interface SellerDialogProps {
  seller: SellerView
  /** The print dialog that it was opened from. */
  closeHref: string
  form: FormOutcome | null
}

/** The details of the seller on invoices and credit notes. */
export function SellerDialog({ seller, closeHref, form }: SellerDialogProps) {
  const words = usePrintMessages().seller
  const dialog = { closeHref, onClose: () => navigate(closeHref), title: words.title }
  if (!usePermission('settings.manage'))
    return (
      <Dialog open {...dialog}>
        <MissingPermission permission="settings.manage" title={words.missingPermission} />
      </Dialog>
    )
  return (
    <Dialog open {...dialog} description={words.text}>
      <Form
        endpoint="changeSeller"
        hiddenValues={{ version: seller.version }}
        outcome={form}
        action={closeHref}
        className="dialog-form"
        onAnswer={() => {
          notify({ kind: 'success', title: words.done })
          navigate(closeHref)
        }}
        onProblem={({ type }) => {
          if (type === '/problems/changed-meanwhile') void revalidate()
        }}
      >
        <TextField name="name" label={words.name} defaultValue={seller.name} maxLength={120} autoFocus />
        <TextAreaField name="address" label={words.address} defaultValue={seller.address} rows={3} />
        <TextField name="taxId" label={words.taxId} defaultValue={seller.taxId} maxLength={60} optional />
        <TextAreaField name="bank" label={words.bank} hint={words.bankHint} defaultValue={seller.bank} optional />
        <TextAreaField
          name="footer"
          label={words.footer}
          hint={words.footerHint}
          defaultValue={seller.footer}
          optional
        />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{words.submit}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { EditConflicts } from '#client/orders/dialogs/edit-conflicts.tsx'
import { EditAddresses, EditContact, EditShipping } from '#client/orders/dialogs/edit-fields.tsx'
import { EditLines } from '#client/orders/dialogs/edit-lines.tsx'
import { EditPreview } from '#client/orders/dialogs/edit-preview.tsx'
import type { OrderDialogProps } from '#client/orders/dialogs/order-dialogs.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { EditPreview as Preview } from '#shared/orders/preview-views.ts'
import type { Problem } from '#shared/problem.ts'
import { useState } from 'react'

/**
 * Edits an order. The form keeps the order that it was opened with, also when the page shows a newer one: the server merges both, and
 * where it cannot, the user chooses field by field.
 */
export function EditDialog({ order: current, query, closeHref, form }: OrderDialogProps) {
  const { orders } = useOrderMessages()
  const words = orders.edit
  const isPreview = form?.endpoint === 'previewOrderEdit'
  const returned = isPreview || form?.endpoint === 'editOrder' ? { ...form, endpoint: 'editOrder' } : null
  const [order] = useState(current)
  const [problem, setProblem] = useState<Problem | null>(returned?.problem ?? null)
  // A form that came back without script keeps the version that it was posted with.
  const version = returned?.values['version'] ?? order.version

  const onAnswer = (): void => {
    notify({ kind: 'success', title: words.done(order.number) })
    navigate(closeHref)
  }
  const onProblem = (next: Problem): void => {
    setProblem((before) => ({ ...next, conflicts: mergeConflicts(before, next) }))
    if (next.conflicts) void revalidate()
  }
  return (
    <Dialog open size="lg" onClose={() => navigate(closeHref)} closeHref={closeHref} title={words.title(order.number)}>
      <Form
        endpoint="editOrder"
        hiddenValues={{ number: order.number, version }}
        outcome={returned}
        action={closeHref}
        className="dialog-form"
        onAnswer={onAnswer}
        onProblem={onProblem}
      >
        <div className="edit">
          {problem?.conflicts && (
            <EditConflicts
              order={order}
              conflicts={problem.conflicts}
              version={problem.conflictVersion}
              posted={returned?.values ?? {}}
            />
          )}
          <EditContact order={order} autoFocus={query.focus === undefined} />
          <EditAddresses order={order} autoFocus={query.focus === 'address'} />
          <EditLines order={order} posted={returned?.values} />
          <EditShipping order={order} />
        </div>
        <div className="edit__foot">
          <EditPreview order={order} initial={isPreview ? (form.result as Preview | null) : null} />
          <DialogButtons closeHref={closeHref}>
            <noscript>
              <button className="btn" name="_endpoint" value="previewOrderEdit">
                {words.preview}
              </button>
            </noscript>
            <SubmitButton variant="primary">{words.submit}</SubmitButton>
          </DialogButtons>
        </div>
      </Form>
    </Dialog>
  )
}

/** All conflicts so far: a choice for one of them must still be sent when only others are left. */
function mergeConflicts(before: Problem | null, { conflicts = [] }: Problem): NonNullable<Problem['conflicts']> {
  const fields = new Set(conflicts.map(({ field }) => field))
  return [...(before?.conflicts ?? []).filter(({ field }) => !fields.has(field)), ...conflicts]
}

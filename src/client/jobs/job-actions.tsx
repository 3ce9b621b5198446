import { useJobTexts } from '#client/jobs/use-job-messages.ts'
import { bulkFormId } from '#client/orders/bulk-form-id.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { JobDetails } from '#shared/jobs/views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

const endpoints = {
  start: 'startJob',
  pause: 'pauseJob',
  resume: 'resumeJob',
  cancel: 'cancelJob',
  undo: 'undoJob',
} as const

interface JobActionsProps {
  details: JobDetails
  query: OrdersPageQuery
  closeHref: string
  form: FormOutcome | null
}

/** What the user can do with a job. */
export function JobActions({ details, query, closeHref, form }: JobActionsProps) {
  const words = useJobTexts(details.kind)
  const { id, status, total, skipped } = details
  const labels = {
    start: words.start(total - skipped),
    pause: words.pause,
    resume: words.resume,
    cancel: status === 'previewed' ? words.discard : words.cancel,
    undo: words.undo,
  }
  // There is nothing to start if no order would change.
  const actions = details.actions.filter((action) => action !== 'start' || total > skipped)
  return (
    <div className="dialog-form">
      <DialogButtons closeHref={closeHref} keep={words.close}>
        {actions.toReversed().map((action) => (
          <Form
            key={action}
            endpoint={endpoints[action]}
            hiddenValues={{ job: id }}
            outcome={form}
            onAnswer={(answer) => {
              if (action === 'start') document.querySelector<HTMLFormElement>(`#${bulkFormId}`)?.reset()
              if (action === 'cancel' && status === 'previewed') navigate(closeHref)
              else if (answer.id === id) void revalidate()
              else navigate(href('orders', { ...query, job: answer.id, jobAfter: undefined }))
            }}
          >
            <SubmitButton
              variant={action === 'start' || action === 'resume' ? 'primary' : 'default'}
              icon={action === 'undo' ? 'undo-2' : undefined}
            >
              {labels[action]}
            </SubmitButton>
          </Form>
        ))}
      </DialogButtons>
    </div>
  )
}

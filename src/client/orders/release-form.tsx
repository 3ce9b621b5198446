import { useMessages } from '#client/app/page-context.tsx'
import { revalidate } from '#client/navigation/router.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** Releases an order that is on hold: one click, as putting it on hold again undoes it. */
export function ReleaseForm({ order, form }: { order: OrderView; form: FormOutcome | null }) {
  const words = useMessages().orders.actions
  return (
    <Form
      endpoint="releaseOrder"
      hiddenValues={{ number: order.number, version: order.version }}
      outcome={form}
      className="release"
      onAnswer={({ number }) => {
        notify({ kind: 'success', title: words.release.done(number) })
        void revalidate()
      }}
    >
      <SubmitButton variant="primary">{words.names.release}</SubmitButton>
    </Form>
  )
}

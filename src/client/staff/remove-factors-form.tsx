import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'

/** Removes the second factors of a user who lost their phone and their recovery codes. */
export function RemoveFactorsForm({ userId, form }: { userId: string; form: FormOutcome | null }) {
  const { factors } = useStaffMessages().staff
  return (
    <Form
      endpoint="removeFactors"
      hiddenValues={{ id: userId }}
      outcome={form}
      className="stack"
      onAnswer={() => {
        notify({ title: factors.removed, kind: 'success' })
        void revalidate()
      }}
    >
      <p className="sm muted">{factors.text}</p>
      <div>
        <SubmitButton icon="lock">{factors.remove}</SubmitButton>
      </div>
    </Form>
  )
}

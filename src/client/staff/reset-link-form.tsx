import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { SecretLink } from '#client/staff/secret-link.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'
import { useState } from 'react'

/** Makes a link with which the user sets a new password, and shows it this once. */
export function ResetLinkForm({ userId, form }: { userId: string; form: FormOutcome | null }) {
  const { resetLink } = useStaffMessages().staff
  const returned =
    form?.endpoint === 'createResetLink' && form.values['id'] === userId
      ? (form.result as OutputOf<'createResetLink'> | null)
      : null
  const [created, setCreated] = useState(returned)
  if (created)
    return <SecretLink url={created.url} text={resetLink.text} label={resetLink.label} copyLabel={resetLink.copy} />
  return (
    <Form endpoint="createResetLink" hiddenValues={{ id: userId }} outcome={form} onAnswer={setCreated}>
      <SubmitButton icon="link">{resetLink.create}</SubmitButton>
    </Form>
  )
}

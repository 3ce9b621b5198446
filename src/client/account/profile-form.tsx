import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { optionalMails } from '#shared/account/mails.ts'
import type { AccountView } from '#shared/account/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

/** The name, and the mails that the user wants, if mails can be sent. */
export function ProfileForm({ account, form }: { account: AccountView; form: FormOutcome | null }) {
  const texts = useAccountMessages()
  const { name, canSendMail, wantedMails } = account
  const answered = (): void => {
    notify({ title: texts.saved, kind: 'success' })
    void revalidate()
  }
  return (
    <Form endpoint="updateProfile" outcome={form} onAnswer={answered} className="stack">
      <TextField name="name" label={texts.name} defaultValue={name} autoComplete="name" maxLength={80} />
      {canSendMail ? (
        <fieldset className="account-mails">
          <legend className="field__label">{texts.mailsTitle}</legend>
          {optionalMails.map((kind) => (
            <CheckboxField
              key={kind}
              name="wantedMails"
              value={kind}
              label={texts.mails[kind]}
              defaultChecked={wantedMails.includes(kind)}
            />
          ))}
        </fieldset>
      ) : (
        wantedMails.map((kind) => <input key={kind} type="hidden" name="wantedMails" value={kind} />)
      )}
      <div>
        <SubmitButton>{texts.save}</SubmitButton>
      </div>
    </Form>
  )
}

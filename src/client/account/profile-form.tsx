import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { revalidate } from '#client/navigation/router.ts'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { optionalMails } from '#shared/account/mails.ts'
import type { AccountView } from '#shared/account/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

/** The name, the time zone, and the mails that the user wants, if mails can be sent. */
export function ProfileForm({ account, form }: { account: AccountView; form: FormOutcome | null }) {
  const texts = useAccountMessages()
  const { book } = usePageContext()
  const { name, timeZone, timeZones, canSendMail, wantedMails } = account
  const answered = (): void => {
    notify({ title: texts.saved, kind: 'success' })
    void revalidate()
  }
  return (
    <Form endpoint="updateProfile" outcome={form} onAnswer={answered} className="stack">
      <TextField name="name" label={texts.name} defaultValue={name} autoComplete="name" maxLength={80} />
      <SelectField
        name="timeZone"
        label={texts.timeZone}
        required={false}
        hint={texts.timeZoneHint(book.timeZone)}
        defaultValue={timeZone}
        options={[
          { value: '', label: texts.bookTimeZone(book.timeZone) },
          ...timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
      />
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

import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { usersHref } from '#client/staff/users-url.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { LoginMethod } from '#shared/account/factor-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'

interface PasskeyItemProps {
  passkey: LoginMethod
  query: UsersQuery
  form: FormOutcome | null
  /** Called with the message to show after an action. */
  onDone: (title: string) => void
}

/** One passkey: rename it (`?me=<id>` opens the form), or remove it. */
export function PasskeyItem({ passkey, query, form, onDone }: PasskeyItemProps) {
  const { login: texts, cancel } = useAccountMessages()
  const time = useTimeFormat()
  const { id, label, createdAt, lastUsedAt } = passkey
  const hiddenValues = { passkeyId: id }
  if (query.me === id)
    return (
      <Form
        endpoint="renamePasskey"
        hiddenValues={hiddenValues}
        outcome={form}
        className="stack"
        onAnswer={() => onDone(texts.passkeyRenamed)}
      >
        <TextField name="label" label={texts.passkeyName} defaultValue={label} maxLength={60} autoFocus />
        <div className="row">
          <SubmitButton variant="primary">{texts.saveName}</SubmitButton>
          <ButtonLink variant="ghost" href={usersHref(query, { me: '1' })} data-scroll="keep">
            {cancel}
          </ButtonLink>
        </div>
      </Form>
    )
  return (
    <PanelItem
      icon="lock"
      title={label}
      meta={texts.times(time(createdAt), lastUsedAt === null ? null : time(lastUsedAt))}
      end={
        <Form
          endpoint="removePasskey"
          hiddenValues={hiddenValues}
          outcome={form}
          onAnswer={() => onDone(texts.passkeyRemoved)}
        >
          <SubmitButton size="sm" aria-label={texts.removePasskey(label)}>
            {texts.remove}
          </SubmitButton>
        </Form>
      }
    >
      <a
        className="link xs"
        href={usersHref(query, { me: id })}
        data-scroll="keep"
        aria-label={texts.renamePasskey(label)}
      >
        {texts.rename}
      </a>
    </PanelItem>
  )
}

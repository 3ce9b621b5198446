import { navigate, revalidate } from '#client/navigation/router.ts'
import { PermissionFields } from '#client/roles/role-fields.tsx'
import { SecretLink } from '#client/staff/secret-link.tsx'
import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useTokenMessages } from '#client/tokens/use-token-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'
import { defaultTokenLifetime, tokenLifetimes, tokenPermissions } from '#shared/staff/tokens-list.ts'
import type { ApiToken } from '#shared/staff/tokens.ts'
import { useState } from 'react'

interface DialogProps {
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** Makes a token; then shows it, this once. */
export function CreateTokenDialog({ closeHref, form }: DialogProps) {
  const words = useTokenMessages()
  const returned = form?.endpoint === 'createToken' ? (form.result as OutputOf<'createToken'> | null) : null
  const [created, setCreated] = useState(returned)
  const close = { onClose: () => navigate(closeHref), closeHref }
  if (created)
    return (
      <Dialog open {...close} title={words.createdTitle(created.token.name)}>
        <SecretLink url={created.secret} text={words.secretText} label={words.secret} copyLabel={words.copy} />
        <div className="dialog-form__buttons">
          <ButtonLink variant="primary" href={closeHref} data-scroll="keep">
            {words.done}
          </ButtonLink>
        </div>
      </Dialog>
    )
  return (
    <Dialog open size="lg" {...close} title={words.createTitle} description={words.createText}>
      <Form
        endpoint="createToken"
        outcome={form}
        className="dialog-form"
        onAnswer={(answer) => {
          setCreated(answer)
          void revalidate()
        }}
      >
        <TextField name="tokenName" label={words.name} maxLength={60} autoComplete="off" autoFocus />
        <SelectField
          name="lifetimeDays"
          label={words.lifetime}
          defaultValue={defaultTokenLifetime}
          options={tokenLifetimes.map((days) => ({ value: days, label: words.lifetimes[days] }))}
        />
        <TextField
          name="addresses"
          label={words.addresses}
          hint={words.addressesHint}
          maxLength={1000}
          autoComplete="off"
          optional
        />
        <PermissionFields chosen={[]} offered={tokenPermissions} />
        <div className="dialog-form__buttons">
          <ButtonLink href={closeHref} data-scroll="keep">
            {words.cancel}
          </ButtonLink>
          <SubmitButton variant="primary">{words.create}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

/** One token: what it allows, its last use, and the end of it. */
export function TokenDialog({ token, closeHref, form }: DialogProps & { token: ApiToken | undefined }) {
  const words = useTokenMessages()
  const { permissions: permissionNames } = useStaffMessages()
  const formatTime = useTimeFormat()
  const close = { onClose: () => navigate(closeHref), closeHref }
  if (!token) return <Dialog open {...close} title={words.missing} />
  const { id, name, prefix, state, lastUsedAt, lastIp, addresses } = token
  return (
    <Dialog open {...close} title={name} description={`${prefix}… · ${words.states[state]}`}>
      <DescriptionList
        items={[
          [words.details.owner, token.user.name],
          [words.details.created, formatTime(token.createdAt)],
          [words.details.expires, formatTime(token.expiresAt)],
          [words.details.lastUsed, lastUsedAt === null ? words.never : words.usedFrom(formatTime(lastUsedAt), lastIp)],
          [words.details.addresses, addresses.join(', ') || words.anyAddress],
          [words.permissions, token.permissions.map((permission) => permissionNames[permission]).join(', ')],
        ]}
      />
      <div className="dialog-form__buttons">
        {state === 'active' && (
          <Form
            endpoint="revokeToken"
            hiddenValues={{ token: id }}
            outcome={form}
            onAnswer={() => {
              notify({ kind: 'success', title: words.revoked(name) })
              navigate(closeHref)
            }}
          >
            <SubmitButton variant="ghost">{words.revoke}</SubmitButton>
          </Form>
        )}
        <ButtonLink href={closeHref} data-scroll="keep">
          {words.done}
        </ButtonLink>
      </div>
    </Dialog>
  )
}

import { PermissionFields } from '#client/roles/role-fields.tsx'
import { SecretDialog } from '#client/staff/secret-dialog.tsx'
import { useTokenMessages } from '#client/tokens/use-token-messages.ts'
import { SelectField, TextField } from '#client/ui/field.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import { tokenPermissions } from '#shared/tokens/token-permissions.ts'
import { defaultTokenLifetime, tokenLifetimes } from '#shared/tokens/tokens-list.ts'

interface CreateTokenDialogProps {
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** Makes a token; then shows it, this once. */
export function CreateTokenDialog({ closeHref, form }: CreateTokenDialogProps) {
  const words = useTokenMessages()
  return (
    <SecretDialog
      endpoint="createToken"
      outcome={form}
      closeHref={closeHref}
      title={words.createTitle}
      description={words.createText}
      size="lg"
      words={{ ...words, submit: words.create }}
      toSecret={({ secret, token }) => ({
        title: words.createdTitle(token.name),
        url: secret,
        text: words.secretText,
        label: words.secret,
        copyLabel: words.copy,
      })}
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
    </SecretDialog>
  )
}

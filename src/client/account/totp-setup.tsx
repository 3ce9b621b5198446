import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { LoginMethods } from '#shared/account/factor-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface TotpSetupProps {
  setup: NonNullable<LoginMethods['setup']>
  form: FormOutcome | null
  closedHref: string
  onAdded: (recoveryCodes: readonly string[] | null) => void
}

/** Sets up an authenticator app: scan the QR code, then type the first code. */
export function TotpSetup({ setup: { id, secret, uri, qrCode }, form, closedHref, onAdded }: TotpSetupProps) {
  const { login: texts, cancel } = useAccountMessages()
  return (
    <Form
      endpoint="addTotp"
      hiddenValues={{ setupId: id }}
      outcome={form}
      className="stack"
      onAnswer={({ recoveryCodes }) => onAdded(recoveryCodes)}
    >
      <p className="sm">{texts.scan}</p>
      <a className="qr-code" href={uri} aria-label={texts.openApp}>
        <svg viewBox={`0 0 ${qrCode.size} ${qrCode.size}`} role="img" aria-label={texts.qrCode}>
          <path d={qrCode.path} />
        </svg>
      </a>
      <p className="sm muted">
        {texts.typeKey} <span className="mono strong num--wrap">{secret.match(/.{1,4}/g)?.join(' ')}</span>{' '}
        <CopyButton text={secret} label={texts.copyKey} />
      </p>
      <TextField
        name="code"
        label={texts.code}
        hint={texts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
      <div className="row">
        <SubmitButton variant="primary">{texts.turnOn}</SubmitButton>
        <ButtonLink variant="ghost" href={closedHref} data-scroll="keep">
          {cancel}
        </ButtonLink>
      </div>
    </Form>
  )
}

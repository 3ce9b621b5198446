import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/description-list.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved: () => void
  closedHref: string
}

/** New recovery codes, which are shown once: to copy, or to download as a file. */
export function RecoveryCodes({ codes, onSaved, closedHref }: RecoveryCodesProps) {
  const { login: texts } = useAccountMessages()
  const text = codes.join('\n')
  return (
    <section className="recovery-codes" aria-label={texts.codesTitle} role="status">
      <p className="strong">
        {texts.codesTitle} <CopyButton text={text} label={texts.copyCodes} />
      </p>
      <p className="sm muted">{texts.codesText}</p>
      <ol className="recovery-codes__list mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row row--wrap">
        <ButtonLink
          icon="download"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="kontor-recovery-codes.txt"
        >
          {texts.downloadCodes}
        </ButtonLink>
        <ButtonLink
          variant="primary"
          href={closedHref}
          data-scroll="keep"
          onClick={(event) => {
            event.preventDefault()
            onSaved()
          }}
        >
          {texts.codesSaved}
        </ButtonLink>
      </div>
    </section>
  )
}

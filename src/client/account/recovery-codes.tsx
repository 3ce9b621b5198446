import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { useMessages, usePageContext, useSession } from '#client/app/page-context.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved: () => void
  closedHref: string
}

/** New recovery codes, which are shown once: to copy, to download as a file, or to print, alone on a page. */
export function RecoveryCodes({ codes, onSaved, closedHref }: RecoveryCodesProps) {
  const { login: texts } = useAccountMessages()
  const { product } = useMessages().common
  const { user } = useSession()
  const { now } = usePageContext()
  const time = useTimeFormat()
  const text = codes.join('\n')
  return (
    <section className="recovery-codes" aria-label={texts.codesTitle} role="status">
      <p className="strong">
        {texts.codesTitle} <CopyButton text={text} label={texts.copyCodes} />
      </p>
      <p className="sm muted">{texts.codesText}</p>
      <p className="printed">{texts.codesOf(product, user?.email ?? '', time(now, 'full'))}</p>
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
        <Button icon="printer" className="needs-script" onClick={() => window.print()}>
          {texts.printCodes}
        </Button>
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

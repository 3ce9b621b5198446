import { CopyButton } from '#client/ui/copy-button.tsx'
import { useId } from 'react'

export interface SecretLinkProps {
  url: string
  /** What it is for, and that it is shown only now. */
  text: string
  label: string
  copyLabel: string
  /** Takes the focus from the form that it replaces. */
  autoFocus?: boolean
}

/** A link with a secret, to be copied. */
export function SecretLink({ url, text, label, copyLabel, autoFocus }: SecretLinkProps) {
  const textId = useId()
  return (
    <div className="secret-link">
      <p className="sm muted" id={textId}>
        {text}
      </p>
      <p className="row">
        <input
          className="input mono grow"
          readOnly
          autoFocus={autoFocus}
          aria-label={label}
          aria-describedby={textId}
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={url} label={copyLabel} />
      </p>
    </div>
  )
}

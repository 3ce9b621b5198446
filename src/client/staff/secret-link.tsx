import { CopyButton } from '#client/ui/copy-button.tsx'

export interface SecretLinkProps {
  url: string
  /** What it is for, and that it is shown only now. */
  text: string
  label: string
  copyLabel: string
}

/** A link with a secret, to be copied. */
export const SecretLink = ({ url, text, label, copyLabel }: SecretLinkProps) => (
  <div className="secret-link">
    <p className="sm muted">{text}</p>
    <p className="row">
      <input
        className="input mono grow"
        readOnly
        aria-label={label}
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={url} label={copyLabel} />
    </p>
  </div>
)

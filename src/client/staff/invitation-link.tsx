import { useMessages } from '#client/app/page-context.tsx'
import { CopyButton } from '#client/ui/description-list.tsx'

/** The link of an invitation, which is shown only now. */
export function InvitationLink({ url }: { url: string }) {
  const words = useMessages().staff.invitations
  return (
    <div className="secret-link">
      <p className="sm muted">{words.linkText}</p>
      <p className="row">
        <input
          className="input mono grow"
          readOnly
          aria-label={words.link}
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={url} label={words.copyLink} />
      </p>
    </div>
  )
}

import { useMessages } from '#client/app/page-context.tsx'
import { SecretLink } from '#client/staff/secret-link.tsx'

/** The link of an invitation, which is shown only now. */
export function InvitationLink({ url }: { url: string }) {
  const { linkText, link, copyLink } = useMessages().staff.invitations
  return <SecretLink url={url} text={linkText} label={link} copyLabel={copyLink} />
}

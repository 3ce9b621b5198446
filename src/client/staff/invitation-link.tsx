import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { SecretLink } from '#client/staff/secret-link.tsx'

/** The link of an invitation, which is shown only now. */
export function InvitationLink({ url }: { url: string }) {
  const { linkText, link, copyLink } = useStaffMessages().staff.invitations
  return <SecretLink url={url} text={linkText} label={link} copyLabel={copyLink} />
}

import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useRoleName } from '#client/app/page-context.tsx'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { InvitationLink } from '#client/staff/invitation-link.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Status } from '#client/ui/status.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'
import { href } from '#shared/routes/pages.ts'
import type { InvitationsTabView } from '#shared/staff/page-views.ts'
import { useState } from 'react'

interface InvitationDialogProps {
  invitation: NonNullable<InvitationsTabView['invitation']>
  /** The page without the dialog. */
  closeHref: string
  form: FormOutcome | null
}

/** One invitation: who was invited by whom, a new link, and the end of it. */
export function InvitationDialog({ invitation, closeHref, form }: InvitationDialogProps) {
  const { staff } = useStaffMessages()
  const formatTime = useTimeFormat()
  const roleName = useRoleName()
  const words = staff.invitations
  const returned = form?.endpoint === 'resendInvitation' ? (form.result as OutputOf<'resendInvitation'> | null) : null
  const [url, setUrl] = useState(returned?.url)
  const close = { onClose: () => navigate(closeHref), closeHref }
  if ('missing' in invitation) return <Dialog open {...close} title={words.missing} />
  const { id, email, name, role, status, actions, userId, expiresAt } = invitation
  return (
    <Dialog open {...close} title={email} description={name || undefined}>
      <p className="row">
        <Status kind="invitation" value={status} badge />
        <Badge>{roleName(role)}</Badge>
      </p>
      <p className="sm muted">{words.invitedOn(invitation.invitedBy, formatTime(invitation.createdAt))}</p>
      {url ? (
        <InvitationLink url={url} />
      ) : (
        <p className="sm muted">
          {status === 'open' && words.validUntil(formatTime(expiresAt))}
          {status === 'expired' && words.expiredOn(formatTime(expiresAt))}
          {actions.includes('resend') && ` ${words.resendHint}`}
        </p>
      )}
      <div className="dialog-form__buttons">
        {actions.includes('revoke') && (
          <Form
            endpoint="revokeInvitation"
            hiddenValues={{ id }}
            outcome={form}
            onAnswer={() => {
              notify({ title: words.revoked(email), kind: 'success' })
              navigate(closeHref)
            }}
          >
            <SubmitButton variant="ghost">{words.revoke}</SubmitButton>
          </Form>
        )}
        {userId && <ButtonLink href={href('users', { user: userId })}>{words.account}</ButtonLink>}
        {actions.includes('resend') && !url && (
          <Form
            endpoint="resendInvitation"
            hiddenValues={{ id }}
            outcome={form}
            onAnswer={(answer) => {
              setUrl(answer.url)
              void revalidate()
            }}
          >
            <SubmitButton variant="primary">{words.resend}</SubmitButton>
          </Form>
        )}
        {(!actions.includes('resend') || url) && (
          <ButtonLink href={closeHref} data-scroll="keep">
            {words.done}
          </ButtonLink>
        )}
      </div>
    </Dialog>
  )
}

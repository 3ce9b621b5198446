import { useAddress } from '#client/account/use-address.ts'
import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Badge } from '#client/ui/badge.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { FormOutcome } from '#shared/page-state.ts'
import type { SessionRow } from '#shared/staff/views.ts'
import type { UserDetail } from '#shared/staff/page-views.ts'

/** The open sessions of an account, which can be ended one by one or all at once; only their number without the permission to see them. */
export function UserSessions({ user, form }: { user: UserDetail; form: FormOutcome | null }) {
  const { staff } = useStaffMessages()
  const words = staff.sessionsTab
  const { sessions, sessionCount, canEndSessions } = user
  const tell = (ended: number): void => {
    notify({ title: words.done(ended), kind: 'success' })
    void revalidate()
  }
  return (
    <PanelSection title={staff.sessions} end={sessionCount > 0 ? sessionCount : undefined}>
      {sessions.length === 0 && <p className="sm">{staff.sessionCount(sessionCount)}</p>}
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} canEnd={canEndSessions} form={form} onEnded={() => tell(1)} />
      ))}
      {canEndSessions && sessions.length > 1 && (
        <Form
          endpoint="endUserSessions"
          hiddenValues={{ id: user.id }}
          outcome={form}
          onAnswer={({ ended }) => tell(ended)}
        >
          <SubmitButton variant="ghost">{words.endAll}</SubmitButton>
        </Form>
      )}
    </PanelSection>
  )
}

interface SessionItemProps {
  session: SessionRow
  canEnd: boolean
  form: FormOutcome | null
  onEnded: () => void
}

function SessionItem({ session, canEnd, form, onEnded }: SessionItemProps) {
  const words = useStaffMessages().staff.sessionsTab
  const time = useTimeFormat()
  const address = useAddress()
  const { id, ip, createdAt, lastSeenAt, isCurrent } = session
  const device = session.device || words.unknownDevice
  return (
    <PanelItem
      icon={/iPhone|iPad|Android|HarmonyOS/.test(device) ? 'smartphone' : 'monitor'}
      title={
        <>
          {device} {isCurrent && <Badge>{words.current}</Badge>}
        </>
      }
      meta={address(ip)}
      end={
        canEnd && (
          <Form endpoint="endSessions" hiddenValues={{ sessions: id }} outcome={form} onAnswer={onEnded}>
            <SubmitButton size="sm">
              <span aria-hidden>{words.end}</span>
              <span className="sr-only">{words.endLabel(device)}</span>
            </SubmitButton>
          </Form>
        )
      }
    >
      <p className="xs dimmed">{words.times(time(createdAt), time(lastSeenAt))}</p>
    </PanelItem>
  )
}

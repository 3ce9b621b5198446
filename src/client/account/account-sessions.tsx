import { useAddress } from '#client/account/use-address.ts'
import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { hardNavigate, revalidate } from '#client/navigation/router.ts'
import { Badge } from '#client/ui/badge.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { OwnSession } from '#shared/account/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { pages } from '#shared/routes/pages.ts'

/** The sessions of the current user, which can be ended: one, all others, or all. */
export function AccountSessions({ sessions, form }: { sessions: readonly OwnSession[]; form: FormOutcome | null }) {
  const texts = useAccountMessages()
  const tell = (title: string): void => {
    notify({ title, kind: 'success' })
    void revalidate()
  }
  return (
    <PanelSection title={texts.sessions} end={sessions.length}>
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} form={form} onEnded={() => tell(texts.ended)} />
      ))}
      <div className="row row--wrap account-sessions__end">
        {sessions.length > 1 && (
          <Form endpoint="endOwnSessions" outcome={form} onAnswer={({ ended }) => tell(texts.othersEnded(ended))}>
            <SubmitButton>{texts.endOthers}</SubmitButton>
          </Form>
        )}
        <Form
          endpoint="endOwnSessions"
          hiddenValues={{ all: '1' }}
          outcome={form}
          onAnswer={() => hardNavigate(pages.login.path)}
        >
          <SubmitButton variant="ghost">{texts.endAll}</SubmitButton>
        </Form>
      </div>
    </PanelSection>
  )
}

interface SessionItemProps {
  session: OwnSession
  form: FormOutcome | null
  onEnded: () => void
}

function SessionItem({ session, form, onEnded }: SessionItemProps) {
  const texts = useAccountMessages()
  const time = useTimeFormat()
  const address = useAddress()
  const { id, ip, createdAt, lastSeenAt, isCurrent } = session
  const device = session.device || texts.unknownDevice
  return (
    <PanelItem
      icon={/iPhone|iPad|Android|HarmonyOS/.test(device) ? 'smartphone' : 'monitor'}
      title={device}
      meta={address(ip)}
      end={
        isCurrent ? (
          <Badge>{texts.thisSession}</Badge>
        ) : (
          <Form endpoint="endOwnSession" hiddenValues={{ session: id }} outcome={form} onAnswer={onEnded}>
            <SubmitButton size="sm" aria-label={texts.endLabel(device)}>
              {texts.end}
            </SubmitButton>
          </Form>
        )
      }
    >
      <p className="xs dimmed">{texts.sessionTimes(time(createdAt), time(lastSeenAt))}</p>
    </PanelItem>
  )
}

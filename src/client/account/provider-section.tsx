import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { revalidate } from '#client/navigation/router.ts'
import { ProviderButton } from '#client/sign-in/provider-button.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { LoginMethods } from '#shared/account/factor-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface ProviderSectionProps {
  methods: LoginMethods
  form: FormOutcome | null
}

/** The user's accounts at the identity provider: link one, or unlink it. */
export function ProviderSection({ methods: { identities, providerLogin }, form }: ProviderSectionProps) {
  const { company: texts, login } = useAccountMessages()
  const { loginProvider } = usePageContext()
  const time = useTimeFormat()
  if (loginProvider === null) return null
  const done = (title: string): void => {
    notify({ title, kind: 'success' })
    void revalidate()
  }
  return (
    <PanelSection title={loginProvider}>
      {providerLogin?.problem && <Banner kind="error">{providerLogin.problem}</Banner>}
      {identities.length === 0 && !providerLogin?.identity && <p className="sm muted">{texts.none(loginProvider)}</p>}
      {identities.map(({ id, label, createdAt, lastUsedAt }) => (
        <PanelItem
          key={id}
          icon="lock"
          title={label}
          meta={login.times(time(createdAt), lastUsedAt === null ? null : time(lastUsedAt))}
          end={
            <Form
              endpoint="unlinkIdentity"
              hiddenValues={{ identityId: id }}
              outcome={form}
              onAnswer={() => done(texts.unlinked)}
            >
              <SubmitButton size="sm" aria-label={texts.unlinkLabel(label)}>
                {texts.unlink}
              </SubmitButton>
            </Form>
          }
        />
      ))}
      {providerLogin?.identity ? (
        <Form endpoint="linkIdentity" outcome={form} className="stack" onAnswer={() => done(texts.linked)}>
          <p className="sm">{texts.question(providerLogin.identity)}</p>
          <div className="row">
            <SubmitButton variant="primary">{texts.link}</SubmitButton>
          </div>
        </Form>
      ) : (
        identities.length === 0 && (
          <div className="row row--wrap">
            <ProviderButton provider={loginProvider} use="link" canLeave onDone={() => void revalidate()}>
              {texts.connect(loginProvider)}
            </ProviderButton>
          </div>
        )
      )}
    </PanelSection>
  )
}

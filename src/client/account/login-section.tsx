import { useState } from 'react'
import { PasskeyForm } from '#client/account/passkey-form.tsx'
import { PasskeyItem } from '#client/account/passkey-item.tsx'
import { RecoveryCodes } from '#client/account/recovery-codes.tsx'
import { TotpSetup } from '#client/account/totp-setup.tsx'
import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { usersHref } from '#client/staff/users-url.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PanelItem } from '#client/ui/description-list.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { toTotpSetup } from '#shared/account/totp-setup.ts'
import type { LoginMethods } from '#shared/account/factor-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'

interface LoginSectionProps {
  methods: LoginMethods
  query: UsersQuery
  form: FormOutcome | null
}

/** What the user logs in with besides the password: an authenticator app, passkeys, recovery codes. */
export function LoginSection({ methods, query, form }: LoginSectionProps) {
  const { login: texts } = useAccountMessages()
  const time = useTimeFormat()
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(findCodes(form))
  const { now } = usePageContext()
  const { dueAt, totp, passkeys, setup, recoveryCodesLeft } = methods
  const hasSecondFactor = totp !== null || passkeys.length > 0
  const closedHref = usersHref(query, { me: '1' })
  const done = (title: string, codes: readonly string[] | null = null): void => {
    notify({ title, kind: 'success' })
    if (codes) setNewCodes(codes)
    if (query.me === '1') void revalidate()
    else navigate(closedHref)
  }
  return (
    <PanelSection title={texts.title}>
      {newCodes && <RecoveryCodes codes={newCodes} onSaved={() => setNewCodes(null)} closedHref={closedHref} />}
      {dueAt !== null && !hasSecondFactor && (
        <Banner kind="info">{dueAt > now ? texts.due(time(dueAt, 'date')) : texts.overdue}</Banner>
      )}
      {!hasSecondFactor && !setup && dueAt === null && <p className="sm muted">{texts.none}</p>}
      {totp && <AuthenticatorApp totp={totp} form={form} onRemoved={() => done(texts.appRemoved)} />}
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.id} passkey={passkey} query={query} form={form} onDone={done} />
      ))}
      {hasSecondFactor && (
        <RecoveryCodesLeft
          count={recoveryCodesLeft}
          form={form}
          onCreated={(created) => done(texts.codesCreated, created)}
        />
      )}
      {setup && (
        <TotpSetup setup={setup} form={form} closedHref={closedHref} onAdded={(codes) => done(texts.appAdded, codes)} />
      )}
      {!setup && query.me?.startsWith(toTotpSetup('')) && !totp && <Banner kind="error">{texts.setupExpired}</Banner>}
      {query.me === 'passkey' ? (
        <PasskeyForm closedHref={closedHref} onAdded={(codes) => done(texts.passkeyAdded, codes)} />
      ) : (
        <AddFactors methods={methods} query={query} />
      )}
    </PanelSection>
  )
}

interface AuthenticatorAppProps {
  totp: NonNullable<LoginMethods['totp']>
  form: FormOutcome | null
  onRemoved: () => void
}

function AuthenticatorApp({ totp, form, onRemoved }: AuthenticatorAppProps) {
  const { login: texts } = useAccountMessages()
  const time = useTimeFormat()
  return (
    <PanelItem
      icon="smartphone"
      title={texts.app}
      meta={texts.times(time(totp.createdAt), totp.lastUsedAt === null ? null : time(totp.lastUsedAt))}
      end={
        <Form endpoint="removeTotp" outcome={form} onAnswer={onRemoved}>
          <SubmitButton size="sm" aria-label={texts.removeApp}>
            {texts.remove}
          </SubmitButton>
        </Form>
      }
    />
  )
}

interface RecoveryCodesLeftProps {
  count: number
  form: FormOutcome | null
  onCreated: (codes: readonly string[]) => void
}

function RecoveryCodesLeft({ count, form, onCreated }: RecoveryCodesLeftProps) {
  const { login: texts } = useAccountMessages()
  return (
    <PanelItem
      icon="lock"
      title={texts.codesLeft(count)}
      attention={count <= 2}
      end={
        <Form endpoint="createRecoveryCodes" outcome={form} onAnswer={({ recoveryCodes }) => onCreated(recoveryCodes)}>
          <SubmitButton size="sm">{texts.createCodes}</SubmitButton>
        </Form>
      }
    >
      <p className="xs dimmed">{texts.codesHint}</p>
    </PanelItem>
  )
}

/** What the user can still set up. */
function AddFactors({ methods, query }: Pick<LoginSectionProps, 'methods' | 'query'>) {
  const { login: texts } = useAccountMessages()
  const { totp, setup, newSetupId, canAddPasskeys } = methods
  return (
    <div className="row row--wrap account-sessions__end">
      {!totp && !setup && (
        <ButtonLink icon="smartphone" href={usersHref(query, { me: toTotpSetup(newSetupId) })} data-scroll="keep">
          {texts.setUpApp}
        </ButtonLink>
      )}
      {canAddPasskeys && (
        <ButtonLink className="needs-script" icon="lock" href={usersHref(query, { me: 'passkey' })} data-scroll="keep">
          {texts.addPasskey}
        </ButtonLink>
      )}
    </div>
  )
}

/** The recovery codes in the answer to a form that was posted without script. */
function findCodes(form: FormOutcome | null): readonly string[] | null {
  if (form?.endpoint !== 'addTotp' && form?.endpoint !== 'createRecoveryCodes') return null
  return (form.result as { recoveryCodes: string[] | null } | null)?.recoveryCodes ?? null
}

import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { pages } from '#shared/routes/pages.ts'
import { useSyncExternalStore } from 'react'

/** How colleagues get an account, by the registration mode of the installation. */
export function RegistrationHint() {
  const { registration } = usePageContext()
  const { common } = useMessages()
  const { staff } = useStaffMessages()
  const registerUrl = useRegisterUrl()
  return (
    <p className="why registration-hint">
      <Icon name="info" />
      {registration === 'closed' ? (
        <span>{staff.registrationClosed}</span>
      ) : (
        <span>
          {registration === 'open' ? staff.registrationOpen : staff.noAccessRequests}
          {common.sentenceGap}
          <span className="mono strong">{registerUrl}</span> <CopyButton text={registerUrl} label={staff.copyAddress} />
          {registration === 'approval' && ` ${staff.noAccessRequestsEnd}`}
        </span>
      )}
    </p>
  )
}

/** The full URL in the browser; on the server, which does not know it, the path. */
function useRegisterUrl(): string {
  const { path } = pages.register
  return useSyncExternalStore(
    () => () => undefined,
    () => location.origin + path,
    () => path,
  )
}

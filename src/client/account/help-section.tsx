import { useAccountMessages } from '#client/account/use-account-messages.ts'
import { useRoleName } from '#client/app/page-context.tsx'
import { PanelSection } from '#client/ui/panel.tsx'
import type { AccountView } from '#shared/account/views.ts'

/** The people to ask for a permission or for help with logging in. */
export function HelpSection({ helpers }: Pick<AccountView, 'helpers'>) {
  const { help } = useAccountMessages()
  const roleName = useRoleName()
  return (
    <div id="help">
      <PanelSection title={help.title}>
        <p className="sm muted">{helpers.length > 0 ? help.ask : help.operator}</p>
        {helpers.length > 0 && (
          <ul className="account-helpers">
            {helpers.map(({ id, name, email, role }) => (
              <li key={id}>
                <span className="strong">{name}</span> <span className="xs dimmed">{roleName(role)}</span>
                <br />
                <a className="link num--wrap" href={`mailto:${email}`}>
                  {email}
                </a>
              </li>
            ))}
          </ul>
        )}
      </PanelSection>
    </div>
  )
}

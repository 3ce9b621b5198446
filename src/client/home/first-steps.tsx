import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty, MissingPermissionNote } from '#client/ui/empty.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { href } from '#shared/routes/pages.ts'

/** The first steps of an empty installation; a user without the permission to import reads which roles have it. */
export function FirstSteps() {
  const home = useHomeMessages()
  const canImport = usePermission('orders.import')
  const canInvite = usePermission('users.invite')
  if (!canImport)
    return (
      <div className="card">
        <Empty icon="inbox" title={home.noOrders}>
          {home.noOrdersHint}
        </Empty>
        <div className="card__body">
          <MissingPermissionNote permission="orders.import" />
        </div>
      </div>
    )
  return (
    <section className="card first-steps">
      <header className="card__head">
        <h2>{home.firstSteps}</h2>
      </header>
      <ol>
        <li>
          <Icon name="upload" />
          <span className="grow">
            <span className="strong">{home.importOrders}</span>
            <span className="sm muted">{home.importHint}</span>
          </span>
          <ButtonLink variant="primary" icon="upload" href={href('orders', { import: '1' })}>
            {home.importOrders}
          </ButtonLink>
        </li>
        {canInvite && (
          <li>
            <Icon name="user-plus" />
            <span className="grow">
              <span className="strong">{home.addColleagues}</span>
              <span className="sm muted">{home.addColleaguesHint}</span>
            </span>
            <ButtonLink icon="user-plus" href={href('users', { invite: '1' })}>
              {home.inviteColleague}
            </ButtonLink>
          </li>
        )}
      </ol>
    </section>
  )
}

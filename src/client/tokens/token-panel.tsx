import { FinanceName } from '#client/app/finance-name.tsx'
import { usePermission } from '#client/app/page-context.tsx'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { revalidate } from '#client/navigation/router.ts'
import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useTokenMessages } from '#client/tokens/use-token-messages.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { MissingPanel } from '#client/ui/missing-panel.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { Panel, PanelSection, PanelTitle } from '#client/ui/panel.tsx'
import { PreviousNext } from '#client/ui/previous-next.tsx'
import { Status } from '#client/ui/status.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { Timeline, TimelineItem } from '#client/ui/timeline.tsx'
import { auditLog } from '#shared/events/audit-log.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { groupPermissions, type Permission } from '#shared/permissions.ts'
import { href } from '#shared/routes/pages.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'
import { tokensList } from '#shared/tokens/tokens-list.ts'
import { usersList } from '#shared/staff/users-list.ts'
import type { TokenDetail, TokensTabView } from '#shared/staff/page-views.ts'

interface TokenPanelProps {
  token: NonNullable<TokensTabView['token']>
  query: UsersQuery
  /** The rows of the list, for the previous and next links. */
  rows: readonly { id: string }[]
  form: FormOutcome | null
}

/** One API token: where and until when it works, what it allows, what it did, and the end of it. */
export function TokenPanel({ token, query, rows, form }: TokenPanelProps) {
  const words = useTokenMessages()
  const closeHref = closedHref(tokensList, query)
  const panel = { closeHref, backLabel: words.list }
  if ('missing' in token)
    return (
      <MissingPanel {...panel} title={words.missing}>
        {words.missingHint}
      </MissingPanel>
    )
  const openHref = createOpenHref(tokensList, query)
  return (
    <Panel
      {...panel}
      record={token.id}
      title={token.name}
      position={<PreviousNext keys={rows.map(({ id }) => id)} current={token.id} hrefOf={openHref} />}
      actions={token.state === 'active' && token.canRevoke && <RevokeForm token={token} form={form} />}
    >
      <TokenHead token={token} />
      <TokenPermissions permissions={token.permissions} />
      {token.events && <TokenActivity events={token.events} ownerId={token.user.id} />}
    </Panel>
  )
}

function TokenHead({ token }: { token: TokenDetail }) {
  const words = useTokenMessages()
  const formatTime = useTimeFormat()
  const canOpenOwner = usePermission(usersList.permission)
  const { name, prefix, state, user, addresses, createdAt, expiresAt, lastUsedAt, lastIp } = token
  return (
    <header className="panel__head">
      <PanelTitle>{name}</PanelTitle>
      <div className="row">
        <Status kind="token" value={state} badge />
      </div>
      <DescriptionList
        items={[
          [
            words.beginning,
            <span key="prefix" className="mono">
              {prefix}…
            </span>,
          ],
          [
            words.details.owner,
            canOpenOwner ? (
              <a className="link" href={href('users', { user: user.id })}>
                {user.name}
              </a>
            ) : (
              user.name
            ),
          ],
          [words.details.created, formatTime(createdAt)],
          [words.details.expires, formatTime(expiresAt)],
          [words.details.lastUsed, lastUsedAt === null ? words.never : words.usedFrom(formatTime(lastUsedAt), lastIp)],
          [words.details.addresses, addresses.join(', ') || words.anyAddress],
        ]}
      />
    </header>
  )
}

function TokenPermissions({ permissions }: { permissions: readonly Permission[] }) {
  const words = useTokenMessages()
  const { staff, permissions: permissionNames } = useStaffMessages()
  const groups = groupPermissions()
    .map(([group, ofGroup]) => [group, ofGroup.filter((each) => permissions.includes(each))] as const)
    .filter(([, ofGroup]) => ofGroup.length > 0)
  return (
    <PanelSection title={words.permissions} end={permissions.length}>
      <DescriptionList
        items={groups.map(([group, ofGroup]) => [
          staff.permissionGroups[group],
          <ul key={group}>
            {ofGroup.map((permission) => (
              <li key={permission}>
                <FinanceName text={permissionNames[permission]} />
              </li>
            ))}
          </ul>,
        ])}
      />
    </PanelSection>
  )
}

function TokenActivity({ events, ownerId }: { events: NonNullable<TokenDetail['events']>; ownerId: string }) {
  const words = useTokenMessages()
  const canSeeAll = usePermission(auditLog.permission)
  return (
    <PanelSection title={words.activity}>
      {events.length === 0 ? (
        <p className="sm muted">{words.noActivity}</p>
      ) : (
        <Timeline>
          {events.map((event) => (
            <TimelineItem key={event.id} icon="circle" at={event.at}>
              <EventSentence event={event} />
            </TimelineItem>
          ))}
        </Timeline>
      )}
      {canSeeAll && (
        <p className="sm">
          <a className="link" href={href('users', { tab: 'audit', actor: ownerId })}>
            {words.allByOwner}
          </a>
        </p>
      )}
    </PanelSection>
  )
}

function RevokeForm({ token: { id, name }, form }: { token: TokenDetail; form: FormOutcome | null }) {
  const words = useTokenMessages()
  return (
    <Form
      endpoint="revokeToken"
      hiddenValues={{ token: id }}
      outcome={form}
      onAnswer={() => {
        notify({ kind: 'success', title: words.revoked(name) })
        void revalidate()
      }}
    >
      <SubmitButton icon="ban">{words.revoke}</SubmitButton>
    </Form>
  )
}

import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { Page, PageHead } from '#client/app/shell.tsx'
import { lazyComponent } from '#client/lazy-component.tsx'
import { ViewDialog } from '#client/list/lazy-view-dialog.ts'
import type { Overlay, PageProps } from '#client/pages.ts'
import { AuditExport } from '#client/staff/audit-export.tsx'
import { StaffTabs, TabActions, TabContent, tabOverlays } from '#client/staff/tabs.tsx'
import { UserPanel } from '#client/staff/user-panel.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { Empty } from '#client/ui/empty.tsx'
import { Form } from '#client/ui/form.tsx'
import { Panel } from '#client/ui/panel.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { pages } from '#shared/routes/pages.ts'

const AccountPanel = lazyComponent(async () => (await import('#client/account/account-panel.tsx')).AccountPanel)
const InviteDialog = lazyComponent(async () => (await import('#client/staff/invite-dialog.tsx')).InviteDialog)

const ImportDialog = lazyComponent(async () => (await import('#client/staff/import-dialog.tsx')).ImportDialog)

const TokenPanel = lazyComponent(async () => (await import('#client/tokens/token-panel.tsx')).TokenPanel)

const WebhookPanel = lazyComponent(async () => (await import('#client/webhooks/webhook-panel.tsx')).WebhookPanel)

/** The API token that is open, and the rows of the list. */
function findOpenToken({ content }: PageProps<'users'>['data']) {
  if (content.missingPermission !== null || content.tab !== 'tokens' || content.token === null) return undefined
  return { token: content.token, rows: content.rows }
}

/** The webhook that is open, and the rows of the list. */
function findOpenWebhook({ content }: PageProps<'users'>['data']) {
  if (content.missingPermission !== null || content.tab !== 'webhooks' || content.webhook === null) return undefined
  return { webhook: content.webhook, rows: content.rows }
}

export const overlays: readonly Overlay<'users'>[] = [
  ...tabOverlays,
  { component: AccountPanel, isOpen: ({ data }) => data.account !== null && data.account !== 'hidden' },
  { component: TokenPanel, isOpen: ({ data }) => findOpenToken(data) !== undefined },
  { component: WebhookPanel, isOpen: ({ data }) => findOpenWebhook(data) !== undefined },
  { component: ImportDialog, isOpen: ({ query }) => query.import !== undefined },
  { component: ViewDialog, isOpen: ({ query }) => query.view !== undefined },
  { component: InviteDialog, isOpen: ({ query }) => query.invite !== undefined },
]

/** The users page: one of its tabs, the panel of one account, the dialog that invites someone. */
export default function UsersPage({ query, data, form }: PageProps<'users'>) {
  const { common, staff } = useStaffMessages()
  const canInvite = usePermission('users.invite')
  const { content, user, account, grantable } = data
  const openToken = findOpenToken(data)
  const openWebhook = findOpenWebhook(data)
  const hasExport = usePermission('users.export')
  const canExport = hasExport && content.tab === 'staff' && content.missingPermission === null
  const canImport = usePermission('users.import') && content.tab === 'staff'
  const rows = content.missingPermission === null && content.tab === 'staff' ? content.rows : []
  const isFull = data.tabs.length === 0
  const accountPanel =
    account === 'hidden' ? (
      <HiddenAccount isFull={isFull} closeHref={isFull ? pages.index.path : usersHref(query, { me: undefined })} />
    ) : (
      account && <AccountPanel account={account} isFull={isFull} query={query} form={form} />
    )
  const tokenPanel = openToken && <TokenPanel token={openToken.token} rows={openToken.rows} query={query} form={form} />
  const webhookPanel = openWebhook && <WebhookPanel {...openWebhook} query={query} form={form} />
  const userPanel = user && <UserPanel user={user} grantable={grantable} form={form} query={query} rows={rows} />
  const panel = accountPanel ?? tokenPanel ?? webhookPanel ?? userPanel
  const inviteButton = (
    <ButtonLink variant="primary" icon="user-plus" href={usersHref(query, { invite: '1' })} data-scroll="keep">
      {staff.invitations.invite}
    </ButtonLink>
  )
  const actions = (
    <>
      {content.tab === 'audit' && content.missingPermission === null && (
        <AuditExport query={query} form={form} className="hide-sm" />
      )}
      {canExport && (
        <Form endpoint="exportUsers" outcome={form} target="_blank" className="hide-sm">
          <SubmitButton icon="download">{staff.export.button}</SubmitButton>
        </Form>
      )}
      {canImport && (
        <ButtonLink icon="upload" className="hide-sm" href={usersHref(query, { import: '1' })} data-scroll="keep">
          {staff.import.button}
        </ButtonLink>
      )}
      <TabActions query={query} data={data} />
      {canInvite && (content.tab === 'staff' || content.tab === 'invitations') && inviteButton}
    </>
  )
  return (
    <Page panel={panel} isPanelFull={isFull && account !== null}>
      <PageHead title={common.pages.users} actions={actions} />
      <StaffTabs tabs={data.tabs} current={content.tab} />
      <TabContent query={query} data={data} form={form} />
      {canImport && query.import !== undefined && (
        <ImportDialog closeHref={usersHref(query, { import: undefined })} form={form} />
      )}
      {canInvite && query.invite !== undefined && (
        <InviteDialog grantable={grantable} closeHref={usersHref(query, { invite: undefined })} form={form} />
      )}
    </Page>
  )
}

/** In place of the own account, for someone who views as its user. */
function HiddenAccount({ closeHref, isFull }: { closeHref: string; isFull: boolean }) {
  const { common, staff } = useStaffMessages()
  return (
    <Panel record="hidden" title={common.myAccount} closeHref={closeHref} backLabel={common.back} isFull={isFull}>
      <Empty icon="lock" title={staff.accountHidden}>
        {staff.accountHiddenHint}
      </Empty>
    </Panel>
  )
}

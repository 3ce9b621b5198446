import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import type { Overlay, PageProps } from '#client/pages.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { lazyComponent } from '#client/lazy-component.tsx'
import { StaffTab as StaffTabContent } from '#client/staff/staff-tab.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import { href } from '#shared/routes/pages.ts'
import { type StaffTab, staffTabNames } from '#shared/staff/staff-tabs.ts'
import type { TabContent as Content } from '#shared/staff/page-views.ts'
import { type ComponentType, useEffect, useRef } from 'react'

/** What a tab of `/users` shows. */
export interface TabProps<Name extends StaffTab> extends PageProps<'users'> {
  content: Extract<Content, { tab: Name; missingPermission: null }>
}

const InvitationsTab = lazyComponent(async () => (await import('#client/staff/invitations-tab.tsx')).InvitationsTab)

const SessionsTab = lazyComponent(async () => (await import('#client/staff/sessions-tab.tsx')).SessionsTab)

const AuditTab = lazyComponent(async () => (await import('#client/staff/audit-tab.tsx')).AuditTab)

const RolesTab = lazyComponent(async () => (await import('#client/roles/roles-tab.tsx')).RolesTab)

const TokensTab = lazyComponent(async () => (await import('#client/tokens/tokens-tab.tsx')).TokensTab)

const WebhooksTab = lazyComponent(async () => (await import('#client/webhooks/webhooks-tab.tsx')).WebhooksTab)

const RolesActions = lazyComponent(async () => (await import('#client/roles/roles-tab.tsx')).RolesActions)

const TokensActions = lazyComponent(async () => (await import('#client/tokens/tokens-tab.tsx')).TokensActions)

const WebhooksActions = lazyComponent(async () => (await import('#client/webhooks/webhooks-tab.tsx')).WebhooksActions)

/** The tabs with a chunk of their own. */
export const tabOverlays: readonly Overlay<'users'>[] = [
  { component: RolesTab, isOpen: isTab('roles') },
  { component: RolesActions, isOpen: isTab('roles') },
  { component: InvitationsTab, isOpen: isTab('invitations') },
  { component: SessionsTab, isOpen: isTab('sessions') },
  { component: AuditTab, isOpen: isTab('audit') },
  { component: TokensTab, isOpen: isTab('tokens') },
  { component: TokensActions, isOpen: isTab('tokens') },
  { component: WebhooksTab, isOpen: isTab('webhooks') },
  { component: WebhooksActions, isOpen: isTab('webhooks') },
]

function isTab(tab: StaffTab): Overlay<'users'>['isOpen'] {
  return ({ data: { content } }) => content.tab === tab
}

const tabComponents: { [Name in StaffTab]: ComponentType<TabProps<Name>> } = {
  staff: StaffTabContent,
  roles: RolesTab,
  invitations: InvitationsTab,
  sessions: SessionsTab,
  audit: AuditTab,
  tokens: TokensTab,
  webhooks: WebhooksTab,
}

/** The content of the open tab, or the permission that it needs. */
export function TabContent(props: PageProps<'users'>) {
  const { staff } = useStaffMessages()
  const { content } = props.data
  if (content.missingPermission !== null)
    return (
      <MissingPermission permission={content.missingPermission} title={staff.missingPermissionTitles[content.tab]} />
    )
  const Content = tabComponents[content.tab] as ComponentType<TabProps<StaffTab>>
  return <Content {...props} content={content} />
}

/** What can be added in the open tab, in the head of the page. */
export function TabActions({ query, data: { content } }: Pick<PageProps<'users'>, 'query' | 'data'>) {
  if (content.missingPermission !== null) return null
  if (content.tab === 'roles') return <RolesActions query={query} />
  if (content.tab === 'tokens') return <TokensActions query={query} />
  return content.tab === 'webhooks' && <WebhooksActions query={query} />
}

/** Links to the tabs that the user can see; nothing for a single one. */
export function StaffTabs({ tabs, current }: { tabs: readonly StaffTab[]; current: StaffTab }) {
  const { common } = useMessages()
  const bar = useRef<HTMLElement>(null)
  // On a phone the last tabs are outside of the screen.
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  if (tabs.length < 2) return null
  return (
    <Tabs label={common.pages.users} ref={bar}>
      {tabs.map((tab) => (
        <Tab key={tab} href={href('users', tab === staffTabNames[0] ? {} : { tab })} current={tab === current}>
          {common.staffTabs[tab]}
        </Tab>
      ))}
    </Tabs>
  )
}

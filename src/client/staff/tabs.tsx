import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import type { Overlay, PageProps } from '#client/pages.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { lazyComponent } from '#client/lazy-component.tsx'
import { StaffTab as StaffTabContent } from '#client/staff/staff-tab.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import { href } from '#shared/routes/pages.ts'
import { type StaffTab, staffTabNames } from '#shared/staff/staff-tabs.ts'
import type { TabContent as Content } from '#shared/staff/views.ts'
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

/** The tabs with a chunk of their own. */
export const tabOverlays: readonly Overlay<'users'>[] = [
  { component: RolesTab, isOpen: ({ data: { content } }) => content.tab === 'roles' },
  { component: InvitationsTab, isOpen: ({ data: { content } }) => content.tab === 'invitations' },
  { component: SessionsTab, isOpen: ({ data: { content } }) => content.tab === 'sessions' },
  { component: AuditTab, isOpen: ({ data: { content } }) => content.tab === 'audit' },
  { component: TokensTab, isOpen: ({ data: { content } }) => content.tab === 'tokens' },
  { component: WebhooksTab, isOpen: ({ data: { content } }) => content.tab === 'webhooks' },
]

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

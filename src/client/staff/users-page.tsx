import type { PageProps } from '#client/pages.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Page, PageHead } from '#client/app/shell.tsx'
import { StaffTabs, TabContent } from '#client/staff/tabs.tsx'
import { UserPanel } from '#client/staff/user-panel.tsx'

/** The users page: one of its tabs, and the panel of one account. */
export default function UsersPage({ query, data, form }: PageProps<'users'>) {
  const { common } = useMessages()
  const { content, user, grantable } = data
  const rows = content.missingPermission === null && content.tab === 'staff' ? content.rows : []
  const panel = user && <UserPanel user={user} grantable={grantable} form={form} query={query} rows={rows} />
  return (
    <Page panel={panel}>
      <PageHead title={common.pages.users} />
      <StaffTabs tabs={data.tabs} current={content.tab} />
      <TabContent query={query} data={data} form={form} />
    </Page>
  )
}

import type { Cell } from '#client/list/list-rows.tsx'
import { ListView } from '#client/list/list-view.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usersHref } from '#client/staff/users-url.ts'
import { CreateTokenDialog } from '#client/tokens/create-token-dialog.tsx'
import { useTokenMessages } from '#client/tokens/use-token-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { statusClass } from '#client/ui/status.tsx'
import { useTitledTime } from '#client/ui/time.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { tokensList } from '#shared/tokens/tokens-list.ts'
import { tokenPermissions } from '#shared/tokens/token-permissions.ts'
import type { ApiToken } from '#shared/tokens/tokens.ts'
import type { TokensTabView } from '#shared/staff/page-views.ts'

/** The API tokens that the user can see; one opens in the panel. */
export function TokensTab({ query, content, form }: TabProps<'tokens'>) {
  const words = useTokenMessages()
  const { common, permissions: permissionNames } = useStaffMessages()
  const renderTime = useTitledTime()
  const openHref = createOpenHref(tokensList, query)
  const options = listFilterOptions(content, permissionNames)
  useRowClick()
  const cells: Record<ColumnId<typeof tokensList>, (token: ApiToken) => Cell> = {
    token: ({ id, name, prefix }) => (
      <>
        <a href={openHref(id)}>{name}</a> <span className="mono dimmed">{prefix}…</span>
      </>
    ),
    owner: ({ user }) => user.name,
    status: ({ state }) => ({ className: statusClass('token', state), content: common.statuses.token[state] }),
    lastUsed: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="dimmed">{words.never}</span> : renderTime(lastUsedAt),
    expires: ({ expiresAt }) => renderTime(expiresAt),
  }
  return (
    <>
      <ListView
        list={tokensList}
        query={query}
        page={content}
        words={words}
        search={words.search}
        className="api-tokens"
        options={options}
        cells={cells}
        keyOf={({ id }) => id}
        empty={
          <Empty icon="lock" title={words.none}>
            {words.noneHint}
          </Empty>
        }
      />
      {query.newToken !== undefined && (
        <CreateTokenDialog closeHref={usersHref(query, { newToken: undefined })} form={form} />
      )}
    </>
  )
}

/** What can be added, and how to use it, in the head of the page. */
export function TokensActions({ query }: Pick<TabProps<'tokens'>, 'query'>) {
  const words = useTokenMessages()
  return (
    <>
      <ButtonLink className="hide-sm" href="/api/reference" target="_blank">
        {words.reference}
      </ButtonLink>
      <ButtonLink
        variant="primary"
        icon="plus"
        href={usersHref(query, { newToken: '1', openToken: undefined })}
        data-scroll="keep"
      >
        {words.create}
      </ButtonLink>
    </>
  )
}

/** Users who see only their own tokens do not filter by owner. */
const listFilterOptions = ({ owners }: TokensTabView, names: Record<string, string>) => ({
  ...(owners.length > 0 && { owner: owners.map(({ id, name }) => ({ value: id, label: name })) }),
  permission: tokenPermissions.map((permission) => ({ value: permission, label: names[permission] ?? permission })),
})

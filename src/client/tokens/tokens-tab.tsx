import type { Cell } from '#client/list/list-rows.tsx'
import { ListTable } from '#client/list/list-table.tsx'
import type { TabProps } from '#client/staff/tabs.tsx'
import { usersHref } from '#client/staff/users-url.ts'
import { CreateTokenDialog, TokenDialog } from '#client/tokens/token-dialogs.tsx'
import { useTokenMessages } from '#client/tokens/use-token-messages.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useRowClick } from '#client/ui/use-row-click.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { closedHref, createOpenHref } from '#shared/list/url.ts'
import { tokensList } from '#shared/staff/tokens-list.ts'
import type { ApiToken } from '#shared/staff/tokens.ts'

/** The API tokens that the user can see; one opens in a dialog. */
export function TokensTab({ query, content, form }: TabProps<'tokens'>) {
  const words = useTokenMessages()
  const formatTime = useTimeFormat()
  const highlighted = useLastOpen(query.openToken ?? null)
  const openHref = createOpenHref(tokensList, query)
  useRowClick()
  const cells: Record<ColumnId<typeof tokensList>, (token: ApiToken) => Cell> = {
    token: ({ id, name, prefix }) => (
      <>
        <a href={openHref(id)}>{name}</a> <span className="mono dimmed">{prefix}…</span>
      </>
    ),
    owner: ({ user }) => user.name,
    status: ({ state }) =>
      state === 'active' ? words.states.active : <span className="dimmed">{words.states[state]}</span>,
    lastUsed: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="dimmed">{words.never}</span> : formatTime(lastUsedAt),
    expires: ({ expiresAt }) => formatTime(expiresAt),
  }
  return (
    <>
      <div className="list-head">
        <ButtonLink icon="plus" href={usersHref(query, { newToken: '1', openToken: undefined })} data-scroll="keep">
          {words.create}
        </ButtonLink>
      </div>
      {content.tokens.length > 0 ? (
        <ListTable
          list={tokensList}
          query={query}
          label={words.list}
          className="api-tokens"
          headings={words.columns}
          cells={cells}
          rows={content.tokens}
          keyOf={({ id }) => id}
          highlighted={highlighted}
        />
      ) : (
        <Empty icon="lock" title={words.none}>
          {words.noneHint}
        </Empty>
      )}
      {query.openToken !== undefined && (
        <TokenDialog
          key={query.openToken}
          token={content.tokens.find(({ id }) => id === query.openToken)}
          closeHref={closedHref(tokensList, query)}
          form={form}
        />
      )}
      {query.newToken !== undefined && (
        <CreateTokenDialog closeHref={usersHref(query, { newToken: undefined })} form={form} />
      )}
    </>
  )
}

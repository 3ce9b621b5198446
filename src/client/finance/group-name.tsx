import { accountHref, filteredHref } from '#client/finance/finance-url.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FlowGroup } from '#shared/finance/views.ts'

/**
 * The name of a group, which opens its rows. Those of several accounts are opened account by account; the page of an account has no filter by
 * kind or direction.
 */
export function GroupName({ query, group, name }: { query: FinanceQuery; group: FlowGroup; name: string }) {
  const { accounts, days, kind } = group
  const [account, ...others] = accounts
  if (!account)
    return (
      <a href={filteredHref(query, { ...days, ...(kind !== null && { kind: [kind as never] }), group: undefined })}>
        {name}
      </a>
    )
  if (group.closing === null) return name
  if (others.length === 0) return <a href={accountHref(account.code, query)}>{name}</a>
  return (
    <>
      {name}{' '}
      {accounts.map((each) => (
        <a key={each.code} className="dimmed" href={accountHref(each.code, query)}>
          {each.code}{' '}
        </a>
      ))}
    </>
  )
}

import { accountHref, filteredHref } from '#client/finance/finance-url.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FlowGroup } from '#shared/finance/page-views.ts'

/**
 * The name of a group, which opens its rows: the entries of a unit of time, a kind or a channel, or the page of an account with its balances. Where a
 * filter leaves movements out, so that there are no balances, it opens the entries of the account.
 */
export function GroupName({ query, group, name }: { query: FinanceQuery; group: FlowGroup; name: string }) {
  const { key, accounts, days, kind, closing } = group
  const [account, ...others] = accounts
  const hrefWith = (change: Partial<FinanceQuery>): string => filteredHref(query, { ...change, group: undefined })
  if (!account) return <a href={hrefWith({ ...days, ...(kind !== null && { kind: [kind as never] }) })}>{name}</a>
  if (key === account.code)
    return <a href={closing === null ? hrefWith({ account: [key] }) : accountHref(key, query)}>{name}</a>
  return (
    <>
      <a href={hrefWith({ channel: [key] })}>{name}</a>{' '}
      {closing !== null &&
        [account, ...others].map((each) => (
          <a key={each.code} className="group-account" href={accountHref(each.code, query)}>
            {each.code}{' '}
          </a>
        ))}
    </>
  )
}

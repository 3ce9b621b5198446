import { addDays } from '#shared/time.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'

/** The URL of `/finance` with some parameters changed; the same view always has the same URL. */
export function financeHref(query: FinanceQuery, change: Partial<FinanceQuery>): string {
  const { tab, account, from, to, kind, flow, currency, cursor, entry, newAccount, rename, group, action, statement } =
    {
      ...query,
      ...change,
    }
  return href('finance', {
    tab,
    account,
    from,
    to,
    kind,
    flow,
    currency,
    cursor,
    entry,
    newAccount,
    rename,
    group,
    action,
    statement,
    class: 'class' in change ? change.class : query.class,
  })
}

/** The page of an account with all its postings. */
export const accountHref = (code: string): string => href('finance', { tab: 'accounts', account: code })

/** The URL with another filter: the first page of the list; the open entry stays open. */
export const filteredHref = (query: FinanceQuery, change: Partial<FinanceQuery>): string =>
  financeHref(query, { ...change, cursor: undefined })

/** URLs of the entries that add up to each figure of the period; `opening` is null where the period has no first day. */
export function summaryHrefs(query: FinanceQuery) {
  const { from } = query
  const hrefWith = (change: Partial<FinanceQuery>) =>
    filteredHref(query, { kind: [], flow: undefined, group: undefined, ...change })
  return {
    in: hrefWith({ flow: 'in' }),
    out: hrefWith({ flow: 'out' }),
    net: hrefWith({}),
    closing: hrefWith({ from: undefined }),
    opening: from === undefined ? null : hrefWith({ from: undefined, to: addDays(from, -1) }),
  }
}

import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { href } from '#shared/routes/pages.ts'

/** The URL of `/finance` with some parameters changed; the same view always has the same URL. */
export function financeHref(query: FinanceQuery, change: Partial<FinanceQuery>): string {
  const {
    tab,
    account,
    from,
    to,
    kind,
    flow,
    q,
    currency,
    cursor,
    entry,
    newAccount,
    rename,
    sort,
    group,
    chart,
    action,
    statement,
    request,
    template,
    state,
    line,
    month,
  } = {
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
    q,
    currency,
    cursor,
    entry,
    newAccount,
    rename,
    sort,
    group,
    chart,
    action,
    statement,
    request,
    template,
    month,
    verify: change.verify,
    state,
    line,
    class: 'class' in change ? change.class : query.class,
  })
}

/** The query without the dialog of `action`. */
export const closed = { action: undefined, template: undefined, month: undefined }

/** The URL without its dialog. */
export const closedHref = (query: FinanceQuery): string => financeHref(query, closed)

/** The page of an account with its postings, of some days or all. */
export const accountHref = (code: string, { from, to }: Pick<FinanceQuery, 'from' | 'to'> = {}): string =>
  href('finance', { tab: 'accounts', account: code, from, to })

/** The URL with another filter: the first page of the list; the open entry stays open. */
export const filteredHref = (query: FinanceQuery, change: Partial<FinanceQuery>): string =>
  financeHref(query, { ...change, cursor: undefined })

import { accountHref, filteredHref } from '#client/finance/finance-url.ts'
import type { FlowFigures } from '#shared/finance/flow-figures.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { dayOfBound, hasTime } from '#shared/list/day-bounds.ts'
import { href } from '#shared/routes/pages.ts'
import { addDays } from '#shared/time.ts'

/**
 * URLs of the rows that add up to each figure of a period, of the same currency, days and kinds; `opening` is null where the period has no
 * first day. The balances of money accounts and what is to be settled do not depend on the kinds. Entries do not say what chosen accounts transferred to others, so their
 * balances open the accounts that add up to them.
 */
export function figureHrefs(query: FinanceQuery) {
  const { from } = query
  const hrefWith = (change: Partial<FinanceQuery>): string =>
    filteredHref(query, { flow: undefined, group: undefined, ...change })
  const balance = { kind: [], from: undefined }
  const closing = isOfAccounts(query) ? ({ ...balance, group: 'account' } as const) : balance
  return {
    in: hrefWith({ flow: 'in' }),
    out: hrefWith({ flow: 'out' }),
    net: hrefWith({}),
    closing: hrefWith(closing),
    opening: from === undefined ? null : hrefWith({ ...closing, to: hasTime(from) ? from : addDays(from, -1) }),
    refunds: hrefWith({ flow: 'out', kind: ['refund.succeeded'] }),
    unsettled: hrefWith({ ...balance, chart: 'aging' }),
  }
}

const isOfAccounts = ({ account, channel }: FinanceQuery): boolean => account.length > 0 || channel.length > 0

/** The open lines of an account in the days of the query, which have no times. */
export const openLinesHref = (
  { from, to }: FinanceQuery,
  { account }: NonNullable<FlowFigures['openLines']>[number],
): string =>
  href('finance', {
    tab: 'reconciliation',
    account: account.code,
    from: from && dayOfBound(from),
    to: to && dayOfBound(to),
  })

/** The postings of a fee account in the days of the query. */
export const feesHref = (query: FinanceQuery, { account }: NonNullable<FlowFigures['fees']>[number]): string =>
  accountHref(account.code, { ...query, closing: 'without' })

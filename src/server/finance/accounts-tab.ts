import { findAccountRow } from '#server/finance/account-store.ts'
import { listLedgerAccounts, readAccountPostings, toLedgerAccount } from '#server/finance/account-views.ts'
import { readCreditBalances } from '#server/finance/credit-balances.ts'
import { findDays } from '#server/finance/entry-days.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { postingsList } from '#shared/finance/accounts-list.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'

/** The chart of accounts, or one account with a page of its postings. */
export const loadAccountsTab: TabLoader<'accounts'> = async (context, asked) => {
  const {
    account: [code],
    ...query
  } = findDays(context, asked)
  const { read } = context.kontor.database
  if (code === undefined) return { tab: 'accounts', accounts: await listLedgerAccounts(read), opened: null }
  const account = await findAccountRow(read, code)
  if (!account) return { tab: 'accounts', accounts: [], opened: { missing: code } }
  const { customer, bounds, days, cursor, closing } = query
  const queryErrors = findQueryErrors(postingsList, { ...query, ...bounds })
  const filter: Pick<typeof query, 'days'> & Partial<Pick<typeof query, 'customer' | 'cursor' | 'closing'>> =
    queryErrors.length > 0 ? { days: {} } : { customer, days, cursor, closing }
  const hasBalances = account.role === 'store_credit' && filter.customer === undefined && filter.cursor === undefined
  return {
    tab: 'accounts',
    accounts: [],
    opened: {
      account: toLedgerAccount(account),
      ...(await readAccountPostings(read, account, filter)),
      balances: hasBalances ? await readCreditBalances(context, account, filter.days) : null,
      queryErrors,
    },
  }
}

import { findAccountRow } from '#server/finance/account-store.ts'
import { listLedgerAccounts, readAccountPostings, toLedgerAccount } from '#server/finance/account-views.ts'
import { readCreditBalances } from '#server/finance/credit-balances.ts'
import { resolveToday } from '#server/list/resolve-days.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { postingsList } from '#shared/finance/accounts-list.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'

/** The chart of accounts, or one account with a page of its postings. */
export const loadAccountsTab: TabLoader<'accounts'> = async (context, asked) => {
  const {
    account: [code],
    ...query
  } = resolveToday(context, postingsList, asked)
  const { read } = context.kontor.database
  if (code === undefined) return { tab: 'accounts', accounts: await listLedgerAccounts(read), opened: null }
  const account = await findAccountRow(read, code)
  if (!account) return { tab: 'accounts', accounts: [], opened: { missing: code } }
  const queryErrors = findQueryErrors(postingsList, query)
  const { customer, from, to, cursor, closing } = query
  const filter: Partial<Pick<typeof query, 'customer' | 'from' | 'to' | 'cursor' | 'closing'>> =
    queryErrors.length > 0 ? {} : { customer, from, to, cursor, closing }
  const hasBalances = account.role === 'store_credit' && filter.customer === undefined && filter.cursor === undefined
  return {
    tab: 'accounts',
    accounts: [],
    opened: {
      account: toLedgerAccount(account),
      ...(await readAccountPostings(read, account, filter)),
      balances: hasBalances ? await readCreditBalances(context, account, filter.to) : null,
      queryErrors,
    },
  }
}

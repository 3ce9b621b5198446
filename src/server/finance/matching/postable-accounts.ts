import type { RequestContext } from '#server/context.ts'
import type { Db, Transaction } from '#server/db/database.ts'
import { chartPurposes, listAccountOptions } from '#server/finance/account-options.ts'
import { findAccountRow } from '#server/finance/account-store.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import type { OpenedLine } from '#shared/finance/matching/views.ts'
import type { AccountRole } from '#shared/finance/ledger.ts'
import { invalidInput } from '#shared/problem.ts'

/** The other accounts in the currency of an account, as which its lines can be posted. */
export const listPostableAccounts = async (
  db: Db,
  { code: own, currency }: Pick<MatchedAccount, 'code' | 'currency'>,
  baseCurrency: string,
): Promise<OpenedLine['postableAccounts']> =>
  (await listAccountOptions(db, baseCurrency))
    .filter((account) => account.currency === currency && account.code !== own && account.role !== 'store_credit')
    .map(({ code, role, provider, name, nameZh }) => ({ code, role, provider, name, nameZh }))

/** An account as which lines can be posted; one of the chart is created. Throws `invalid-input` at `/difference`. */
export async function resolvePostable(
  transaction: Transaction,
  { kontor: { book } }: RequestContext,
  account: MatchedAccount,
  code: string,
): Promise<{ id: string; role: AccountRole }> {
  const known = await findAccountRow(transaction, code)
  const purpose = known ?? chartPurposes(book.currency)(code)
  if (!purpose || purpose.currency !== account.currency || code === account.code)
    throw invalidInput({ pointer: '/difference', reason: 'ledger-account' })
  if (purpose.role === 'store_credit') throw invalidInput({ pointer: '/difference', reason: 'store-credit-account' })
  if (known !== undefined && known.archived_at !== null)
    throw invalidInput({ pointer: '/difference', reason: 'ledger-account-archived' })
  const id = known?.id ?? (await resolveAccounts(transaction, book.currency, [purpose]))(purpose)
  return { id, role: purpose.role }
}

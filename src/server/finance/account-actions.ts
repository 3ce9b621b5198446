import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import * as store from '#server/finance/account-store.ts'
import {
  readAccountPostings,
  listLedgerAccounts as listAccounts,
  toLedgerAccount,
} from '#server/finance/account-views.ts'
import { findValidDays } from '#server/finance/entry-days.ts'
import { newOwnAccount } from '#server/finance/accounts.ts'
import * as ledgerStore from '#server/finance/ledger-store.ts'
import { isCurrency } from '#shared/currencies.ts'
import type { LedgerAccount } from '#shared/finance/account-views.ts'
import { maxLedgerAccounts } from '#shared/finance/inputs.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

/** `GET /api/finance/accounts`. */
export const listLedgerAccounts: Action<'listLedgerAccounts'> = async ({ kontor }) => ({
  accounts: await listAccounts(kontor.database.read),
})

/** `GET /api/finance/postings`. */
export const listPostings: Action<'listPostings'> = async (context, { account: code, ...query }) => {
  const { read } = context.kontor.database
  const account = await store.findAccountRow(read, code)
  if (!account) throw invalidInput({ in: 'query', pointer: '/account', reason: 'ledger-account' })
  return {
    account: toLedgerAccount(account),
    ...(await readAccountPostings(read, account, findValidDays(context, query))),
  }
}

/** `POST /api/finance/accounts`: the next account of its role. */
export const addLedgerAccount: Action<'addLedgerAccount'> = async (context, { role, currency, ...names }) => {
  if (!isCurrency(currency)) throw invalidInput({ pointer: '/currency', reason: 'currency' })
  const { accountName = '', accountNameZh = '' } = names
  if (accountName + accountNameZh === '') throw invalidInput({ pointer: '/accountName', reason: 'required' })
  return inTransaction(context, async (transaction) => {
    await ledgerStore.lockLedger(transaction)
    const known = await ledgerStore.listAccounts(transaction)
    if (known.length >= maxLedgerAccounts)
      throw invalidInput({ pointer: '/role', reason: 'limit-reached', parameters: { maximum: maxLedgerAccounts } })
    const account = newOwnAccount(
      role,
      currency,
      { name: accountName, nameZh: accountNameZh },
      known,
      context.kontor.book.currency,
    )
    await ledgerStore.insertAccounts(transaction, [account])
    await recordEvents(transaction, context, {
      action: 'ledger_account.added',
      objectType: 'ledger_account',
      objectId: account.id,
      objectLabel: account.code,
      parameters: { role, currency, name: account.name, nameZh: account.name_zh },
    })
    return toLedgerAccount({ ...account, last_moved_at: null })
  })
}

/** `PUT /api/finance/accounts/:account`: empty names are those of the chart, which accounts that staff opened do not have. */
export const renameLedgerAccount: Action<'renameLedgerAccount'> = (
  context,
  { account: code, accountName: name = '', accountNameZh: nameZh = '' },
) =>
  changeAccount(context, code, async (transaction, account) => {
    if (name + nameZh === '' && accountRoles[account.role].several)
      throw invalidInput({ pointer: '/accountName', reason: 'required' })
    if (name === account.name && nameZh === account.name_zh) return
    await store.updateAccountRow(transaction, account.id, { name, name_zh: nameZh })
    await recordEvents(transaction, context, {
      action: 'ledger_account.renamed',
      objectType: 'ledger_account',
      objectId: account.id,
      objectLabel: code,
      changes: [
        { field: 'name', from: account.name, to: name },
        { field: 'nameZh', from: account.name_zh, to: nameZh },
      ].filter(({ from, to }) => from !== to),
    })
  })

/** `POST /api/finance/accounts/:account/archive`: only an account that staff opened, with a balance of zero. */
export const archiveLedgerAccount: Action<'archiveLedgerAccount'> = (context, { account: code }) =>
  changeAccount(context, code, async (transaction, account) => {
    if (account.archived_at !== null) return
    if (!toLedgerAccount(account).canArchive) throw new ProblemError('account-in-use', { account: code })
    await setArchived(transaction, context, account, 'ledger_account.archived')
  })

/** `POST /api/finance/accounts/:account/unarchive`. */
export const unarchiveLedgerAccount: Action<'unarchiveLedgerAccount'> = (context, { account: code }) =>
  changeAccount(context, code, async (transaction, account) => {
    if (account.archived_at !== null) await setArchived(transaction, context, account, 'ledger_account.unarchived')
  })

async function setArchived(
  transaction: Transaction,
  context: AuthenticatedContext,
  { id, code }: store.AccountRow,
  action: 'ledger_account.archived' | 'ledger_account.unarchived',
): Promise<void> {
  // After the last entry, also if the clock was ahead when that was posted.
  const { lastRecordedAt } = await ledgerStore.reserveEntryNumbers(transaction, 0)
  const at = Math.max(context.kontor.now(), lastRecordedAt)
  await store.updateAccountRow(transaction, id, { archived_at: action === 'ledger_account.archived' ? at : null })
  await recordEvents(transaction, context, {
    action,
    objectType: 'ledger_account',
    objectId: id,
    objectLabel: code,
    at,
  })
}

/** Changes an account while nothing can be posted, and returns it as it is then. Throws `not-found`. */
const changeAccount = (
  context: AuthenticatedContext,
  code: string,
  change: (transaction: Transaction, account: store.AccountRow) => Promise<void>,
): Promise<LedgerAccount> =>
  inTransaction(context, async (transaction) => {
    await ledgerStore.lockLedger(transaction)
    const account = await store.findAccountRow(transaction, code)
    if (!account) throw new ProblemError('not-found')
    await change(transaction, account)
    return toLedgerAccount((await store.findAccountRow(transaction, code)) ?? account)
  })

import { listLedgerAccounts } from '#server/finance/account-views.ts'
import { listStatementViews, readStatementLines } from '#server/finance/statements/statement-views.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { statementLinesList } from '#shared/finance/statements.ts'
import { findQueryErrors } from '#shared/list/list.ts'

/** The statements that were imported, or one of them with a page of its lines. */
export const loadReconciliationTab: TabLoader<'reconciliation'> = async ({ kontor }, { statement: id, ...query }) => {
  const { read } = kontor.database
  const accounts = (await listLedgerAccounts(read)).filter(
    ({ role, archivedAt }) => accountRoles[role].isMoneyAccount && archivedAt === null,
  )
  if (id === undefined)
    return { tab: 'reconciliation', accounts, statements: await listStatementViews(read), opened: null }
  const queryErrors = findQueryErrors(statementLinesList, query)
  const { cursor, from, to } = query
  const filter = { class: query.class, ...(queryErrors.length === 0 && { cursor, from, to }) }
  const lines = await readStatementLines(read, id, filter)
  return {
    tab: 'reconciliation',
    accounts,
    statements: [],
    opened: lines ? { ...lines, queryErrors } : { missing: id },
  }
}

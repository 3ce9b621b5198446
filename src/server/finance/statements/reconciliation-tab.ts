import { listLedgerAccounts } from '#server/finance/account-views.ts'
import { listRunningImports } from '#server/finance/statements/running-imports.ts'
import { listStatementViews, readStatementLines } from '#server/finance/statements/statement-views.ts'
import { listReconciliations, loadCalendar } from '#server/finance/matching/reconciliation-views.ts'
import { listInTransit } from '#server/finance/matching/in-transit.ts'
import { bookToday } from '#server/finance/matching/line-query.ts'
import { loadWorkList } from '#server/finance/matching/work-list.ts'
import { resolveToday } from '#server/list/resolve-days.ts'
import type { TabLoader } from '#server/finance/tabs.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { statementLinesList } from '#shared/finance/statement-lists.ts'
import type { ReconciliationTabView } from '#shared/finance/page-views.ts'
import { findQueryErrors } from '#shared/list/query-text.ts'

/** The statements that were imported, or one of them with a page of its lines. */
export const loadReconciliationTab: TabLoader<'reconciliation'> = async (context, asked) => {
  const { statement: id, ...query } = resolveToday(context, statementLinesList, asked)
  const { read } = context.kontor.database
  const accounts = (await listLedgerAccounts(read)).filter(
    ({ role, archivedAt }) => accountRoles[role].isMoneyAccount && archivedAt === null,
  )
  const empty: ReconciliationTabView = {
    tab: 'reconciliation',
    accounts,
    statements: [],
    running: [],
    reconciliations: [],
    inTransit: [],
    calendar: null,
    workList: null,
    opened: null,
  }
  const [account] = query.account
  if (id === undefined && account !== undefined)
    return { ...empty, workList: await loadWorkList(context, { ...query, account }) }
  if (id === undefined) {
    const { today } = bookToday(context)
    const [statements, running, reconciliations, inTransit, calendar] = await Promise.all([
      listStatementViews(read),
      listRunningImports(context),
      listReconciliations(read, today),
      listInTransit(read, today),
      loadCalendar(read, query.month, today),
    ])
    return { ...empty, statements, running, reconciliations, inTransit, calendar }
  }
  const queryErrors = findQueryErrors(statementLinesList, query)
  const { cursor, from, to } = query
  const filter = { class: query.class, ...(queryErrors.length === 0 && { cursor, from, to }) }
  const lines = await readStatementLines(read, id, filter)
  return {
    ...empty,
    opened: lines ? { ...lines, queryErrors } : { missing: id },
  }
}

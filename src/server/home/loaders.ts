import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext, Loader } from '#server/context.ts'
import type { OrderCountsTable } from '#server/db/schema/orders.ts'
import { listRecentEvents } from '#server/events/visible-events.ts'
import { loadFigures } from '#server/home/figures.ts'
import * as store from '#server/home/store.ts'
import { listEntriesToApprove } from '#server/finance/manual/request-views.ts'
import { listDueTemplates } from '#server/finance/manual/templates.ts'
import { countOpenLines } from '#server/finance/matching/count-open-lines.ts'
import { listOrderCounts } from '#server/orders/counts.ts'
import { listOpenReturns } from '#server/orders/fulfillment/open-returns.ts'
import { countTab, sumCounts } from '#server/orders/list/list-ranges.ts'
import { countListed, findOldestOfTab } from '#server/orders/list/list.ts'
import { listOpenDisputes } from '#server/orders/money/dispute-views.ts'
import { listOpenRefunds } from '#server/orders/money/open-refunds.ts'
import { isBackupOverdue } from '#shared/backup/views.ts'
import type { HomeView } from '#shared/home/views.ts'
import { addDays, dayOf } from '#shared/time.ts'
import { actionPermissions } from '#shared/orders/actions.ts'
import { expiringOrders, lateOrders, refundDueOrders } from '#shared/orders/list.ts'

const maxEvents = 10
const none = { exact: 0 }
/** Whole days after which an order that could be shipped is late. */
const lateAfterDays = 2
/** Card authorizations end after about a week: from then on there are two days left. */
const expiringAfterDays = 5

/** `/`: the figures of a period in one currency, the open work, and the recent activity. */
export const loadHome: Loader<'index'> = async (context, query) => {
  const { read } = context.kontor.database
  const counts = await listOrderCounts(read)
  const [figures, waiting, events] = await Promise.all([
    hasPermission(context, 'finance.view') ? loadFigures(context, query, counts) : null,
    loadWaiting(context, counts),
    hasPermission(context, 'events.view') ? listRecentEvents(context, maxEvents) : null,
  ])
  return { empty: sumCounts(counts) === 0, figures, waiting, events }
}

async function loadWaiting(context: RequestContext, counts: readonly OrderCountsTable[]): Promise<HomeView['waiting']> {
  const { book, database, now } = context.kontor
  const { read } = database
  const today = dayOf(now(), book.timeZone)
  const [lateThrough, expiringThrough] = [addDays(today, -lateAfterDays), addDays(today, -expiringAfterDays)]
  const [
    oldestToShipAt,
    refunds,
    disputes,
    returns,
    entries,
    dueTemplates,
    statementLines,
    pendingUsers,
    brokenWebhooks,
    refundDue,
    late,
    expiring,
  ] = await Promise.all([
    findOldestOfTab(read, 'toShip', counts),
    listOpenRefunds(context),
    listOpenDisputes(context),
    listOpenReturns(context),
    listEntriesToApprove(context),
    listDueTemplates(context),
    hasPermission(context, 'finance.reconcile') ? countOpenLines(read, { today }) : { open: 0, waiting: 0 },
    hasPermission(context, 'users.approve') ? store.countPendingUsers(read) : null,
    hasPermission(context, 'webhooks.manage') ? store.countBrokenWebhooks(read) : 0,
    hasPermission(context, 'refunds.request') ? countListed(context, refundDueOrders, counts) : none,
    hasPermission(context, 'shipments.manage') ? countListed(context, lateOrders(lateThrough), counts) : none,
    hasPermission(context, 'payments.record') ? countListed(context, expiringOrders(expiringThrough), counts) : none,
  ])
  return {
    toConfirm: hasPermission(context, actionPermissions.confirm)
      ? sumCounts(counts, ({ status }) => status === 'pending')
      : 0,
    toShip: countTab('toShip', counts),
    openStatementLines: statementLines.open,
    waitingStatementLines: statementLines.waiting,
    oldestToShipAt,
    unpaid: countTab('unpaid', counts),
    refunds,
    disputes,
    returns,
    entries,
    dueEntries: dueTemplates.map(({ template, name, due }) => ({
      template,
      name,
      months: due.map(({ month }) => month),
    })),
    refundDue,
    pendingUsers,
    brokenWebhooks,
    late,
    lateThrough,
    expiring,
    expiringThrough,
    overdueBackup: findOverdueBackup(context),
  }
}

function findOverdueBackup(context: RequestContext): HomeView['waiting']['overdueBackup'] {
  const { backups, now } = context.kontor
  if (!backups || !hasPermission(context, 'backups.view') || !isBackupOverdue(backups, now())) return null
  return { lastAt: backups.lastSuccess?.at ?? null }
}

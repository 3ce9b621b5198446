import { hasPermission } from '#server/auth/access.ts'
import type { RequestContext, Loader } from '#server/context.ts'
import { listRecentEvents } from '#server/events/events.ts'
import { loadFigures } from '#server/home/figures.ts'
import * as store from '#server/home/store.ts'
import { countOrders, countTab, findOldestOfTab, listOpenRefunds, listOpenReturns } from '#server/orders/actions.ts'
import { isBackupOverdue } from '#shared/backup/views.ts'
import type { HomeView } from '#shared/home/views.ts'
import { overpaidOrders, refundDueOrders } from '#shared/orders/list.ts'

const maxEvents = 10

/** `/`: the figures of a period in one currency, the open work, and the recent activity. */
export const loadHome: Loader<'index'> = async (context, query) => {
  const { read } = context.kontor.database
  const [hasOrders, figures, waiting, events] = await Promise.all([
    store.hasOrders(read),
    hasPermission(context, 'finance.view') ? loadFigures(context.kontor, query) : null,
    loadWaiting(context),
    hasPermission(context, 'events.view') ? listRecentEvents(read, maxEvents) : null,
  ])
  return { empty: !hasOrders, figures, waiting, events }
}

async function loadWaiting(context: RequestContext): Promise<HomeView['waiting']> {
  const { read } = context.kontor.database
  const canRefund = hasPermission(context, 'refunds.request')
  const [toShip, oldestToShipAt, unpaid, refunds, returns, refundDue, overpaid, pendingUsers] = await Promise.all([
    countTab(read, 'toShip'),
    findOldestOfTab(read, 'toShip'),
    countTab(read, 'unpaid'),
    listOpenRefunds(context),
    listOpenReturns(context),
    canRefund ? countOrders(read, refundDueOrders) : 0,
    canRefund ? countOrders(read, overpaidOrders) : 0,
    hasPermission(context, 'users.approve') ? store.countPendingUsers(read) : null,
  ])
  return {
    toShip,
    oldestToShipAt,
    unpaid,
    refunds,
    returns,
    refundDue,
    overpaid,
    pendingUsers,
    overdueBackup: findOverdueBackup(context),
  }
}

function findOverdueBackup(context: RequestContext): HomeView['waiting']['overdueBackup'] {
  const { backups, now } = context.kontor
  if (!backups || !hasPermission(context, 'backups.view') || !isBackupOverdue(backups, now())) return null
  return { lastAt: backups.lastSuccess?.at ?? null }
}

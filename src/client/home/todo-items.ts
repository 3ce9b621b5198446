import type { useHomeMessages } from '#client/ui/use-home-messages.ts'
import type { IconName } from '#client/ui/icons.ts'
import type { HomeView } from '#shared/home/views.ts'
import type { Count } from '#shared/list/count.ts'
import { formatMoneyInline } from '#shared/money.ts'
import { expiringOrders, lateOrders, ordersList, refundDueOrders } from '#shared/orders/list.ts'
import { href } from '#shared/routes/pages.ts'
import { brokenStates } from '#shared/webhooks/webhooks-list.ts'

/** Open work with a link to its list. */
export interface TodoItem {
  /** Where several have the same title. */
  key?: string
  icon: IconName
  title: string
  hint: string
  /** 0 if there is nothing to do. */
  count: number | Count
  /** Whether these are among those of another line, so that they are counted once. */
  isPart?: boolean
  url: string
}

interface Texts {
  home: ReturnType<typeof useHomeMessages>
  /** Writes a time, epoch ms. */
  time: (at: number) => string
  /** Writes a day such as `2026-09-30`. */
  day: (day: string) => string
}

type Waiting = HomeView['waiting']

/** All kinds of open work in the order of the page, also those with nothing to do. */
export const listTodoItems = (waiting: Waiting, texts: Texts): TodoItem[] => [
  toBackupItem(waiting, texts),
  ...listDocuments(waiting, texts),
  ...listEntries(waiting, texts),
  ...listMoney(waiting, texts),
  ...listOrders(waiting, texts),
  ...listAdministration(waiting, texts),
]

const toBackupItem = ({ overdueBackup }: Waiting, { home, time }: Texts): TodoItem => ({
  icon: 'triangle-alert',
  title: home.overdueBackup,
  hint: overdueBackup?.lastAt ? home.lastBackup(time(overdueBackup.lastAt)) : home.noBackup,
  count: overdueBackup ? 1 : 0,
  url: href('test', { tab: 'backups' }),
})

/** Refunds, chargebacks and returns, each with a line of its own. */
function listDocuments({ refunds, disputes, returns }: Waiting, { home, time, day }: Texts): TodoItem[] {
  return [
    ...refunds.map(({ number, orderNumber, status, amountMinor, currency, at, requestedBy }): TodoItem => ({
      key: number,
      icon: status === 'requested' ? 'undo-2' : 'triangle-alert',
      title: home.refunds[
        status === 'requested' || status === 'failed' || status === 'returned' ? status : 'processing'
      ](formatMoneyInline(amountMinor, currency)),
      hint: home.openWorkHint(orderNumber, requestedBy ?? '', time(at)),
      count: 1,
      url: href('orders', { order: orderNumber }),
    })),
    ...disputes.map(({ number, orderNumber, amountMinor, currency, respondBy, respondInDays }): TodoItem => ({
      key: number,
      icon: 'triangle-alert',
      title: home.openDispute(formatMoneyInline(amountMinor, currency)),
      hint: home.disputeHint(orderNumber, respondInDays === null ? '' : day(respondBy), respondInDays ?? 0),
      count: 1,
      url: href('orders', { order: orderNumber }),
    })),
    ...returns.map(({ number, orderNumber, at, requestedBy }): TodoItem => ({
      key: number,
      icon: 'undo-2',
      title: home.approveReturn(number),
      hint: home.openWorkHint(orderNumber, requestedBy ?? '', time(at)),
      count: 1,
      url: href('orders', { order: orderNumber }),
    })),
  ]
}

/** Entries of the books that wait for approval or are due. */
function listEntries({ entries, dueEntries }: Waiting, { home, time }: Texts): TodoItem[] {
  return [
    ...entries.map(({ request, memo, amounts, requestedBy, requestedAt }): TodoItem => ({
      key: request,
      icon: 'notebook-text',
      title: home.approveEntry(
        amounts.map((amount) => formatMoneyInline(amount.amountMinor, amount.currency)).join(' + '),
      ),
      hint: home.openWorkHint(memo, requestedBy, time(requestedAt)),
      count: 1,
      url: href('finance', { request }),
    })),
    ...dueEntries.map(({ template, name, months }): TodoItem => ({
      key: template,
      icon: 'clock',
      title: home.postEntry(name),
      hint: months.map((month) => home.units.month(Number(month.slice(0, 4)), Number(month.slice(5)))).join(' · '),
      count: months.length,
      url: href('finance', months.length === 1 ? { action: 'post', template, month: months[0] } : {}),
    })),
  ]
}

const listMoney = ({ refundDue, openStatementLines, waitingStatementLines }: Waiting, { home }: Texts): TodoItem[] => [
  {
    icon: 'undo-2',
    title: home.refundDue,
    hint: home.refundDueHint,
    count: refundDue,
    url: href('orders', refundDueOrders),
  },
  {
    icon: 'scale',
    title: home.openStatementLines,
    hint: home.openStatementLinesHint(waitingStatementLines),
    count: openStatementLines,
    url: href('finance', { tab: 'reconciliation' }),
  },
]

function listOrders(waiting: Waiting, { home, time, day }: Texts): TodoItem[] {
  const { toConfirm, late, lateThrough, expiring, expiringThrough, toShip, oldestToShipAt, unpaid } = waiting
  return [
    {
      icon: 'circle-check',
      title: home.toConfirm,
      hint: home.toConfirmHint,
      count: toConfirm,
      url: href('orders', { status: ['pending'] }),
    },
    {
      icon: 'triangle-alert',
      isPart: true,
      title: home.late,
      hint: home.placedThrough(day(lateThrough)),
      count: late,
      url: href('orders', lateOrders(lateThrough)),
    },
    {
      icon: 'triangle-alert',
      isPart: true,
      title: home.expiring,
      hint: home.placedThrough(day(expiringThrough)),
      count: expiring,
      url: href('orders', expiringOrders(expiringThrough)),
    },
    {
      icon: 'truck',
      title: home.toShip,
      hint: oldestToShipAt === null ? '' : home.oldestSince(time(oldestToShipAt)),
      count: toShip,
      url: href('orders', ordersList.tabs.toShip),
    },
    {
      icon: 'credit-card',
      title: home.unpaid,
      hint: home.unpaidHint,
      count: unpaid,
      url: href('orders', ordersList.tabs.unpaid),
    },
  ]
}

const listAdministration = ({ pendingUsers, brokenWebhooks }: Waiting, { home }: Texts): TodoItem[] => [
  {
    icon: 'user-plus',
    title: home.pendingUsers,
    hint: home.pendingUsersHint,
    count: pendingUsers ?? 0,
    url: href('users'),
  },
  {
    icon: 'triangle-alert',
    title: home.brokenWebhooks,
    hint: home.brokenWebhooksHint,
    count: brokenWebhooks,
    url: href('users', { tab: 'webhooks', webhookState: brokenStates }),
  },
]

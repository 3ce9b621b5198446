import { useMessages } from '#client/app/page-context.tsx'
import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { Card } from '#client/ui/card.tsx'
import { MissingPermissionNote } from '#client/ui/empty.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { Parts } from '#client/ui/parts.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { HomeView } from '#shared/home/views.ts'
import { add, formatMoneyInline } from '#shared/money.ts'
import { expiringOrders, lateOrders, ordersList, refundDueOrders } from '#shared/orders/list.ts'
import { brokenStates } from '#shared/webhooks/webhooks-list.ts'
import type { Count } from '#shared/list/count.ts'
import { href } from '#shared/routes/pages.ts'

/** Open work, each line with a link to its list; lines with nothing to do are left out. */
export function NeedsAttention({ waiting }: { waiting: HomeView['waiting'] }) {
  const home = useHomeMessages()
  const { common } = useMessages()
  const formatTime = useTimeFormat()
  // Day and time stay on one line.
  const time = (at: number): string => formatTime(at).replaceAll(' ', '\u00A0')
  const days = useDayRangeFormat()
  const day = (text: string) => days({ from: text, to: text })
  const {
    toConfirm,
    openStatementLines,
    waitingStatementLines,
    toShip,
    oldestToShipAt,
    unpaid,
    refunds,
    disputes,
    returns,
    entries,
    dueEntries,
    refundDue,
    pendingUsers,
    brokenWebhooks,
    late,
    lateThrough,
    expiring,
    expiringThrough,
    overdueBackup,
  } = waiting
  const items: TodoProps[] = [
    {
      icon: 'triangle-alert',
      title: home.overdueBackup,
      hint: overdueBackup?.lastAt ? home.lastBackup(time(overdueBackup.lastAt)) : home.noBackup,
      count: overdueBackup ? 1 : 0,
      url: href('test', { tab: 'backups' }),
    },
    ...refunds.map(({ number, orderNumber, status, amountMinor, currency, at, requestedBy }): TodoProps => ({
      key: number,
      icon: status === 'requested' ? 'undo-2' : 'triangle-alert',
      title: home.refunds[
        status === 'requested' || status === 'failed' || status === 'returned' ? status : 'processing'
      ](formatMoneyInline(amountMinor, currency)),
      hint: home.openWorkHint(orderNumber, requestedBy ?? '', time(at)),
      count: 1,
      url: href('orders', { order: orderNumber }),
    })),
    ...disputes.map(({ number, orderNumber, amountMinor, currency, respondBy, respondInDays }): TodoProps => ({
      key: number,
      icon: 'triangle-alert',
      title: home.openDispute(formatMoneyInline(amountMinor, currency)),
      hint: home.disputeHint(orderNumber, respondInDays === null ? '' : day(respondBy), respondInDays ?? 0),
      count: 1,
      url: href('orders', { order: orderNumber }),
    })),
    ...returns.map(({ number, orderNumber, at, requestedBy }): TodoProps => ({
      key: number,
      icon: 'undo-2',
      title: home.approveReturn(number),
      hint: home.openWorkHint(orderNumber, requestedBy ?? '', time(at)),
      count: 1,
      url: href('orders', { order: orderNumber }),
    })),
    ...entries.map(({ request, memo, amounts, requestedBy, requestedAt }): TodoProps => ({
      key: request,
      icon: 'notebook-text',
      title: home.approveEntry(
        amounts.map((amount) => formatMoneyInline(amount.amountMinor, amount.currency)).join(' + '),
      ),
      hint: home.openWorkHint(memo, requestedBy, time(requestedAt)),
      count: 1,
      url: href('finance', { request }),
    })),
    ...dueEntries.map(({ template, name, months }): TodoProps => ({
      key: template,
      icon: 'clock',
      title: home.postEntry(name),
      hint: months.map((month) => home.units.month(Number(month.slice(0, 4)), Number(month.slice(5)))).join(' · '),
      count: months.length,
      url: href('finance', months.length === 1 ? { action: 'post', template, month: months[0] } : {}),
    })),
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
  const open = items.filter(({ count }) => leastOf(count) > 0)
  const counts = open.flatMap(({ count, isPart }) => (isPart ? [] : [count]))
  const sum = add(...counts.map(leastOf))
  const isExact = counts.every((count) => typeof count === 'number' || 'exact' in count)
  return (
    <div>
      <Card
        title={home.needsAttention}
        end={sum > 0 && home.items(common.count(isExact ? { exact: sum } : { atLeast: sum }))}
        flush
      >
        {open.length === 0 && <p className="todo muted">{home.nothingToDo}</p>}
        {open.map(({ key, ...item }) => (
          <Todo key={key ?? item.title} {...item} />
        ))}
        {pendingUsers === null && (
          <div className="todo">
            <MissingPermissionNote permission="users.approve" subject={home.pendingUsers} />
          </div>
        )}
      </Card>
    </div>
  )
}

interface TodoProps {
  /** Where several have the same title. */
  key?: string
  icon: IconName
  title: string
  hint: string
  count: number | Count
  /** Whether these are among those of another line, so that they are counted once. */
  isPart?: boolean
  url: string
}

const leastOf = (count: TodoProps['count']): number =>
  typeof count === 'number' ? count : 'exact' in count ? count.exact : count.atLeast

function Todo({ icon, title, hint, count, url }: Omit<TodoProps, 'key'>) {
  const { common } = useMessages()
  return (
    <a className="todo" href={url}>
      <Icon name={icon} />
      <span className="grow">
        <span className="todo__title strong">{title}</span>
        <span className="xs dimmed">
          <Parts>{hint}</Parts>
        </span>
      </span>
      <span className="n">{common.count(typeof count === 'number' ? { exact: count } : count)}</span>
      <Icon name="chevron-right" />
    </a>
  )
}

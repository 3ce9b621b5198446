import { usePageContext } from '#client/app/page-context.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { formatDayRange } from '#shared/format-day-range.ts'
import { labelOf } from '#client/ui/label-of.ts'
import { type FlowGrouping, isoWeek, type TimeGrouping } from '#shared/finance/flow-groups.ts'
import type { FlowGroup } from '#shared/finance/page-views.ts'
import { dayOf } from '#shared/time.ts'

/** Names the groups of a grouping: `Week 3, 2026`, `Refund`, `WeChat Pay`, `1002.1 ICBC`. */
export function useGroupName(grouping: FlowGrouping): (group: FlowGroup) => string {
  const { now, book } = usePageContext()
  const messages = useLedgerMessages()
  const { units } = messages.ledger.groups
  return ({ key, kind, accounts: [account] }) => {
    if (account && grouping === 'channel')
      return account.role === 'clearing' ? messages.ledger.accountShort(account) : messages.ledger.roles[account.role]
    if (account) return `${account.code} ${messages.ledger.accountName(account)}`
    if (kind !== null) return labelOf(messages.finance.kinds, kind)
    const [year, month] = [Number(key.slice(0, 4)), Number(key.slice(5, 7))]
    switch (grouping as TimeGrouping) {
      case 'day':
        return formatDayRange(key, key, dayOf(now, book.timeZone), messages)
      case 'week': {
        const { year: weekYear, week } = isoWeek(key)
        return units.week(weekYear, week)
      }
      case 'month':
        return units.month(year, month)
      case 'quarter':
        return units.quarter(year, Math.ceil(month / 3))
      case 'year':
        return units.year(year)
    }
  }
}

import { financeHref } from '#client/finance/finance-url.ts'
import { formatAmounts } from '#client/finance/manual/format-amounts.ts'
import { useMonthFormat } from '#client/finance/manual/month-format.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Card } from '#client/ui/card.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Icon } from '#client/ui/icon.tsx'
import { formatCount } from '#shared/count.ts'
import type { EntryTemplateView } from '#shared/finance/entry-templates.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'

interface DueEntriesProps {
  query: FinanceQuery
  templates: readonly EntryTemplateView[]
}

/** The months of templates that wait to be posted; nothing without any. */
export function DueEntries({ query, templates }: DueEntriesProps) {
  const { common, ledger } = useLedgerMessages()
  const words = ledger.templates
  const formatMonth = useMonthFormat()
  const formatDays = useDayRangeFormat()
  const due = templates.flatMap((template) => template.due.map((each) => ({ ...template, ...each })))
  const newest = due
    .map(({ month }) => month)
    .toSorted()
    .at(-1)
  if (due.length === 0) return null
  return (
    <Card title={words.due} end={formatCount(due.length)} flush>
      {due.map(({ template, month, day, name, amounts }) => {
        const dueDay = formatDays({ from: day, to: day })
        return (
          <a
            key={`${template} ${month}`}
            className="todo"
            href={financeHref(query, { action: 'post', template, month, entry: undefined })}
            data-scroll="keep"
          >
            <Icon name={month === newest ? 'clock' : 'triangle-alert'} />
            <span className="grow">
              <span className="todo__title strong">
                <bdi>{words.ofMonth(name, formatMonth(month))}</bdi>
              </span>
              <span className="xs dimmed">{month === newest ? words.dueOn(dueDay) : words.missed(dueDay)}</span>
            </span>
            <span className="num">{formatAmounts(amounts, common.listSeparator)}</span>
            <Icon name="chevron-right" />
          </a>
        )
      })}
    </Card>
  )
}

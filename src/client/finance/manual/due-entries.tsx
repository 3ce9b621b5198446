import { financeHref } from '#client/finance/finance-url.ts'
import { formatAmounts } from '#client/finance/manual/format-amounts.ts'
import { useMonthFormat } from '#client/finance/manual/month-format.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Card } from '#client/ui/card.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { revalidate } from '#client/navigation/router.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { formatCount } from '#shared/count.ts'
import type { EntryTemplateView } from '#shared/finance/entry-templates.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'

interface DueEntriesProps {
  query: FinanceQuery
  templates: readonly EntryTemplateView[]
  form: FormOutcome | null
}

/** The months of templates that wait to be posted; nothing without any. */
export function DueEntries({ query, templates, form }: DueEntriesProps) {
  const words = useLedgerMessages().ledger.templates
  const due = templates.flatMap((template) => template.due.map((each) => ({ ...template, ...each })))
  const newest = due
    .map(({ month }) => month)
    .toSorted()
    .at(-1)
  if (due.length === 0) return null
  return (
    <Card title={words.due} end={formatCount(due.length)} flush>
      {due.map((each) => (
        <DueEntry
          key={`${each.template} ${each.month}`}
          query={query}
          due={each}
          isMissed={each.month !== newest}
          form={form}
        />
      ))}
    </Card>
  )
}

interface DueEntryProps extends Pick<DueEntriesProps, 'query' | 'form'> {
  due: EntryTemplateView & EntryTemplateView['due'][number]
  isMissed: boolean
}

function DueEntry({ query, due: { template, month, day, name, amounts }, isMissed, form }: DueEntryProps) {
  const { common, ledger } = useLedgerMessages()
  const words = ledger.templates
  const monthName = useMonthFormat()(month)
  const dueDay = useDayRangeFormat()({ from: day, to: day })
  return (
    <div className="due-entry">
      <a
        className="todo"
        href={financeHref(query, { action: 'post', template, month, entry: undefined })}
        data-scroll="keep"
      >
        <Icon name={isMissed ? 'triangle-alert' : 'clock'} />
        <span className="grow">
          <span className="todo__title strong">
            <bdi>{words.ofMonth(name, monthName)}</bdi>
          </span>
          <span className="xs dimmed">{isMissed ? words.missed(dueDay) : words.dueOn(dueDay)}</span>
        </span>
        <span className="num">{formatAmounts(amounts, common.listSeparator)}</span>
        <Icon name="chevron-right" />
      </a>
      <Form
        endpoint="skipMonth"
        hiddenValues={{ template, month }}
        outcome={form}
        onAnswer={() => {
          notify({ kind: 'success', title: words.skipDone(name, monthName) })
          void revalidate()
        }}
      >
        <SubmitButton size="sm" variant="ghost" aria-label={words.skipOne(name, monthName)}>
          {words.skip}
        </SubmitButton>
      </Form>
    </div>
  )
}

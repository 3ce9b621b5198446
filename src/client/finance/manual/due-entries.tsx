import { financeHref } from '#client/finance/finance-url.ts'
import { useMonthFormat } from '#client/finance/manual/month-format.ts'
import { OpenWork, OpenWorkRow } from '#client/finance/manual/open-work.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { revalidate } from '#client/navigation/router.ts'
import type { FormOutcome } from '#shared/page-state.ts'
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
  const [first, ...others] = due
  if (!first) return null
  const kind = others.length === 0 ? words.due : undefined
  const rows = due.map((each) => (
    <DueEntry
      key={`${each.template} ${each.month}`}
      query={query}
      due={each}
      isMissed={each.month !== newest}
      kind={kind}
      form={form}
    />
  ))
  if (kind !== undefined) return rows
  return (
    <OpenWork
      icon={others.some(({ month }) => month !== first.month) ? 'triangle-alert' : 'clock'}
      title={words.due}
      amounts={due.map(({ amounts }) => amounts)}
      isOpen={form?.endpoint === 'skipMonth'}
    >
      {rows}
    </OpenWork>
  )
}

interface DueEntryProps extends Pick<DueEntriesProps, 'query' | 'form'> {
  due: EntryTemplateView & EntryTemplateView['due'][number]
  isMissed: boolean
  kind: string | undefined
}

function DueEntry({ query, due: { template, month, day, name, amounts }, isMissed, kind, form }: DueEntryProps) {
  const words = useLedgerMessages().ledger.templates
  const monthName = useMonthFormat()(month)
  const dueDay = useDayRangeFormat()({ from: day, to: day })
  return (
    <OpenWorkRow
      icon={isMissed ? 'triangle-alert' : 'clock'}
      kind={kind}
      title={words.ofMonth(name, monthName)}
      hint={isMissed ? words.missed(dueDay) : words.dueOn(dueDay)}
      amounts={amounts}
      href={financeHref(query, { action: 'post', template, month, entry: undefined })}
      action={
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
      }
    />
  )
}

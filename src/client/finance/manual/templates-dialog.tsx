import { closedHref, financeHref } from '#client/finance/finance-url.ts'
import { formatAmounts } from '#client/finance/manual/format-amounts.ts'
import { useMonthFormat } from '#client/finance/manual/month-format.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { PanelItem } from '#client/ui/description-list.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { EntryTemplateView } from '#shared/finance/entry-templates.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface TemplatesDialogProps {
  query: FinanceQuery
  templates: readonly EntryTemplateView[]
  form: FormOutcome | null
}

/** All templates, with what can be done with each. */
export function TemplatesDialog({ query, templates, form }: TemplatesDialogProps) {
  const words = useLedgerMessages().ledger.templates
  const closeHref = closedHref(query)
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.listTitle}
      description={words.listText}
    >
      {templates.length === 0 ? (
        <Empty icon="notebook-text" title={words.none}>
          {words.noneHint}
        </Empty>
      ) : (
        <div className="templates">
          {templates.map((template) => (
            <TemplateItem key={template.template} template={template} query={query} form={form} />
          ))}
        </div>
      )}
      <DialogButtons closeHref={closeHref} keep={words.done}>
        <ButtonLink
          variant="primary"
          icon="plus"
          href={financeHref(query, { action: 'template', template: undefined, entry: undefined })}
        >
          {words.add}
        </ButtonLink>
      </DialogButtons>
    </Dialog>
  )
}

interface TemplateItemProps {
  template: EntryTemplateView
  query: FinanceQuery
  form: FormOutcome | null
}

function TemplateItem({ template, query, form }: TemplateItemProps) {
  const { common, ledger } = useLedgerMessages()
  const words = ledger.templates
  const formatDays = useDayRangeFormat()
  const { template: id, name, amounts, firstDay, archivedAt } = template
  const isArchived = archivedAt !== null
  return (
    <PanelItem
      icon="notebook-text"
      title={<bdi>{name}</bdi>}
      meta={
        isArchived
          ? words.archived
          : words.monthly(formatAmounts(amounts, common.listSeparator), formatDays({ from: firstDay, to: firstDay }))
      }
    >
      <div className="item-actions">
        <ButtonLink size="sm" href={financeHref(query, { action: 'template', template: id, entry: undefined })}>
          {words.edit}
        </ButtonLink>
        <Form
          endpoint={isArchived ? 'unarchiveEntryTemplate' : 'archiveEntryTemplate'}
          hiddenValues={{ template: id }}
          outcome={form}
          onAnswer={() => {
            notify({ kind: 'success', title: isArchived ? words.unarchiveDone(name) : words.archiveDone(name) })
            void revalidate()
          }}
        >
          <SubmitButton size="sm">{isArchived ? words.unarchive : words.archive}</SubmitButton>
        </Form>
      </div>
      <SkippedMonths template={template} form={form} />
    </PanelItem>
  )
}

/** The months that were skipped, which can be due again. */
function SkippedMonths({ template: { template, name, skipped }, form }: Omit<TemplateItemProps, 'query'>) {
  const words = useLedgerMessages().ledger.templates
  const formatMonth = useMonthFormat()
  if (skipped.length === 0) return null
  return (
    <div className="item-actions">
      <span className="sm muted">{words.skipped}</span>
      {skipped.map((month) => (
        <Form
          key={month}
          endpoint="restoreMonth"
          hiddenValues={{ template, month }}
          outcome={form}
          onAnswer={() => {
            notify({ kind: 'success', title: words.restoreDone(name, formatMonth(month)) })
            void revalidate()
          }}
        >
          <SubmitButton size="sm" variant="ghost">
            {words.restore(formatMonth(month))}
          </SubmitButton>
        </Form>
      ))}
    </div>
  )
}

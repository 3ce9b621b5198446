import { usePageContext } from '#client/app/page-context.tsx'
import { EntryPreview } from '#client/finance/entry-preview.tsx'
import { financeHref } from '#client/finance/finance-url.ts'
import { EntryLines } from '#client/finance/manual/entry-lines.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { navigate, revalidate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { AccountOption } from '#shared/finance/account-views.ts'
import type { EntryTemplateView } from '#shared/finance/entry-templates.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { EntryView } from '#shared/finance/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { dayOf } from '#shared/time.ts'

interface TemplateDialogProps {
  query: FinanceQuery
  /** The template to edit; null for a new one. */
  template: EntryTemplateView | null
  /** The entry that a new one starts from. */
  entry: EntryView | null
  accounts: readonly AccountOption[]
  form: FormOutcome | null
}

/** Adds a template, empty or from the open entry, or edits one. */
export function TemplateDialog({ query, template, entry, accounts, form }: TemplateDialogProps) {
  const { now, book } = usePageContext()
  const words = useLedgerMessages().ledger.templates
  const listHref = financeHref(query, { action: 'templates', template: undefined })
  const start = template ?? { name: '', memo: entry?.memo, firstDay: undefined, lines: entry?.postings ?? [] }
  return (
    <Dialog
      open
      size="lg"
      onClose={() => navigate(listHref)}
      closeHref={listHref}
      title={template ? words.editTitle(template.name) : words.addTitle}
      description={words.formText}
    >
      <Form
        endpoint={template ? 'editEntryTemplate' : 'addEntryTemplate'}
        hiddenValues={template ? { template: template.template, version: template.version } : {}}
        outcome={form}
        className="dialog-form"
        onAnswer={() => {
          notify({ kind: 'success', title: words.saved })
          navigate(listHref)
        }}
        onProblem={() => void revalidate()}
      >
        <TextField
          name="templateName"
          label={words.name}
          defaultValue={start.name}
          maxLength={80}
          autoComplete="off"
          autoFocus
        />
        <TextField
          name="memo"
          label={words.description}
          hint={words.descriptionHint}
          defaultValue={start.memo ?? ''}
          maxLength={180}
          autoComplete="off"
        />
        <TextField
          name="firstDay"
          type="date"
          label={words.firstDay}
          hint={words.firstDayHint}
          defaultValue={start.firstDay ?? dayOf(now, book.timeZone)}
          autoComplete="off"
        />
        <EntryLines accounts={accounts} initial={start.lines} />
        <EntryPreview accounts={accounts} reversed={null} />
        <DialogButtons closeHref={listHref}>
          <SubmitButton variant="primary">{words.save}</SubmitButton>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

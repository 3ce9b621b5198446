import { financeHref } from '#client/finance/finance-url.ts'
import { useAbsoluteDays } from '#client/finance/use-absolute-days.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DownloadForm } from '#client/ui/download-form.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { entriesList } from '#shared/finance/entries-list.ts'
import { entryExportFormats, exportRows } from '#shared/finance/export-formats.ts'
import { dayOfBound } from '#shared/list/day-bounds.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import { journalDialects } from '#shared/finance/journal.ts'
import { toFormFields } from '#shared/form-fields.ts'
import { pickListParameters } from '#shared/list/url.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface ExportDialogProps {
  query: FinanceQuery
  /** The currency that the list shows. */
  currency: string | null
  form: FormOutcome | null
}

/** Downloads the entries that the filter shows, or all of its days as a journal for another program. */
export function ExportDialog({ query, currency, form }: ExportDialogProps) {
  const { ledger } = useLedgerMessages()
  const words = ledger.export
  const closeHref = financeHref(query, { action: undefined })
  const { from, to } = useAbsoluteDays(query)
  const filter = toFormFields(
    pickListParameters({ ...entriesList, viewParameters: [] }, { ...query, currency: currency ?? undefined }),
  )
  return (
    <Dialog open onClose={() => navigate(closeHref)} closeHref={closeHref} title={words.title} description={words.text}>
      <DownloadForm
        endpoint="exportEntries"
        hiddenValues={filter}
        outcome={form}
        name="format"
        label={words.format}
        options={entryExportFormats.map((value) => ({ value, label: words.formats[value] }))}
      >
        <SelectField
          name="rows"
          label={words.rows}
          hint={words.rowsHint}
          options={exportRows.map((value) => ({ value, label: words.rowKinds[value] }))}
        />
        <div className="dialog-form__buttons">
          <SubmitButton variant="primary" icon="download">
            {words.download}
          </SubmitButton>
        </div>
      </DownloadForm>
      <h3>{words.journalTitle}</h3>
      <p className="sm muted">{words.journalText}</p>
      <DownloadForm
        endpoint="exportJournal"
        hiddenValues={toFormFields({ from: from && dayOfBound(from), to: to && dayOfBound(to) })}
        outcome={form}
        name="dialect"
        label={words.dialect}
        options={journalDialects.map((value) => ({ value, label: words.dialects[value] }))}
      >
        <DialogButtons closeHref={closeHref} keep={words.close}>
          <SubmitButton icon="download">{words.downloadJournal}</SubmitButton>
        </DialogButtons>
      </DownloadForm>
    </Dialog>
  )
}

import { usePageContext } from '#client/app/page-context.tsx'
import { rateKeyOf } from '#client/finance/exchange-rates.tsx'
import { closedHref } from '#client/finance/finance-url.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { FileField } from '#client/imports/file-field.tsx'
import { ImportButtons } from '#client/imports/import-buttons.tsx'
import { ImportSteps } from '#client/imports/import-steps.tsx'
import { ImportTally } from '#client/imports/import-tally.tsx'
import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field, TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { ConvertedView, ExchangeRateRow } from '#shared/finance/conversion.ts'
import { type ExchangeRateChange, rateFileBytes } from '#shared/finance/exchange-rates.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { dayOf } from '#shared/time.ts'
import { useState } from 'react'

interface ExchangeRateDialogsProps {
  query: FinanceQuery
  view: ConvertedView
  form: FormOutcome | null
}

/** The dialog that sets or corrects the rate of a day, or the one that imports a file of rates. */
export function ExchangeRateDialogs({ query, view, form }: ExchangeRateDialogsProps) {
  const closeHref = closedHref(query)
  if (query.action === 'import-rates') return <ImportRatesDialog closeHref={closeHref} form={form} />
  const rate = view.rates.find((each) => rateKeyOf(each) === query.rateKey)
  return <RateDialog rate={rate} missing={findMissing(view)} to={query.convert} closeHref={closeHref} form={form} />
}

interface DialogProps {
  closeHref: string
  form: FormOutcome | null
}

/** The first day without a rate, and the currency that needs it. */
function findMissing({ currencies }: ConvertedView): Pick<ExchangeRateRow, 'day' | 'from'> | undefined {
  const missing = currencies.flatMap(({ currency, daily }) => {
    const day = daily?.missing[0]
    return day === undefined ? [] : [{ day, from: currency }]
  })
  return missing.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))[0]
}

interface RateFieldsProps {
  rate: ExchangeRateRow | undefined
  missing: ReturnType<typeof findMissing>
  to: string | undefined
}

function RateDialog({ closeHref, form, ...fields }: DialogProps & RateFieldsProps) {
  const { stored } = useLedgerMessages().ledger.converted
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={stored.addTitle}
      description={stored.addText}
    >
      <Form
        endpoint="setExchangeRate"
        outcome={form}
        action={closeHref}
        className="dialog-form"
        onAnswer={() => closeWith(stored.saved, closeHref)}
      >
        <RateFields {...fields} />
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary">{stored.save}</SubmitButton>
        </DialogButtons>
      </Form>
      {fields.rate && <RemoveRate rate={fields.rate} closeHref={closeHref} form={form} />}
    </Dialog>
  )
}

function closeWith(title: string, closeHref: string): void {
  notify({ kind: 'success', title })
  navigate(closeHref)
}

/** The fields of a rate: of the stored one, else for the first that is missing. */
function RateFields({ rate, missing, to }: RateFieldsProps) {
  const words = useLedgerMessages().ledger.converted
  const { stored } = words
  const { now, book } = usePageContext()
  const today = dayOf(now, book.timeZone)
  return (
    <>
      <Field name="day" label={words.day}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="date"
            max={today}
            defaultValue={rate?.day ?? missing?.day ?? today}
          />
        )}
      </Field>
      <TextField
        name="from"
        label={stored.from}
        maxLength={3}
        defaultValue={rate?.from ?? missing?.from ?? ''}
        autoComplete="off"
      />
      <TextField
        name="to"
        label={stored.to}
        maxLength={3}
        defaultValue={rate?.to ?? to ?? book.currency}
        autoComplete="off"
      />
      <TextField
        name="rate"
        label={words.rate}
        inputMode="decimal"
        maxLength={20}
        defaultValue={rate?.rate ?? ''}
        autoComplete="off"
      />
      <TextField name="source" label={words.source} maxLength={80} defaultValue={rate?.source ?? ''} />
    </>
  )
}

/** Removes a rate, or all of its file. */
function RemoveRate({ rate, closeHref, form }: DialogProps & { rate: ExchangeRateRow }) {
  const { stored } = useLedgerMessages().ledger.converted
  return (
    <div className="converted__undo">
      <Form
        endpoint="removeExchangeRate"
        hiddenValues={{ day: rate.day, from: rate.from, to: rate.to }}
        outcome={form}
        action={closeHref}
        onAnswer={() => closeWith(stored.removed, closeHref)}
      >
        <SubmitButton>{stored.remove}</SubmitButton>
      </Form>
      {rate.fileName !== '' && (
        <Form
          endpoint="undoExchangeRates"
          hiddenValues={{ change: String(rate.change) }}
          outcome={form}
          action={closeHref}
          onAnswer={() => closeWith(stored.undone, closeHref)}
        >
          <SubmitButton>{stored.undo(rate.fileName)}</SubmitButton>
        </Form>
      )}
    </div>
  )
}

function ImportRatesDialog({ closeHref, form }: DialogProps) {
  const words = useLedgerMessages().ledger.converted
  const { stored } = words
  const { wouldCreate } = useFileImportMessages()
  const returned = form?.endpoint === 'importExchangeRates' ? (form.result as ExchangeRateChange | null) : null
  const [result, setResult] = useState(returned)
  const [file, setFile] = useState<File | null>(null)
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={stored.importTitle}
      description={stored.importText}
    >
      <ImportSteps current={result ? 'check' : 'file'} done={result !== null} />
      <Form
        endpoint="importExchangeRates"
        encType="multipart/form-data"
        outcome={form}
        className="dialog-form"
        onProblem={() => setResult(null)}
        onAnswer={(answer) => {
          setResult(answer)
          if (answer.change === null) return
          notify({ kind: 'success', title: stored.imported })
          navigate(closeHref)
        }}
      >
        <FileField
          name="file"
          file={file}
          onChoose={(chosen) => {
            setFile(chosen)
            setResult(null)
          }}
          accept=".csv,text/csv"
          limits={stored.limits(rateFileBytes / 1_000_000)}
        />
        <TextField name="base" label={stored.base} hint={stored.baseHint} maxLength={3} defaultValue="EUR" />
        <TextField name="source" label={words.source} maxLength={80} defaultValue="" optional />
        <div aria-live="polite">
          {result && (
            <ImportTally
              counts={[
                { name: stored.read, value: result.read },
                { name: wouldCreate, value: result.added, tone: 'success' },
                { name: stored.replaced, value: result.replaced, tone: 'success' },
              ]}
            />
          )}
        </div>
        <ImportButtons closeHref={closeHref} />
      </Form>
    </Dialog>
  )
}

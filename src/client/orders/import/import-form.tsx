import { FileField, tableFiles } from '#client/imports/file-field.tsx'
import { ImportSteps } from '#client/imports/import-steps.tsx'
import { megabytes } from '#client/orders/import/import-file.ts'
import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { ChangedOrders } from '#client/orders/import/changed-orders.tsx'
import {
  ImportSummary,
  listRefused,
  RefusedOrders,
  resultText,
  resultTitle,
} from '#client/orders/import/import-result.tsx'
import { ImportHistory } from '#client/orders/import/import-history.tsx'
import { ImportSample } from '#client/orders/import/import-sample.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { getQuestions, ImportQuestionFields } from '#client/orders/import/import-questions.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { ImportList, ImportResult } from '#shared/orders/import-views.ts'
import { href } from '#shared/routes/pages.ts'
import type { FormOutcome } from '#shared/page-state.ts'

interface ImportFormProps {
  closeHref: string
  imports: ImportList | null
  file: File | null
  onChoose: (file: File | null) => void
  form: FormOutcome | null
}

/** The import as a plain form: posts the file, and the page comes back with the result. */
export function ImportForm({ closeHref, imports, file, onChoose, form }: ImportFormProps) {
  const words = useImportMessages()
  const result = form?.result ? (form.result as ImportResult) : null
  const questions = result?.mapped ? { table: result.mapped.table } : getQuestions(form?.problem)
  const options = { dryRun: form?.values['dryRun'] === '1', update: form?.values['update'] === '1' }
  return (
    <Dialog
      open
      size="lg"
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={result ? resultTitle(result, options, words) : words.title}
      description={result ? resultText(result, options, words) : words.intro}
    >
      <ImportSteps current={result ? (options.dryRun ? 'check' : 'import') : 'file'} done={result !== null} />
      {result && (
        <>
          <ImportSummary result={result} {...options} />
          <ImportSample mapped={result.mapped} />
          <ChangedOrders changed={result.changed} {...options} />
          <RefusedOrders refused={listRefused(result, options.update)} />
        </>
      )}
      <Form endpoint="importOrders" encType="multipart/form-data" outcome={form} className="dialog-form">
        <FileField name="file" file={file} onChoose={onChoose} accept={tableFiles} limits={words.limits(megabytes)} />
        {questions && <ImportQuestionFields {...questions} />}
        <p className="why">
          <Icon name="info" />
          <span>{words.deduplicationHint}</span>
        </p>
        <CheckboxField name="update" label={words.changed.option} hint={words.changed.text} />
        {!file && <ImportHistory imports={imports} />}
        <Buttons closeHref={closeHref} done={result !== null && !options.dryRun} />
      </Form>
    </Dialog>
  )
}

function Buttons({ closeHref, done }: { closeHref: string; done: boolean }) {
  const words = useImportMessages()
  const { busy } = useForm()
  return (
    <DialogButtons closeHref={closeHref}>
      {done && <ButtonLink href={href('orders')}>{words.showOrders}</ButtonLink>}
      <Button type="submit" name="dryRun" value="1" busy={busy}>
        {words.check}
      </Button>
      <Button type="submit" variant="primary" busy={busy}>
        {words.import}
      </Button>
    </DialogButtons>
  )
}

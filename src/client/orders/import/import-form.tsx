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
import { Dialog } from '#client/ui/dialog.tsx'
import { getQuestions, ImportQuestionFields } from '#client/orders/import/import-questions.tsx'
import { CheckboxField } from '#client/ui/checkbox-field.tsx'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/form-state.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { uploadLimitBytes } from '#shared/constants.ts'
import type { ImportList, ImportResult } from '#shared/orders/import-views.ts'
import { href } from '#shared/routes/pages.ts'
import type { FormOutcome } from '#shared/page-state.ts'

/** The `accept` attribute of the file input. */
export const acceptedFiles = '.csv,.txt,.xlsx,.xlsm,text/csv,text/plain'

/** The import as a plain form: posts the file, and the page comes back with the result. */
export function ImportForm({
  closeHref,
  imports,
  form,
}: {
  closeHref: string
  imports: ImportList | null
  form: FormOutcome | null
}) {
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
      {result && (
        <>
          <ImportSummary result={result} {...options} />
          <ImportSample mapped={result.mapped} />
          <ChangedOrders changed={result.changed} {...options} />
          <RefusedOrders refused={listRefused(result, options.update)} />
        </>
      )}
      <Form endpoint="importOrders" encType="multipart/form-data" outcome={form} className="import-form">
        <Field name="file" label={result ? words.anotherFile : words.file} hint={words.limits(megabytes)}>
          {(control) => <input {...control} type="file" accept={acceptedFiles} className="input input--file" />}
        </Field>
        {questions && <ImportQuestionFields {...questions} />}
        <p className="why">
          <Icon name="info" />
          <span>{words.deduplicationHint}</span>
        </p>
        <CheckboxField name="update" label={words.changed.option} hint={words.changed.text} />
        <Buttons done={result !== null && !options.dryRun} />
      </Form>
      <ImportHistory imports={imports} />
    </Dialog>
  )
}

export const megabytes = uploadLimitBytes / 1024 / 1024

function Buttons({ done }: { done: boolean }) {
  const words = useImportMessages()
  const { busy } = useForm()
  return (
    <div className="import-form__buttons">
      {done && <ButtonLink href={href('orders')}>{words.showOrders}</ButtonLink>}
      <Button type="submit" name="dryRun" value="1" busy={busy}>
        {words.check}
      </Button>
      <Button type="submit" variant="primary" busy={busy}>
        {words.import}
      </Button>
    </div>
  )
}

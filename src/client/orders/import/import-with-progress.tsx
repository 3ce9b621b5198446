import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { FileField, tableFiles } from '#client/imports/file-field.tsx'
import { ImportSteps } from '#client/imports/import-steps.tsx'
import { megabytes } from '#client/orders/import/import-file.ts'
import { ImportFooter } from '#client/orders/import/import-footer.tsx'
import { ChangedOrders } from '#client/orders/import/changed-orders.tsx'
import { ImportSummary, listRefused, RefusedOrders } from '#client/orders/import/import-result.tsx'
import { ImportRunning } from '#client/orders/import/import-running.tsx'
import { descriptionOf, type ImportFailure, stepOf, titleOf } from '#client/orders/import/import-state.ts'
import { ImportQuestionFields, toFormState } from '#client/orders/import/import-questions.tsx'
import { ImportHistory } from '#client/orders/import/import-history.tsx'
import { ImportSample } from '#client/orders/import/import-sample.tsx'
import { useOrderImport } from '#client/orders/import/use-order-import.ts'
import { useLeaveGuard } from '#client/orders/import/use-leave-guard.ts'
import { navigate } from '#client/navigation/router.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { watchForm } from '#client/ui/form-changes.ts'
import { FormProvider } from '#client/ui/form-state.ts'
import { invalidControlSelector } from '#client/ui/form.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { ImportList } from '#shared/orders/import-views.ts'
import { useEffect } from 'react'

export interface ImportWithProgressProps {
  /** URL of the page without the dialog. */
  closeHref: string
  imports: ImportList | null
  /** The file that was chosen before this code had loaded. */
  chosen: File | null
}

/** At most this many orders of a table are rendered at first. */
const maxShownRows = 200

/** The import with progress: choose a file, check it, import it, review the rejected orders. */
export function ImportWithProgress({ closeHref, imports, chosen }: ImportWithProgressProps) {
  const { common } = useMessages()
  const words = useImportMessages()
  const { file, state, questions, answers, questionForm, choose, run, changeColumns, stop, askToStop, keep } =
    useOrderImport(chosen)
  useEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.matches('.file > input')
    if (state.step === 'file' && isLost) findNext(questionForm.current)?.focus()
  }, [state, questionForm])
  const isAsking = state.step === 'file' && file !== null && questions !== null
  const hasAnswers = [...answers].length > 0
  useEffect(
    () => (isAsking && questionForm.current ? watchForm(questionForm.current, hasAnswers) : undefined),
    [isAsking, hasAnswers, questionForm],
  )
  const needsPage = state.step === 'running' && state.jobId === undefined
  useLeaveGuard(needsPage, askToStop)
  const close = () => (needsPage ? askToStop() : navigate(closeHref))
  const title = titleOf(state, words)
  const description = descriptionOf(state, words)

  return (
    <Dialog
      open
      size="lg"
      onClose={close}
      closeHref={closeHref}
      title={title}
      description={description}
      footer={
        <ImportFooter
          state={state}
          hasFile={file !== null}
          onRun={(options) => void run(options)}
          onAnother={() => choose(null)}
          onClose={close}
          onStop={askToStop}
        />
      }
    >
      <p className="sr-only" role="status">
        {state.step === 'file' ? file?.name : [title, description].join(common.titleGap)}
      </p>
      <ImportSteps
        current={stepOf(state)}
        checked={state.step !== 'file' && state.checked}
        done={state.step === 'done'}
      />
      {state.step === 'file' && state.error && <FailureBanner failure={state.error} />}
      <FileField
        file={file}
        onChoose={choose}
        accept={tableFiles}
        limits={words.limits(megabytes)}
        isFixed={state.step !== 'file'}
      />
      {!file && (
        <>
          <p className="why">
            <Icon name="info" />
            <span>{words.deduplicationHint}</span>
          </p>
          <ImportHistory imports={imports} />
        </>
      )}
      {isAsking && (
        <form ref={questionForm} onSubmit={(event) => event.preventDefault()}>
          <FormProvider value={toFormState(state.error?.problem, answers)}>
            <ImportQuestionFields {...questions} />
          </FormProvider>
        </form>
      )}
      {state.step === 'running' && <ImportRunning {...state} onKeep={keep} onStop={stop} />}
      {state.step === 'done' && (
        <>
          <ImportSummary {...state} />
          <ImportSample mapped={state.result.mapped} onChangeColumns={changeColumns} />
          <ChangedOrders {...state} changed={state.result.changed} first={maxShownRows} canDownload />
          <RefusedOrders refused={listRefused(state.result, state.update)} first={maxShownRows} />
        </>
      )}
    </Dialog>
  )
}

function FailureBanner({ failure: { asks, title, text } }: { failure: ImportFailure }) {
  const { common } = useMessages()
  return (
    <Banner kind={asks ? 'info' : 'error'} role="alert">
      {title && (
        <>
          <b className="strong">{title}</b>
          {common.sentenceGap}
        </>
      )}
      {text}
    </Banner>
  )
}

/** What comes next once the control that had the focus is gone: the wrong or the first answer about the file, or else its check, or the choice of one. */
const findNext = (questionForm: HTMLFormElement | null): HTMLElement | null | undefined =>
  questionForm?.querySelector<HTMLElement>(invalidControlSelector) ??
  questionForm?.querySelector<HTMLElement>('input, select') ??
  document.querySelector<HTMLElement>('dialog [data-autofocus]')

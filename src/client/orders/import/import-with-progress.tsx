import { type ImportMessages, useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { call, recoverSession } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { FileField, tableFiles } from '#client/imports/file-field.tsx'
import { ImportSteps } from '#client/imports/import-steps.tsx'
import { getFileError, megabytes } from '#client/orders/import/import-file.ts'
import { ImportFooter } from '#client/orders/import/import-footer.tsx'
import { ChangedOrders } from '#client/orders/import/changed-orders.tsx'
import { type ImportOptions, ImportSummary, listRefused, RefusedOrders } from '#client/orders/import/import-result.tsx'
import { type BackgroundOutcome, importInBackground } from '#client/orders/import/import-in-background.ts'
import { ImportRunning } from '#client/orders/import/import-running.tsx'
import { descriptionOf, type ImportState, stepOf, titleOf } from '#client/orders/import/import-state.ts'
import {
  describeFieldError,
  getQuestions,
  ImportQuestionFields,
  type ImportQuestions,
  toFormState,
} from '#client/orders/import/import-questions.tsx'
import { ImportHistory } from '#client/orders/import/import-history.tsx'
import { ImportSample } from '#client/orders/import/import-sample.tsx'
import { type ImportProgress, uploadOrders } from '#client/orders/import/import-upload.ts'
import { useLeaveGuard } from '#client/orders/import/use-leave-guard.ts'
import { navigate } from '#client/navigation/router.ts'
import { useMessages, usePermission } from '#client/app/page-context.tsx'
import { watchForm } from '#client/ui/form-changes.ts'
import { FormProvider } from '#client/ui/form-state.ts'
import { invalidControlSelector } from '#client/ui/form.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { ImportList } from '#shared/orders/import-views.ts'
import type { Problem } from '#shared/problem.ts'
import { useEffect, useRef, useState } from 'react'

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
  const { common, errors } = useMessages()
  const words = useImportMessages()
  const [file, setFile] = useState(() => (toFileError(chosen, words) ? null : chosen))
  const [state, setState] = useState<ImportState>(() => ({ step: 'file', error: toFileError(chosen, words) }))
  const canFollow = usePermission('orders.bulk')
  const running = useRef<AbortController | null>(null)
  /** The user's answers about the file; kept while the questions are not shown. */
  const [answers, setAnswers] = useState(() => new FormData())
  const questionForm = useRef<HTMLFormElement>(null)
  const [questions, setQuestions] = useState<ImportQuestions | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.matches('.file > input')
    if (state.step === 'file' && isLost) findNext(questionForm.current)?.focus()
  }, [state])
  const isAsking = state.step === 'file' && file !== null && questions !== null
  const hasAnswers = [...answers].length > 0
  useEffect(
    () => (isAsking && questionForm.current ? watchForm(questionForm.current, hasAnswers) : undefined),
    [isAsking, hasAnswers],
  )

  const choose = (next: File | null) => {
    const error = toFileError(next, words)
    setFile(error ? null : next)
    setAnswers(new FormData())
    setQuestions(null)
    setState({ step: 'file', error })
  }
  const change = (changes: { progress: ImportProgress } | { confirmingStop: boolean } | { jobId: string }) =>
    setState((now) => (now.step === 'running' ? { ...now, ...changes } : now))
  const run = async (options: ImportOptions) => {
    if (!file) return
    const { dryRun } = options
    const given = questionForm.current ? new FormData(questionForm.current) : answers
    setAnswers(given)
    const { signal } = (running.current = new AbortController())
    const checked = state.step === 'done' && state.dryRun
    setState({ step: 'running', ...options, checked, progress: null, confirmingStop: false })
    let createdCount = 0
    const onProgress = (progress: ImportProgress) => {
      if (!dryRun && progress.phase === 'reading') createdCount = progress.created + (progress.updated ?? 0)
      change({ progress })
    }
    const upload = { file, answers: given, onProgress, signal }
    const send = (): Promise<BackgroundOutcome> =>
      dryRun || !canFollow
        ? uploadOrders(upload, options)
        : importInBackground(upload, options.update, (jobId) => change({ jobId }))
    let outcome = await send()
    if ('problem' in outcome && createdCount === 0 && (await recoverSession(outcome.problem))) outcome = await send()
    if (signal.aborted) return
    const asks = 'problem' in outcome ? getQuestions(outcome.problem) : null
    if (asks) setQuestions(asks)
    if ('result' in outcome) setState({ step: 'done', ...options, checked, result: outcome.result })
    else if ('stopped' in outcome)
      setState({ step: 'file', error: { title: words.interrupted, text: words.stoppedText } })
    else if ('problem' in outcome)
      setState({
        step: 'file',
        error: {
          ...(asks === null && {
            title: dryRun ? words.checkFailed : createdCount > 0 ? words.interrupted : words.failed,
          }),
          asks: asks !== null,
          text: problemText(outcome.problem),
          problem: outcome.problem,
        },
      })
    else
      setState({
        step: 'file',
        error: { title: words.connectionLost, text: dryRun ? words.stopCheckText : words.connectionLostText },
      })
  }
  const problemText = (problem: Problem) => {
    const { errors: fields, requestId } = problem
    const detail = fields?.[0] ? describeFieldError(fields[0], words) : describeProblem(problem, common).description
    return requestId ? `${detail}${common.sentenceGap}${errors.requestId}: ${requestId}` : detail
  }
  const mapped = state.step === 'done' ? state.result.mapped : undefined
  const changeColumns = mapped
    ? () => {
        setQuestions({ table: mapped.table })
        setState({ step: 'file', error: null })
      }
    : undefined
  const stop = () => {
    running.current?.abort()
    // What the job has imported since then stays, too.
    if (state.step === 'running' && state.jobId !== undefined)
      void call('cancelJob', { job: state.jobId }).catch(() => undefined)
    setState({ step: 'file', error: null })
  }
  const askToStop = () => change({ confirmingStop: true })
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
      {state.step === 'file' && state.error && (
        <Banner kind={state.error.asks ? 'info' : 'error'} role="alert">
          {state.error.title && (
            <>
              <b className="strong">{state.error.title}</b>
              {common.sentenceGap}
            </>
          )}
          {state.error.text}
        </Banner>
      )}
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
      {state.step === 'running' && (
        <ImportRunning {...state} onKeep={() => change({ confirmingStop: false })} onStop={stop} />
      )}
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

/** What is wrong with a file before it is sent. */
function toFileError(file: File | null, words: ImportMessages): { text: string } | null {
  const text = file && getFileError(file, words)
  return text ? { text } : null
}

/** What comes next once the control that had the focus is gone: the wrong or the first answer about the file, or else its check, or the choice of one. */
const findNext = (questionForm: HTMLFormElement | null): HTMLElement | null | undefined =>
  questionForm?.querySelector<HTMLElement>(invalidControlSelector) ??
  questionForm?.querySelector<HTMLElement>('input, select') ??
  document.querySelector<HTMLElement>('dialog [data-autofocus]')

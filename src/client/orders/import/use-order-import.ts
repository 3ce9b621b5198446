import { call, recoverSession } from '#client/api/call.ts'
import { describeProblem } from '#client/api/describe-problem.ts'
import { getFileError } from '#client/orders/import/import-file.ts'
import { type BackgroundOutcome, importInBackground } from '#client/orders/import/import-in-background.ts'
import { describeFieldError, getQuestions, type ImportQuestions } from '#client/orders/import/import-questions.tsx'
import type { ImportOptions } from '#client/orders/import/import-result.tsx'
import type { ImportFailure, ImportState } from '#client/orders/import/import-state.ts'
import { type ImportProgress, uploadOrders } from '#client/orders/import/import-upload.ts'
import { type ImportMessages, useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { useMessages, usePermission } from '#client/app/page-context.tsx'
import type { Problem } from '#shared/problem.ts'
import { useEffect, useRef, useState } from 'react'

/** An import of orders from the choice of its file to its result. `questionForm` has the answers of the user while it shows the questions. */
export function useOrderImport(chosen: File | null) {
  const words = useImportMessages()
  const describeFailure = useFailureTexts()
  const [file, setFile] = useState(() => (toFileError(chosen, words) ? null : chosen))
  const [state, setState] = useState<ImportState>(() => ({ step: 'file', error: toFileError(chosen, words) }))
  const canFollow = usePermission('orders.bulk')
  const running = useRef<AbortController | null>(null)
  /** The user's answers about the file; kept while the questions are not shown. */
  const [answers, setAnswers] = useState(() => new FormData())
  const questionForm = useRef<HTMLFormElement>(null)
  const [questions, setQuestions] = useState<ImportQuestions | null>(null)
  useEffect(() => () => running.current?.abort(), [])

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
    else
      setState({
        step: 'file',
        error: describeFailure(outcome, { dryRun, hasCreated: createdCount > 0, asks: asks !== null }),
      })
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
  return {
    file,
    state,
    questions,
    answers,
    questionForm,
    choose,
    run,
    changeColumns,
    stop,
    askToStop: () => change({ confirmingStop: true }),
    keep: () => change({ confirmingStop: false }),
  }
}

interface FailedAttempt {
  dryRun: boolean
  hasCreated: boolean
  asks: boolean
}

/** Describes how an attempt failed. */
function useFailureTexts() {
  const { common, errors } = useMessages()
  const words = useImportMessages()
  const describe = (problem: Problem): string => {
    const { errors: fields, requestId } = problem
    const detail = fields?.[0] ? describeFieldError(fields[0], words) : describeProblem(problem, common).description
    return requestId ? `${detail}${common.sentenceGap}${errors.requestId}: ${requestId}` : detail
  }
  return (
    outcome: Exclude<BackgroundOutcome, { result: unknown }>,
    { dryRun, hasCreated, asks }: FailedAttempt,
  ): ImportFailure => {
    if ('stopped' in outcome) return { title: words.interrupted, text: words.stoppedText }
    if (!('problem' in outcome))
      return { title: words.connectionLost, text: dryRun ? words.stopCheckText : words.connectionLostText }
    const { problem } = outcome
    const title = dryRun ? words.checkFailed : hasCreated ? words.interrupted : words.failed
    return { ...(!asks && { title }), asks, text: describe(problem), problem }
  }
}

/** What is wrong with a file before it is sent. */
function toFileError(file: File | null, words: ImportMessages): { text: string } | null {
  const text = file && getFileError(file, words)
  return text ? { text } : null
}

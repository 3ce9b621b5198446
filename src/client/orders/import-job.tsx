import { ChosenFile, FileChoice } from '#client/orders/file-choice.tsx'
import { wrongFile } from '#client/orders/import-file.ts'
import { ImportFooter } from '#client/orders/import-footer.tsx'
import { Refusals, Tally } from '#client/orders/import-result.tsx'
import { Running } from '#client/orders/import-running.tsx'
import { descriptionOf, type ImportState, stepOf, titleOf } from '#client/orders/import-state.ts'
import { ImportSteps } from '#client/orders/import-steps.tsx'
import { type ImportProgress, uploadOrders } from '#client/orders/import-upload.ts'
import { navigate } from '#client/navigation.ts'
import { useMessages } from '#client/screen.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Problem } from '#shared/problem.ts'
import { useEffect, useRef, useState } from 'react'

export interface ImportJobProps {
  /** Where the dialog is closed. */
  closeHref: string
}

/** As many refusals are drawn at once; the CSV has all. */
const drawnRefusals = 200

/** The import with its progress: choose or drop a file, check it, read it in, look at what was refused. */
export function ImportJob({ closeHref }: ImportJobProps) {
  const { common, errors, orders } = useMessages()
  const words = orders.import
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<ImportState>({ at: 'file', wrong: null })
  const job = useRef<AbortController | null>(null)
  useEffect(() => () => job.current?.abort(), [])
  useStayingWhile(state.at === 'running')

  const choose = (chosen: File | null) => {
    const wrong = chosen && wrongFile(chosen, words)
    setFile(wrong ? null : chosen)
    setState({ at: 'file', wrong: wrong ? { text: wrong } : null })
  }
  const change = (running: { progress: ImportProgress } | { asking: boolean }) =>
    setState((now) => (now.at === 'running' ? { ...now, ...running } : now))
  const run = async (dryRun: boolean) => {
    if (!file) return
    const { signal } = (job.current = new AbortController())
    const checked = state.at === 'done' && state.dryRun
    setState({ at: 'running', dryRun, checked, progress: null, asking: false })
    let written = 0
    const follow = (progress: ImportProgress) => {
      if (!dryRun && progress.phase === 'reading') written = progress.created
      change({ progress })
    }
    const outcome = await uploadOrders(file, dryRun, follow, signal)
    if (signal.aborted) return
    if ('result' in outcome) setState({ at: 'done', dryRun, checked, result: outcome.result })
    else if ('problem' in outcome)
      setState({
        at: 'file',
        wrong: { title: written > 0 ? words.brokenOff : words.failed, text: textOf(outcome.problem) },
      })
    else setState({ at: 'file', wrong: { title: words.lost, text: dryRun ? words.stopCheckText : words.lostText } })
  }
  const textOf = ({ detail, requestId }: Problem) =>
    requestId ? `${detail}${common.gap}${errors.requestId}: ${requestId}` : detail
  const stop = () => {
    job.current?.abort()
    setState({ at: 'file', wrong: null })
  }
  const close = () => (state.at === 'running' ? change({ asking: true }) : navigate(closeHref))
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
          onRun={(dryRun) => void run(dryRun)}
          onAnother={() => choose(null)}
          onClose={close}
          onStop={close}
        />
      }
    >
      <p className="sr-only" role="status">
        {state.at !== 'file' && [title, description].join(common.pause)}
      </p>
      <ImportSteps at={stepOf(state)} checked={state.at !== 'file' && state.checked} done={state.at === 'done'} />
      {state.at === 'file' && state.wrong && (
        <Banner kind="error">
          {state.wrong.title && (
            <>
              <b className="strong">{state.wrong.title}</b>
              {common.gap}
            </>
          )}
          {state.wrong.text}
        </Banner>
      )}
      {file ? (
        <ChosenFile file={file} onRemove={state.at === 'file' ? () => choose(null) : null} />
      ) : (
        <FileChoice onChoose={choose} />
      )}
      {state.at === 'running' && <Running {...state} onKeep={() => change({ asking: false })} onStop={stop} />}
      {state.at === 'done' && (
        <>
          <Tally result={state.result} dryRun={state.dryRun} />
          <Refusals refused={state.result.refused} first={drawnRefusals} />
        </>
      )}
    </Dialog>
  )
}

/** The browser asks before the page is left while something runs. */
function useStayingWhile(running: boolean): void {
  useEffect(() => {
    if (!running) return undefined
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [running])
}

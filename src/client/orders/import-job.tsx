import { FileChoice, ChosenFile } from '#client/orders/file-choice.tsx'
import { wrongFile } from '#client/orders/import-file.ts'
import { ImportSteps, type ImportStep } from '#client/orders/import-steps.tsx'
import { Running } from '#client/orders/import-running.tsx'
import { Refusals, resultText, resultTitle, Tally } from '#client/orders/import-result.tsx'
import { uploadOrders, type ImportProgress } from '#client/orders/import-upload.ts'
import { refusalsCsv } from '#client/orders/refusals-csv.ts'
import { navigate } from '#client/navigation.ts'
import { useMessages } from '#client/screen.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Messages } from '#shared/messages/en.ts'
import type { ImportRefusal, ImportResult } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'

export interface ImportJobProps {
  /** Where the dialog is closed. */
  closeHref: string
}

type State =
  | { at: 'file'; wrong: { title?: string; text: string } | null }
  | { at: 'running'; dryRun: boolean; checked: boolean; progress: ImportProgress | null; asking: boolean }
  | { at: 'done'; dryRun: boolean; checked: boolean; result: ImportResult }

/** As many refusals are drawn at once; the CSV has all. */
const drawnRefusals = 200

/** The import with its progress: choose or drop a file, check it, read it in, look at what was refused. */
export function ImportJob({ closeHref }: ImportJobProps) {
  const words = useMessages().orders.import
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<State>({ at: 'file', wrong: null })
  const job = useRef<AbortController | null>(null)
  useEffect(() => () => job.current?.abort(), [])
  useStayingWhile(state.at === 'running')

  const choose = (chosen: File | null) => {
    const wrong = chosen && wrongFile(chosen, words)
    setFile(wrong ? null : chosen)
    setState({ at: 'file', wrong: wrong ? { text: wrong } : null })
  }
  const run = async (dryRun: boolean) => {
    if (!file) return
    const controller = (job.current = new AbortController())
    const checked = state.at === 'done' && state.dryRun
    setState({ at: 'running', dryRun, checked, progress: null, asking: false })
    const show = (progress: ImportProgress) => setState((now) => (now.at === 'running' ? { ...now, progress } : now))
    const outcome = await uploadOrders(file, dryRun, show, controller.signal)
    if (controller.signal.aborted) return
    if ('result' in outcome) setState({ at: 'done', dryRun, checked, result: outcome.result })
    else if ('problem' in outcome)
      setState({ at: 'file', wrong: { title: words.failed, text: outcome.problem.detail } })
    else setState({ at: 'file', wrong: { title: words.lost, text: dryRun ? words.stopCheckText : words.lostText } })
  }
  const stop = () => {
    job.current?.abort()
    setState({ at: 'file', wrong: null })
  }
  const ask = (asking: boolean) => setState((now) => (now.at === 'running' ? { ...now, asking } : now))
  const close = () => (state.at === 'running' ? ask(true) : navigate(closeHref))

  return (
    <Dialog
      open
      size="lg"
      onClose={close}
      closeHref={closeHref}
      title={state.at === 'done' ? resultTitle(state.result, state.dryRun, words) : words.title}
      description={descriptionOf(state, words)}
      footer={<Footer state={state} file={file} run={run} choose={choose} close={close} ask={ask} />}
    >
      <ImportSteps at={stepOf(state)} checked={state.at !== 'file' && state.checked} done={state.at === 'done'} />
      {state.at === 'file' && (
        <>
          {state.wrong && (
            <Banner kind="error">
              {state.wrong.title && <b className="strong">{state.wrong.title}. </b>}
              {state.wrong.text}
            </Banner>
          )}
          {file ? <ChosenFile file={file} onRemove={() => choose(null)} /> : <FileChoice onChoose={choose} />}
        </>
      )}
      {state.at === 'running' && file && (
        <>
          <ChosenFile file={file} />
          <Running {...state} onKeep={() => ask(false)} onStop={stop} />
        </>
      )}
      {state.at === 'done' && (
        <>
          {file && <ChosenFile file={file} />}
          <Tally result={state.result} dryRun={state.dryRun} />
          <Refusals refused={state.result.refused} first={drawnRefusals} />
        </>
      )}
    </Dialog>
  )
}

const descriptionOf = (state: State, words: Messages['orders']['import']): string => {
  if (state.at === 'done') return resultText(state.result, state.dryRun, words)
  if (state.at === 'running') return state.dryRun ? words.checking : words.importing
  return words.intro
}

const stepOf = (state: State): ImportStep => (state.at === 'file' ? 'file' : state.dryRun ? 'check' : 'import')

interface FooterProps {
  state: State
  file: File | null
  run: (dryRun: boolean) => void
  choose: (file: File | null) => void
  close: () => void
  ask: (asking: boolean) => void
}

function Footer({ state, file, run, choose, close, ask }: FooterProps): ReactNode {
  const { orders, common } = useMessages()
  const words = orders.import
  if (state.at === 'running')
    return (
      <>
        {!state.asking && <Button onClick={() => ask(true)}>{words.stop}</Button>}
        <Button variant="primary" busy>
          {state.dryRun ? words.checkRuns : words.importRuns}
        </Button>
      </>
    )
  if (state.at === 'file')
    return (
      <>
        <Button className="start" onClick={close}>
          {common.cancel}
        </Button>
        <Button disabled={!file} onClick={() => run(true)}>
          {words.check}
        </Button>
        <Button variant="primary" disabled={!file} onClick={() => run(false)}>
          {words.import}
        </Button>
      </>
    )
  const { created, refused } = state.result
  return (
    <>
      {refused.length > 0 && (
        <Button className="start" icon="download" onClick={() => download(refused, words)}>
          {words.csv}
        </Button>
      )}
      <Button onClick={() => choose(null)}>{words.another}</Button>
      {state.dryRun && created > 0 ? (
        <Button variant="primary" onClick={() => run(false)}>
          {words.importCount(created)}
        </Button>
      ) : (
        <Button variant="primary" onClick={() => navigate(href('orders'))}>
          {words.show}
        </Button>
      )}
    </>
  )
}

function download(refused: readonly ImportRefusal[], words: Messages['orders']['import']): void {
  const url = URL.createObjectURL(new Blob([refusalsCsv(refused, words)], { type: 'text/csv;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: words.csvName })
  link.click()
  URL.revokeObjectURL(url)
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

import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { revalidateInBackground } from '#client/navigation/router.ts'
import { Progress } from '#client/ui/progress.tsx'
import type { RunningImport } from '#shared/finance/statement-views.ts'
import { useEffect } from 'react'

/** How far imports are that run, also those that others started or whose page was left. */
export function RunningImports({ running }: { running: readonly RunningImport[] }) {
  const words = useLedgerMessages().ledger.statements
  useRefresh(running.length > 0)
  if (running.length === 0) return null
  return (
    <section className="running-imports" aria-label={words.runningTitle}>
      {running.map(({ id, fileName, startedBy, percent }) => (
        <ImportProgress key={id} label={words.runningFile(fileName, startedBy)} percent={percent} />
      ))}
    </section>
  )
}

export function ImportProgress({ label, percent }: { label: string; percent: number }) {
  const { common } = useLedgerMessages()
  return (
    <div className="import-bar">
      <p>
        <span>{label}</span>
        <span className="dimmed num">{common.percent(percent)}</span>
      </p>
      <Progress value={percent} label={label} />
    </div>
  )
}

/** Loads the data of the page again, each time a second after it has arrived. It never disturbs the user or the form that uploads the file. */
export function useRefresh(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const refresh = async (): Promise<void> => {
      await revalidateInBackground((next) => next)
      if (!isOver) wait()
    }
    const wait = (): void => {
      timer = setTimeout(() => void refresh(), 1000)
    }
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isActive])
}

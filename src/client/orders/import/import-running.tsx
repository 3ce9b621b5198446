import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { ImportTally } from '#client/imports/import-tally.tsx'
import type { ImportProgress } from '#client/orders/import/import-upload.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Progress } from '#client/ui/progress.tsx'

interface ImportRunningProps {
  dryRun: boolean
  progress: ImportProgress | null
  /** Whether to ask for confirmation of the stop. */
  confirmingStop: boolean
  onKeep: () => void
  onStop: () => void
}

/** The progress bar and the counts so far. */
export function ImportRunning({ dryRun, progress, confirmingStop, onKeep, onStop }: ImportRunningProps) {
  const { common } = useMessages()
  const words = useImportMessages()
  const isKnown = progress !== null && progress.totalBytes > 0
  const value = isKnown ? progressPercent(progress) : null
  const sent = progress?.phase === 'reading'
  const activity = sent ? (dryRun ? words.checkRunning : words.importRunning) : words.sending
  return (
    <>
      <div className="import-bar">
        <p>
          <span>{activity}</span>
          {value !== null && <span className="dimmed num">{common.percent(value)}</span>}
        </p>
        <Progress value={value} label={activity} />
      </div>
      <ImportTally
        counts={[
          { name: words.readSoFar, value: sent ? progress.read : 0 },
          { name: dryRun ? words.wouldCreate : words.created, value: sent ? progress.created : 0 },
        ]}
      />
      {confirmingStop && (
        <Banner
          kind="warning"
          action={
            <span className="row">
              <Button size="sm" autoFocus onClick={onKeep}>
                {words.keepRunning}
              </Button>
              <Button size="sm" onClick={onStop}>
                {words.stop}
              </Button>
            </span>
          }
        >
          <b className="strong">{dryRun ? words.stopCheckQuestion : words.stopQuestion}</b>
          {common.sentenceGap}
          {dryRun ? words.stopCheckText : words.stopText}
        </Banner>
      )}
    </>
  )
}

/** Uploading counts as the first 10 percent, so that the progress never decreases. */
const sendingShare = 10

/** Overall progress in whole percent; 100 is reserved for the result. */
export function progressPercent({ phase, bytes, totalBytes }: ImportProgress): number {
  const part = totalBytes > 0 ? Math.min(bytes / totalBytes, 1) : 0
  const whole = phase === 'sending' ? part * sendingShare : sendingShare + part * (100 - sendingShare)
  return Math.min(Math.floor(whole), 99)
}

import { useMessages } from '#client/app/page-context.tsx'
import { useJobMessages, useJobTexts } from '#client/jobs/use-job-messages.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Progress } from '#client/ui/progress.tsx'
import { isJobActive } from '#shared/jobs/job.ts'
import { isExport, isFileJob, isUndoOfImport } from '#shared/jobs/kinds.ts'
import type { JobDetails } from '#shared/jobs/views.ts'

/** What a job would do, or how far it is. */
export function JobProgress({ details }: { details: JobDetails }) {
  const { common } = useMessages()
  const words = useJobTexts(details.kind)
  const { status, total, done, skipped, refused } = details
  if (isFileJob(details.kind)) return <FileProgress details={details} />
  const waiting = total - done - skipped - refused
  if (status === 'previewed')
    return (
      <p>
        <b>{words.willChange(waiting)}</b>
        {skipped > 0 && common.sentenceGap + words.willStay(skipped)}
      </p>
    )
  // Skipped orders are known before the job starts, and are no work.
  const toChange = Math.max(total - skipped, 1)
  return (
    <>
      <Progress value={toChange - waiting} max={toChange} label={words.progress} />
      <DescriptionList
        items={[
          [words.changed, words.count(done)],
          [words.skipped, skipped > 0 && words.count(skipped)],
          [words.refused, refused > 0 && words.count(refused)],
          [status === 'cancelled' ? words.notReached : words.waiting, waiting > 0 && words.count(waiting)],
        ].map(([name, value]) => [String(name), value === false ? null : value] as const)}
      />
    </>
  )
}

/** The progress of a job that works on a file, and the results of its orders. */
function FileProgress({ details: { kind, status, percent, done, skipped, refused, counts } }: { details: JobDetails }) {
  const words = useJobMessages().job
  const { created = 0 } = counts
  if (isUndoOfImport(kind)) {
    const { removed = done, total = 0 } = counts
    const isOfCustomers = kind === 'undo_customer_import'
    return (
      <>
        {status !== 'finished' && (
          <Progress value={percent ?? (isJobActive(status) ? null : 0)} label={words.progress} />
        )}
        <p>
          {total > 0
            ? (isOfCustomers ? words.removedCustomers : words.removed)(removed, total)
            : isJobActive(status) && words.checking}
        </p>
        {isOfCustomers && status === 'finished' && removed < total && <p>{words.keptCustomers(total - removed)}</p>}
      </>
    )
  }
  if (isExport(kind))
    return (
      <>
        {status !== 'finished' && <Progress value={isJobActive(status) ? null : 0} label={words.progress} />}
        <p>{(kind === 'export' ? words.exported : words.exportedCustomers)(done)}</p>
      </>
    )
  return (
    <>
      {status !== 'finished' && <Progress value={percent ?? (isJobActive(status) ? null : 0)} label={words.progress} />}
      <DescriptionList
        items={[
          [words.outcomes.created, words.count(created)],
          [words.outcomes.updated, done > created ? words.count(done - created) : null],
          [words.outcomes.unchanged, words.count(skipped)],
          [words.outcomes.refused, words.count(refused)],
        ]}
      />
    </>
  )
}

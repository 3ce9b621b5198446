import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Progress } from '#client/ui/progress.tsx'
import type { JobDetails } from '#shared/jobs/views.ts'

/** What a job would do, or how far it is. */
export function JobProgress({ details: { status, total, done, skipped, refused } }: { details: JobDetails }) {
  const words = useJobMessages().job
  const waiting = total - done - skipped - refused
  if (status === 'previewed')
    return (
      <p>
        <b>{words.willChange(waiting)}</b> {skipped > 0 && words.willStay(skipped)}
      </p>
    )
  return (
    <>
      <Progress value={total - waiting} max={total} label={words.progress} />
      <DescriptionList
        items={[
          [words.changed, words.count(done)],
          [words.skipped, skipped > 0 && words.count(skipped)],
          [words.refused, refused > 0 && words.count(refused)],
          [words.waiting, waiting > 0 && words.count(waiting)],
        ].map(([name, value]) => [String(name), value === false ? null : value] as const)}
      />
    </>
  )
}

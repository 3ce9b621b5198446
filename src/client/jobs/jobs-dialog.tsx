import { usePermission } from '#client/app/page-context.tsx'
import { describePrint, useJobName } from '#client/jobs/job-dialog.tsx'
import { summarizeJob } from '#client/jobs/summarize-job.ts'
import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import { usePrintMessages } from '#client/print/use-print-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Empty, MissingPermission } from '#client/ui/empty.tsx'
import { Parts } from '#client/ui/parts.tsx'
import { Tab, Tabs } from '#client/ui/tabs.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { JobStatus } from '#shared/jobs/job.ts'
import type { JobList, JobView } from '#shared/jobs/views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { href } from '#shared/routes/pages.ts'

/** Shape and tone of each status, as `status.css` draws them. */
const jobShapes: Readonly<Record<JobStatus, string>> = {
  preparing: 'shape-clock',
  previewed: 'shape-dashed',
  queued: 'shape-clock',
  running: 'shape-dot',
  paused: 'shape-pause',
  finished: 'shape-done',
  cancelled: 'shape-cross',
  failed: 'shape-alert status--error',
}

/** The jobs of the user, or of everyone, the newest first. */
export function JobsDialog({ jobs, query }: { jobs: JobList | null; query: OrdersPageQuery }) {
  const words = useJobMessages()
  const canSeeAll = usePermission('jobs.manage')
  const canShip = usePermission('shipments.manage')
  const closed = { ...query, jobs: undefined, jobsBefore: undefined }
  const closeHref = href('orders', closed)
  const listHref = (scope: 'own' | 'all', before?: string): string =>
    href('orders', { ...closed, jobs: scope, jobsBefore: before })
  return (
    <Dialog
      open
      onClose={() => navigate(closeHref)}
      closeHref={closeHref}
      title={words.list.title}
      description={words.list.text}
      size="lg"
    >
      {jobs === null ? (
        <MissingPermission permission="orders.bulk" title={words.missingPermission} />
      ) : (
        <div className="job">
          {canSeeAll && (
            <Tabs label={words.list.title} flush>
              <Tab href={listHref('own')} current={query.jobs === 'own'}>
                {words.list.own}
              </Tab>
              <Tab href={listHref('all')} current={query.jobs === 'all'}>
                {words.list.everyone}
              </Tab>
            </Tabs>
          )}
          {jobs.jobs.length === 0 ? (
            <Empty icon="clock" title={words.list.empty}>
              {words.list.emptyText}
            </Empty>
          ) : (
            <ul className="job-list">
              {jobs.jobs.map((job) => (
                <JobItem key={job.id} job={job} jobHref={href('orders', { ...closed, job: job.id })} />
              ))}
            </ul>
          )}
          {jobs.next !== null && (
            <a className="link" href={listHref(query.jobs ?? 'own', jobs.next)} data-scroll="keep">
              {words.list.older}
            </a>
          )}
          {canShip && (
            <p className="job-links">
              <ButtonLink icon="truck" href={href('orders', { ...closed, bulk: 'ship' })} data-scroll="keep">
                {words.list.ship}
              </ButtonLink>
              <ButtonLink href={href('orders', { ...closed, bulk: 'scan' })} data-scroll="keep">
                {words.scan.open}
              </ButtonLink>
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** What a job does, its status, who started it, and how far it is. */
function JobItem({ job, jobHref }: { job: JobView; jobHref: string }) {
  const words = useJobMessages()
  const printWords = usePrintMessages()
  const name = useJobName()
  const formatTime = useTimeFormat()
  return (
    <li>
      <a className="strong link" href={jobHref} data-scroll="keep">
        {name(job)}
      </a>
      <span className={`end status ${jobShapes[job.status]}`}>{words.job.statuses[job.status]}</span>
      <span className="sm muted">
        <Parts>
          {[
            words.job.by(job.by, formatTime(job.createdAt)),
            summarizeJob(job, words),
            job.parameters['file'] ||
              job.parameters['tag'] ||
              job.parameters['assignee'] ||
              job.parameters['carrier'] ||
              describePrint(job, printWords),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Parts>
      </span>
    </li>
  )
}

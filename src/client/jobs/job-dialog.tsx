import { JobActions } from '#client/jobs/job-actions.tsx'
import { JobProgress } from '#client/jobs/job-progress.tsx'
import { JobDocuments } from '#client/jobs/job-documents.tsx'
import { isShipmentFile, JobSteps } from '#client/jobs/job-steps.tsx'
import { SkippedOrders } from '#client/jobs/skipped-orders.tsx'
import { useJobMessages, useJobTexts } from '#client/jobs/use-job-messages.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { usePrintMessages } from '#client/print/use-print-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { formatFileSize } from '#client/ui/file-size.ts'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { isJobActive } from '#shared/jobs/job.ts'
import { isExport, isFileJob, type JobKindName } from '#shared/jobs/kinds.ts'
import type { JobDetails, JobItemList, JobView } from '#shared/jobs/views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { DocumentKind, Paper } from '#shared/print/documents.ts'
import { href } from '#shared/routes/pages.ts'
import { useLayoutEffect } from 'react'

interface JobDialogProps {
  job: NonNullable<OrdersView['job']>
  query: OrdersPageQuery
  form: FormOutcome | null
}

/** A job: its preview before it starts, its progress, and the orders that were left unchanged with the reasons. */
export function JobDialog({ job, query, form }: JobDialogProps) {
  const words = useJobMessages()
  const closeHref = href('orders', { ...query, job: undefined, jobAfter: undefined })
  const dialog = { open: true as const, onClose: () => navigate(closeHref), closeHref }
  if ('missing' in job)
    return (
      <Dialog {...dialog} title={words.list.title}>
        <Empty icon="clock" title={words.job.missing}>
          {words.job.missingText}
        </Empty>
      </Dialog>
    )
  return <OpenJob {...dialog} details={job.details} left={job.left} query={query} form={form} />
}

interface OpenJobProps extends Pick<JobDialogProps, 'query' | 'form'> {
  open: true
  onClose: () => void
  closeHref: string
  details: JobDetails
  left: JobItemList
}

function OpenJob({ details, left, query, form, ...dialog }: OpenJobProps) {
  const words = useJobTexts(details.kind)
  const printWords = usePrintMessages()
  const formatTime = useTimeFormat()
  const name = useJobName()
  const { status, failure, undoneBy, undoes, undoUntil } = details
  // The button that started or paused it has disappeared.
  useLayoutEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('dialog:modal .dialog-form__buttons a')?.focus({ preventScroll: true })
  }, [status])
  const openJob = (id: string): string => href('orders', { ...query, job: id, jobAfter: undefined })
  return (
    <Dialog
      {...dialog}
      // As wide as the dialog in which the file was chosen.
      size={isShipmentFile(details) ? 'lg' : 'md'}
      title={name(details)}
      description={`${words.statuses[status]} · ${words.by(details.by, formatTime(details.createdAt))}`}
    >
      <JobSteps details={details} />
      <div className="job">
        <p className="sr-only" role="status">
          {words.statuses[status]}
          {status === 'finished' && !isFileJob(details.kind) && `, ${words.changed}: ${words.count(details.done)}`}
        </p>
        {failure && <Banner kind="warning">{words.failures[failure]}</Banner>}
        {undoneBy && (
          <Banner
            action={
              <ButtonLink size="sm" href={openJob(undoneBy)}>
                {words.showUndo}
              </ButtonLink>
            }
          >
            {words.undone}
          </Banner>
        )}
        <DescriptionList
          items={[
            ...(['file', 'tag', 'assignee', 'carrier', 'reason', 'until'] as const).map(
              (each) => [words.details[each], details.parameters[each]] as const,
            ),
            [words.details.document, describePrint(details, printWords)],
          ]}
        />
        <JobProgress details={details} />
        <ReasonList details={details} />
        <JobFile details={details} form={form} />
        <JobDocuments details={details} form={form} />
        <ImportLinks details={details} />
        <SkippedOrders left={left} query={query} title={words[rejectedTitles[details.kind] ?? 'left']} />
        {isJobActive(status) && (
          <>
            <p className="sm muted">{words.canClose}</p>
            <noscript>
              <a className="link" href={openJob(details.id)}>
                {words.refresh}
              </a>
            </noscript>
          </>
        )}
        {undoUntil !== null && <p className="sm muted">{words.undoUntil(formatTime(undoUntil))}</p>}
        {undoes !== null && (
          <a className="link" href={openJob(undoes)} data-scroll="keep">
            {words.showOriginal}
          </a>
        )}
      </div>
      <JobActions details={details} query={query} closeHref={dialog.closeHref} form={form} />
    </Dialog>
  )
}

/** The titles of what an import has rejected. */
const rejectedTitles: Partial<Record<JobKindName, 'rejected' | 'rejectedCustomers'>> = {
  import: 'rejected',
  import_customers: 'rejectedCustomers',
}

/** Why orders were left unchanged, and how many. */
function ReasonList({ details: { kind, reasons } }: { details: JobDetails }) {
  const words = useJobTexts(kind)
  if (reasons.length === 0) return null
  return (
    <section aria-label={words.reasons}>
      <h3 className="sm strong">{words.reasons}</h3>
      <ul className="job__reasons">
        {reasons.map(({ result, reason, count }) => (
          <li key={`${result} ${reason}`}>
            <b className="num">{words.count(count)}</b> {words.reason(reason)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to what an import has created, and to its undo. */
function ImportLinks({ details: { kind, status, done, parameters } }: { details: JobDetails }) {
  const words = useJobTexts(kind)
  const canUndo = usePermission('orders.undo_import')
  const importNumber = parameters['import']
  if (done === 0) return null
  if (kind === 'import_customers')
    return (
      <a className="link" href={href('orders', { customers: 'list', importNumber })}>
        {words.showCustomers}
      </a>
    )
  return (
    kind === 'import' && (
      <>
        <a className="link" href={href('orders', { importNumber })}>
          {words.showOrders}
        </a>
        {canUndo && ['finished', 'cancelled'].includes(status) && (
          <a className="link" href={href('orders', { import: '1', undo: importNumber })}>
            {words.undoImport}
          </a>
        )}
      </>
    )
  )
}

/** What a job prints, such as "Packing slip · A4"; empty for other jobs. */
export function describePrint({ parameters }: JobView, { kinds, papers }: ReturnType<typeof usePrintMessages>): string {
  const { kind, paper } = parameters as { kind?: DocumentKind | ''; paper?: Paper | '' }
  return kind && paper ? `${kinds[kind]} · ${papers[paper]}` : ''
}

/** Downloads the file that the job has written. */
function JobFile({ details: { id, kind, status, file }, form }: { details: JobDetails; form: FormOutcome | null }) {
  const words = useJobMessages().job
  const formatTime = useTimeFormat()
  if (!isExport(kind) || status !== 'finished') return null
  if (!file) return <Banner>{words.fileGone}</Banner>
  return (
    <Form endpoint="downloadJobFile" hiddenValues={{ job: id }} outcome={form} target="_blank">
      <SubmitButton variant="primary" icon="download">
        {words.download(file.name)}
      </SubmitButton>
      <p className="sm muted">
        {formatFileSize(file.sizeBytes)} · {words.keptUntil(formatTime(file.expiresAt))}
      </p>
    </Form>
  )
}

/** What a job does, for a title: "Undo: Add a tag". */
export function useJobName(): (job: JobView) => string {
  const words = useJobMessages()
  return ({ kind, undoes }) => (undoes === null ? words.names[kind] : words.job.undoOf(words.names[kind]))
}

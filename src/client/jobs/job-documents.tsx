import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import type { JobDetails } from '#shared/jobs/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { maxPrintedOrders } from '#shared/print/documents.ts'

/** The documents that a job has printed so far. Each button opens one in a new tab and names its orders by their place: "201–400". */
export function JobDocuments({ details, form }: { details: JobDetails; form: FormOutcome | null }) {
  const words = useJobMessages().job
  const { id, documents, done } = details
  if (documents === 0) return null
  return (
    <section aria-label={words.documents}>
      <h3 className="sm strong">{words.documents}</h3>
      <p className="sm muted">{words.documentsText}</p>
      <Form
        endpoint="printJobPart"
        hiddenValues={{ job: id }}
        outcome={form}
        target="_blank"
        className="job__documents"
      >
        {Array.from({ length: documents }, (_, index) => (
          <Button key={index} type="submit" size="sm" icon="printer" name="part" value={index + 1}>
            {words.range(index * maxPrintedOrders + 1, Math.min(done, (index + 1) * maxPrintedOrders))}
          </Button>
        ))}
      </Form>
    </section>
  )
}

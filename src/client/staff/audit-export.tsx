import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { auditLog } from '#shared/events/audit-log.ts'
import { toFormFields } from '#shared/form-fields.ts'
import { pickListParameters } from '#shared/list/url.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { UsersQuery } from '#shared/staff/inputs.ts'

interface AuditExportProps {
  query: UsersQuery
  form: FormOutcome | null
  className: string
}

/** Downloads the events that the filter shows: one form for each kind of file. */
export function AuditExport({ query, form, className }: AuditExportProps) {
  const words = useStaffMessages().staff.auditLog
  if (!usePermission('audit.export')) return null
  const filter = toFormFields(pickListParameters({ ...auditLog, parameters: {} }, query))
  return (
    <div className={className}>
      <div className="audit-export">
        <Form endpoint="exportEventsAsCsv" hiddenValues={filter} outcome={form} target="_blank">
          <SubmitButton icon="download">{words.exportAsCsv}</SubmitButton>
        </Form>
        <Form endpoint="exportEventsAsJson" hiddenValues={filter} outcome={form} target="_blank">
          <SubmitButton icon="download">{words.exportAsJson}</SubmitButton>
        </Form>
      </div>
    </div>
  )
}

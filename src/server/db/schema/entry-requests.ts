import type { AttachmentsTable } from '#server/db/schema/orders.ts'
import type { EntryRequestStatus } from '#shared/finance/entry-requests.ts'

export interface EntryRequestTables {
  entry_templates: EntryTemplatesTable
  entry_requests: EntryRequestsTable
  entry_attachments: EntryAttachmentsTable
}

export interface EntryRequestsTable {
  id: string
  status: EntryRequestStatus
  memo: string
  /** The accounting day; null for the day of the approval. */
  day: string | null
  /** A `ManualPosting[]` as JSON. */
  lines: string
  corrects: number | null
  reverses: number | null
  template_id: string | null
  month: string | null
  /** A `RequestedMatching` as JSON. */
  matching: string | null
  requested_by: string
  requested_at: number
  expires_at: number
  decided_by: string | null
  decided_at: number | null
  reason: string
  entry_seq: number | null
}

/** A file of an entry, or of the request for one. */
export interface EntryAttachmentsTable extends Omit<AttachmentsTable, 'order_id' | 'payment_id'> {
  entry_seq: number | null
  request_id: string | null
  line_id: string | null
}

export interface EntryTemplatesTable {
  id: string
  name: string
  memo: string
  /** A `ManualPosting[]` as JSON. */
  lines: string
  first_day: string
  /** Months `YYYY-MM` that are not due, as a sorted JSON list. */
  skipped: string
  version: number
  created_by: string
  created_at: number
  archived_at: number | null
}

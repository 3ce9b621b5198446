import type { EntryRequestStatus } from '#shared/finance/entry-requests.ts'

export interface EntryRequestTables {
  entry_requests: EntryRequestsTable
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
  requested_by: string
  requested_at: number
  expires_at: number
  decided_by: string | null
  decided_at: number | null
  reason: string
  entry_seq: number | null
}

import type { ItemResult, JobFailure, JobStatus } from '#shared/jobs/job.ts'
import type { JobView } from '#shared/jobs/views.ts'
import type { Generated } from 'kysely'

/** Jobs and their items, and who works on which order. */
export interface JobTables {
  jobs: JobsTable
  job_items: JobItemsTable
  job_files: JobFilesTable
  job_file_chunks: JobFileChunksTable
  order_claims: OrderClaimsTable
}

export interface JobsTable {
  id: string
  kind: JobView['kind']
  status: JobStatus
  user_id: string
  token_id: string | null
  parameters: string
  state: Generated<string>
  undoes: string | null
  total: number
  done_count: Generated<number>
  skipped_count: Generated<number>
  refused_count: Generated<number>
  failure: Generated<JobFailure | ''>
  lease_owner: Generated<string>
  lease_until: Generated<number>
  created_at: number
  started_at: number | null
  ended_at: number | null
}

export interface JobItemsTable {
  job_id: string
  position: number
  order_number: string
  parameters: Generated<string>
  result: ItemResult | null
  reason: Generated<string>
  undo: Generated<string>
}

export interface JobFilesTable {
  job_id: string
  name: string
  size_bytes: number
  is_personal: number
  created_at: number
  expires_at: number
}

export interface JobFileChunksTable {
  job_id: string
  position: number
  content: string
}

export interface OrderClaimsTable {
  order_id: string
  user_id: string
  claimed_until: number
}

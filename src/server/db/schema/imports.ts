import type { Generated } from 'kysely'

/** The kinds of imports. */
export type ImportKind = 'orders' | 'customers'

/** The history of imports. */
export interface ImportTables {
  imports: ImportsTable
  removed_orders: RemovedOrdersTable
}

export interface RemovedOrdersTable {
  order_id: string
  number: string
  import_number: string
  source: string
  external_id: string
}

export interface ImportsTable {
  number: string
  kind: Generated<ImportKind>
  file_name: string
  source: string
  headings_hash: Generated<string>
  mapping: Generated<string>
  user_id: string | null
  started_at: number
  ended_at: number | null
  read_count: Generated<number>
  created_count: Generated<number>
  unchanged_count: Generated<number>
  updated_count: Generated<number>
  refused_count: Generated<number>
  job_id: Generated<string | null>
  undo_job_id: Generated<string | null>
  undo_user_id: Generated<string | null>
  undo_started_at: Generated<number | null>
  undone_at: Generated<number | null>
}

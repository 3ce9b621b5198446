import type { JobKindName } from '#shared/jobs/kinds.ts'

/** What a job does. */
export const jobNames: Record<JobKindName, string> = {
  ship: 'Ship orders',
  tag: 'Add a tag',
  untag: 'Remove a tag',
  assign: 'Assign orders',
  hold: 'Put orders on hold',
  release: 'Release orders',
  archive: 'Archive orders',
  unarchive: 'Unarchive orders',
  cancel: 'Cancel orders',
  print: 'Print orders',
  import: 'Import orders',
  export: 'Export orders',
  undo_import: 'Undo an import',
  import_customers: 'Import customers',
  export_customers: 'Export customers',
  undo_customer_import: 'Undo an import of customers',
}

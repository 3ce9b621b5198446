import type { Transaction } from '#server/db/database.ts'
import type { FoundOrder } from '#server/imports/import-file.ts'
import type { ImportCounts } from '#server/imports/import-tally.ts'
import type { RefusedOrder } from '#shared/orders/import-views.ts'

/** How far an import is. */
export interface ImportCheckpoint {
  /** Number of processed orders of the file, without those of `waiting`. */
  position: number
  /** The positions of known orders that are still to be compared. */
  waiting: readonly number[]
  counts: ImportCounts
  /** How much of the file was read. */
  bytes: number
}

/** An order that was rejected, with its place in the file. `isChanged`: it is known and could be updated. */
export interface LeftOrder extends RefusedOrder {
  position: number
  isChanged?: boolean
}

/** Where a job continues its import, and how it saves its progress. */
export interface ImportJournal {
  start: ImportCheckpoint
  /** Called in the transaction of what was done, with the orders that were rejected since the last time. */
  save: (transaction: Transaction, checkpoint: ImportCheckpoint, left: readonly LeftOrder[]) => Promise<void>
}

/** Whether an order was done before the import was interrupted. */
export const isDone = ({ position: done, waiting }: ImportCheckpoint, { position }: FoundOrder): boolean =>
  position <= done && !waiting.includes(position)

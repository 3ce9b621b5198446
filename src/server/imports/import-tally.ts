import { describeSample, sampleSize } from '#server/imports/describe-sample.ts'
import type { ImportFile } from '#server/imports/import-file.ts'
import type { KnownOrderOutcome } from '#server/imports/known-orders.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { ChangedOrder, ImportResult, RefusedOrder } from '#shared/orders/import-views.ts'

/** The result lists this many changed orders. */
const maxListedChanges = 10_000

/** How many orders of a file became what. */
export interface ImportCounts {
  created: number
  unchanged: number
  /** Known orders that are different in the file: updated if requested, otherwise among the rejected ones. */
  changed: number
  refused: number
}

export const noCounts: ImportCounts = { created: 0, unchanged: 0, changed: 0, refused: 0 }

/** The orders of a file that were read, all in all. */
export const countRead = ({ created, unchanged, changed, refused }: ImportCounts, update: boolean): number =>
  created + unchanged + (update ? changed : 0) + refused

/** The counts after a known order was compared. */
export function countKnown(counts: ImportCounts, { changed, refused }: KnownOrderOutcome): ImportCounts {
  return {
    ...counts,
    changed: counts.changed + (changed ? 1 : 0),
    refused: counts.refused + (refused === undefined ? 0 : 1),
    unchanged: counts.unchanged + (refused === undefined && !changed ? 1 : 0),
  }
}

/** The outcome of each order of an import, as its result lists them. */
export class ImportTally {
  readonly #refused: RefusedOrder[] = []
  readonly #changed: ChangedOrder[] = []
  /** The first orders of a table whose columns a person chose. */
  readonly #sample: { line: number; draft: OrderDraft }[] = []

  addRefused(refused: readonly RefusedOrder[]): void {
    this.#refused.push(...refused)
  }

  addChanged(changed: ChangedOrder): void {
    if (this.#changed.length < maxListedChanges) this.#changed.push(changed)
  }

  addSample(found: { line: number; draft: OrderDraft }): void {
    if (this.#sample.length < sampleSize) this.#sample.push(found)
  }

  toResult(
    counts: ImportCounts,
    { dryRun, update }: { dryRun: boolean; update: boolean },
    { heads, isEncodingGuessed, recognized: { mapping } }: ImportFile,
  ): ImportResult {
    const { created, unchanged, changed } = counts
    return {
      read: countRead(counts, update),
      created,
      unchanged,
      refused: this.#refused
        .toSorted((a, b) => a.line - b.line)
        .map(({ line, order, reason }) => ({ line, order, reason })),
      ...(changed > 0 && { changed: { count: changed, orders: this.#changed } }),
      ...(isEncodingGuessed && { isEncodingGuessed }),
      ...(dryRun && mapping && { mapped: describeSample(mapping, heads, this.#sample) }),
    }
  }
}

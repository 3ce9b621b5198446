import { ImportTally } from '#client/imports/import-tally.tsx'
import { RejectedLines } from '#client/imports/rejected-lines.tsx'
import { useFileImportMessages } from '#client/imports/use-file-import-messages.ts'
import { Banner } from '#client/ui/banner.tsx'
import { type ImportMessages, useImportMessages } from '#client/orders/import/use-import-messages.ts'
import type { RefusedOrder, ImportResult } from '#shared/orders/import-views.ts'

type Words = ImportMessages

/** What was asked of the server. `update`: known orders that the shop has changed are updated. */
export interface ImportOptions {
  dryRun: boolean
  update: boolean
}

/** The heading of the result. */
export function resultTitle(result: ImportResult, { dryRun, update }: ImportOptions, words: Words): string {
  const { created } = result
  const changedCount = countChanged(result)
  if (dryRun) return created === 0 && changedCount > 0 ? words.changed.title(changedCount) : words.checked(created)
  if (!update || changedCount === 0) return words.imported(created)
  return created === 0 ? words.changed.updated(changedCount) : words.changed.importedAndUpdated(created, changedCount)
}

/** The next step, or what to know about the result. */
export function resultText(result: ImportResult, { dryRun, update }: ImportOptions, words: Words): string {
  const refusedCount = countRefused(result, update)
  const changedCount = countChanged(result)
  if (dryRun) return refusedCount > 0 ? words.checkedWithRefused(refusedCount) : words.checkedText
  if (refusedCount > 0) return words.refusedText(refusedCount)
  if (changedCount > 0) return update ? words.changed.text : words.changed.left(changedCount)
  return result.created === 0 ? words.nothingNew : words.allImported
}

export const countChanged = ({ changed }: ImportResult): number => changed?.count ?? 0

/** How many orders cannot be imported. Changed orders that were left as they are belong to `refused`, but can be updated. */
const countRefused = (result: ImportResult, update: boolean): number =>
  result.refused.length - (update ? 0 : countChanged(result))

/** The orders that cannot be imported, without those that can be updated. */
export function listRefused({ refused, changed }: ImportResult, update: boolean): RefusedOrder[] {
  const changedLines = new Set(update ? [] : changed?.orders.map(({ line }) => line))
  return refused.filter(({ line }) => !changedLines.has(line))
}

/** The counts of the result: read = created + changed + unchanged + refused. */
export function ImportSummary({ result, dryRun, update }: { result: ImportResult } & ImportOptions) {
  const words = useImportMessages()
  const { guessedEncoding } = useFileImportMessages()
  const { read, created, unchanged, isEncodingGuessed } = result
  const changedCount = countChanged(result)
  const changed = {
    name: update && !dryRun ? words.changed.updatedCount : words.changed.count,
    value: changedCount,
    tone: update ? ('success' as const) : undefined,
  }
  return (
    <>
      <ImportTally
        counts={[
          { name: words.read, value: read },
          { name: dryRun ? words.wouldCreate : words.created, value: created, tone: 'success' },
          ...(changedCount > 0 ? [changed] : []),
          { name: words.unchanged, value: unchanged },
          { name: words.refused, value: countRefused(result, update), tone: 'error' },
        ]}
      />
      {isEncodingGuessed && <Banner kind="warning">{guessedEncoding}</Banner>}
    </>
  )
}

/** The rejected orders with line and reason: `first` of them expanded, the rest on demand. Renders nothing if there are none. */
export function RefusedOrders({ refused, first }: { refused: readonly RefusedOrder[]; first?: number }) {
  const words = useImportMessages()
  return (
    <RejectedLines
      label={words.refusedOrders}
      heading={words.order}
      lines={refused}
      {...(first !== undefined && { first })}
    />
  )
}

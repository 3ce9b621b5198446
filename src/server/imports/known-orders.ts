import type { RequestContext } from '#server/context.ts'
import { describeChangedOrder, describeRefusedUpdate } from '#server/imports/changed-orders.ts'
import { formatDifferences } from '#server/imports/differences.ts'
import type { ImportJob } from '#server/imports/order-import.ts'
import { getMessages } from '#server/messages.ts'
import { type ImportOutcome, previewShopUpdate, updateFromShop } from '#server/orders/actions.ts'
import type { OrderDraft } from '#shared/orders/draft.ts'
import type { ShopChanges } from '#shared/orders/shop-changes.ts'
import type { ChangedOrder } from '#shared/orders/import-views.ts'
import { ProblemError } from '#shared/problem.ts'

/** What can be or was updated of a known order, and why it was not; neither if nothing of it has changed. */
export interface KnownOrderOutcome {
  changed?: ChangedOrder
  refused?: string
}

/** Updates a known order that is different in the file, or says what an update would change. */
export async function compareKnownOrder(
  context: RequestContext,
  { dryRun, update, fileName }: Pick<ImportJob, 'dryRun' | 'update' | 'fileName'>,
  { line, draft }: { line: number; draft: OrderDraft },
  { number, differences }: Extract<ImportOutcome, { outcome: 'different' }>,
): Promise<KnownOrderOutcome> {
  const { imports } = getMessages(context.locale)
  const result = await orRefusal(
    update && !dryRun
      ? updateFromShop(context, number, draft, { file: fileName })
      : previewShopUpdate(context.kontor.database.read, number, draft),
  )
  const isRefused = result instanceof ProblemError
  const hasChanged = !isRefused && result.changes.length + result.kept.length > 0
  return {
    ...(hasChanged && { changed: describeChangedOrder(context.locale, { line, number, draft, ...result }) }),
    ...(!update && { refused: formatDifferences(number, differences, draft, imports) }),
    ...(update && isRefused && { refused: describeRefusedUpdate(number, result, draft, imports) }),
  }
}

/** What was found, or why the order cannot be updated. Other problems, such as a session that ended, stop the import. */
const orRefusal = (
  found: Promise<Pick<ShopChanges, 'changes' | 'kept'>>,
): Promise<Pick<ShopChanges, 'changes' | 'kept'> | ProblemError> =>
  found.catch((error: unknown) => {
    if (error instanceof ProblemError && ['invalid-input', 'ledger-full'].includes(error.problem)) return error
    throw error
  })

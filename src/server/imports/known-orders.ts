import { hasPermission, inTransaction } from '#server/auth/access.ts'
import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { describeChangedOrder, describeRefusedUpdate } from '#server/imports/changed-orders.ts'
import { formatDifferences } from '#server/imports/differences.ts'
import type { ImportOptions } from '#server/imports/order-import.ts'
import { getMessages } from '#server/messages.ts'
import type { ImportOutcome } from '#server/orders/intake/import-drafts.ts'
import { previewShopUpdate, updateFromShop } from '#server/orders/intake/update-from-shop.ts'
import { maskText } from '#server/orders/masking.ts'
import type { Difference, OrderDraft } from '#shared/orders/draft.ts'
import type { ShopChanges } from '#shared/orders/shop-changes.ts'
import { needsPersonalView } from '#shared/orders/personal-fields.ts'
import type { ChangedOrder } from '#shared/orders/import-views.ts'
import { ProblemError } from '#shared/problem.ts'

/** What can be or was updated of a known order, and why it was not; neither if nothing of it has changed. */
export interface KnownOrderOutcome {
  changed?: ChangedOrder
  refused?: string
}

/**
 * Updates a known order that is different in the file, or says what an update would change. `settle` is called with that in the transaction of the
 * update, or in one of its own: what it stores may be read by anyone, so it has no personal values.
 */
export async function compareKnownOrder(
  context: RequestContext,
  { dryRun, update, fileName }: Pick<ImportOptions, 'dryRun' | 'update' | 'fileName'>,
  { line, draft }: { line: number; draft: OrderDraft },
  { number, differences }: Extract<ImportOutcome, { outcome: 'different' }>,
  settle?: (transaction: Transaction, outcome: KnownOrderOutcome) => Promise<void>,
): Promise<KnownOrderOutcome> {
  const { imports } = getMessages(context.locale)
  const isMasked = settle !== undefined || (context.session && !hasPermission(context, 'customers.view_personal'))
  const show = (all: Difference[]): Difference[] => (isMasked ? maskDifferences(all) : all)
  const describe = (result: Compared | ProblemError): KnownOrderOutcome => {
    const isRefused = result instanceof ProblemError
    const hasChanged = !isRefused && result.changes.length + result.kept.length > 0
    return {
      ...(hasChanged && {
        changed: describeChangedOrder(context.locale, {
          line,
          number,
          draft,
          changes: show(result.changes),
          kept: show(result.kept),
        }),
      }),
      ...(!update && { refused: formatDifferences(number, show(differences), draft, imports) }),
      ...(update && isRefused && { refused: describeRefusedUpdate(number, result, draft, imports) }),
    }
  }
  const isUpdate = update && !dryRun
  const result = await orRefusal(
    isUpdate
      ? updateFromShop(context, number, draft, { file: fileName }, (transaction, compared) =>
          settle?.(transaction, describe(compared)),
        )
      : previewShopUpdate(context.kontor.database.read, number, draft),
  )
  const outcome = describe(result)
  if (settle && (!isUpdate || result instanceof ProblemError))
    await inTransaction(context, (transaction) => settle(transaction, outcome))
  return outcome
}

/** The differences without the values that only users with `customers.view_personal` see. */
const maskDifferences = (differences: Difference[]): Difference[] =>
  differences.map(({ path, known, given }) =>
    needsPersonalView(path) ? { path, known: maskValue(known), given: maskValue(given) } : { path, known, given },
  )

const maskValue = (value: Difference['known']): Difference['known'] =>
  typeof value === 'string' ? maskText(value) : value

type Compared = Pick<ShopChanges, 'changes' | 'kept'>

/** What was found, or why the order cannot be updated. Other problems, such as a session that ended, stop the import. */
const orRefusal = (found: Promise<Compared>): Promise<Compared | ProblemError> =>
  found.catch((error: unknown) => {
    if (error instanceof ProblemError && ['invalid-input', 'ledger-full'].includes(error.problem)) return error
    throw error
  })

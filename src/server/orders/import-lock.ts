import type { RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { lockImport } from '#server/orders/import-lock-store.ts'
import { ProblemError } from '#shared/problem.ts'

/**
 * Call before something is done with orders that would keep their import from being undone. Throws `import-being-undone` while one of their imports is
 * undone: it is undone as a whole, so its orders stay as they are until they are removed.
 */
export async function requireKeptImport(
  transaction: Transaction,
  { kontor }: RequestContext,
  orders: readonly { import_number: string | null }[],
): Promise<void> {
  for (const number of new Set(orders.map(({ import_number }) => import_number)))
    if (number !== null && (await lockImport(transaction, kontor.database.dialect, number)) !== null)
      throw new ProblemError('import-being-undone', { number })
}

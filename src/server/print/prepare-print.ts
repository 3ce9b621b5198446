import type { Db } from '#server/db/database.ts'
import { toBulkFacts } from '#server/orders/bulk/facts.ts'
import type { OrderRecord } from '#server/db/schema/orders.ts'
import { loadSeller } from '#server/print/seller-actions.ts'
import { listIssuedKinds } from '#server/print/store.ts'
import type { BulkReason } from '#shared/orders/bulk-actions.ts'
import { type DocumentKind, isIssued } from '#shared/print/documents.ts'
import { findPrintReason } from '#shared/print/print-reason.ts'
import { invalidInput } from '#shared/problem.ts'
import type { InputOf } from '#shared/routes/endpoints.ts'

/** What to print, and how. Throws `invalid-input` at what is missing, and at `/kind` for invoices and credit notes of a seller who is not known. */
export async function requirePrintOptions(
  db: Db,
  { kind, paper, language }: Pick<InputOf<'createOrderJob'>, 'kind' | 'paper' | 'language'>,
) {
  if (!kind) throw invalidInput({ pointer: '/kind', reason: 'required' })
  if (!paper) throw invalidInput({ pointer: '/paper', reason: 'required' })
  if (!language) throw invalidInput({ pointer: '/language', reason: 'required' })
  if (isIssued(kind) && (await loadSeller(db)).name === '')
    throw invalidInput({ pointer: '/kind', reason: 'no-seller' })
  return { kind, paper, language }
}

/** Why each of these orders has no document of a kind to print; `undefined` for those that seem to have one. */
export async function findPrintReasons(
  db: Db,
  orders: readonly OrderRecord[],
  kind: DocumentKind,
): Promise<(BulkReason | undefined)[]> {
  const ids = orders.map(({ id }) => id)
  const issued = Map.groupBy(isIssued(kind) ? await listIssuedKinds(db, ids) : [], ({ order_id }) => order_id)
  return orders.map((order) =>
    findPrintReason(toBulkFacts(order), kind, new Set((issued.get(order.id) ?? []).map((each) => each.kind))),
  )
}

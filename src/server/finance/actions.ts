import type { Action } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/store.ts'
import { summarizeCurrencies } from '#server/finance/currency-summary-store.ts'

export { summarizeCurrencies } from '#server/finance/currency-summary-store.ts'
export { findEntryItems } from '#server/finance/find-items.ts'
export { sumFlows } from '#server/finance/flow-groups-store.ts'
export { sumFlowsOfDay } from '#server/finance/entries-store.ts'
export { countOpenLines } from '#server/finance/matching/reconciliation-store.ts'
export { loadOrderTaxes } from '#server/finance/document-entries-store.ts'
export { findTaxOfDispute, postDispute, reverseDispute } from '#server/finance/dispute-entries.ts'
export { openCapacity, type LedgerCapacity } from '#server/finance/ledger-capacity.ts'
export { resolveProvider } from '#server/finance/accounts.ts'
export {
  listCreditEntries,
  loadCredit,
  loadCreditIn,
  requireCreditable,
  sumCredit,
} from '#server/finance/store-credit.ts'
export { loadCreditChoices } from '#server/finance/manual/credit-choices.ts'
export { listDueTemplates } from '#server/finance/manual/templates.ts'
export { listEntriesToApprove } from '#server/finance/manual/request-views.ts'
export { closePeriod, listPeriods } from '#server/finance/closing/period-actions.ts'
export { listReversibleEntries, reverseEntriesOfOrders } from '#server/finance/entries-of-orders.ts'
export { listSettledLater, requireUnmatched, reverseSettlement } from '#server/finance/settlement-entries.ts'
export type { Movement, SettlementAmount } from '#server/finance/movement.ts'
export { postMovements, requireCapacity } from '#server/finance/movements.ts'

/** The numbers of the entries that booked the payments and refunds of an order, by the number of the document. */
export const findEntriesOfOrder = (db: Db, orderId: string): Promise<Map<string, number>> =>
  store.findEntriesOfOrder(db, orderId)

export const getSummary: Action<'getSummary'> = async (context, { from, to }) => {
  return { currencies: await summarizeCurrencies(context.kontor.database.read, from, to) }
}

import { type OpenPostingRow, postingId } from '#server/finance/matching/open-postings-store.ts'
import type { LedgerPostingsTable } from '#server/db/schema/ledger.ts'

/** A posting that was written just now, as matches take it: nothing has to be compared any more. */
export const toPostedRow = (
  row: Pick<LedgerPostingsTable, 'entry_seq' | 'position' | 'account_id' | 'accounting_day' | 'amount_minor'>,
): OpenPostingRow => ({
  id: postingId(row.entry_seq, row.position),
  entry: row.entry_seq,
  position: row.position,
  accountId: row.account_id,
  kind: '',
  day: row.accounting_day,
  amountMinor: row.amount_minor,
  references: [],
  refunded: [],
  numbers: [],
  counterparty: '',
  isOfCustomer: false,
})

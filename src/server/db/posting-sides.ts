import { sql } from 'kysely'

/*
 * Which side a posting counts on, for queries that join `ledger_postings` with `ledger_entries` (once, without other columns of these
 * names): the debit or credit it made, or, negative, the one that a reversal takes back. The same rule as `splitSides`.
 */
export const debitSide = sql<number>`(case when (amount_minor > 0) = (reverses is null) then amount_minor else 0 end)`
export const creditSide = sql<number>`(case when (amount_minor < 0) = (reverses is null) then -amount_minor else 0 end)`

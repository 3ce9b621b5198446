import type { Db } from '#server/db/database.ts'
import { startAfterKey } from '#server/db/list-query.ts'
import { sliceSize } from '#server/self-check/slices.ts'

type Key = [accountId: string, day: string, kind: string]

/** Totals of days by their key, a slice at a time. */
export const dayTotalSlices = (db: Db) =>
  inSlices(
    (after) =>
      startAfterKey(
        db.selectFrom('ledger_day_totals').selectAll(),
        ['account_id', 'accounting_day', 'kind'],
        'asc',
        after,
      )
        .orderBy('account_id')
        .orderBy('accounting_day')
        .orderBy('kind')
        .limit(sliceSize)
        .execute(),
    ({ account_id, accounting_day, kind }) => [account_id, accounting_day, kind],
  )

/** Totals of months by their key, a slice at a time. */
export const monthTotalSlices = (db: Db) =>
  inSlices(
    (after) =>
      startAfterKey(db.selectFrom('ledger_month_totals').selectAll(), ['account_id', 'month', 'kind'], 'asc', after)
        .orderBy('account_id')
        .orderBy('month')
        .orderBy('kind')
        .limit(sliceSize)
        .execute(),
    ({ account_id, month, kind }) => [account_id, month, kind],
  )

async function* inSlices<Row>(read: (after: Key | undefined) => Promise<Row[]>, keyOf: (row: Row) => Key) {
  let after: Key | undefined
  do {
    const rows = await read(after)
    yield rows
    const last = rows.length < sliceSize ? undefined : rows.at(-1)
    after = last && keyOf(last)
  } while (after)
}

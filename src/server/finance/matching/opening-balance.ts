import { sumAccountDays } from '#server/finance/account-store.ts'
import { codeOf } from '#server/finance/accounts.ts'
import type { Db } from '#server/db/database.ts'
import * as store from '#server/finance/matching/reconciliation-store.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import type { Reconciliation, WorkListView } from '#shared/finance/matching/views.ts'
import { add, formatDecimal } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

/**
 * The entry that gives an account the opening balance of its first statement, on the day before it. Null unless that is all that the books and the statement differ
 * by, so that no other mistake is booked away.
 */
export async function findMissingOpening(
  db: Db,
  accountId: string,
  { account: { code }, currency, firstDay, differenceMinor }: Reconciliation,
  baseCurrency: string,
): Promise<WorkListView['opening']> {
  if (differenceMinor === null || differenceMinor === 0) return null
  const day = addDays(firstDay, -1)
  const statementMinor = await store.findOpening(db, accountId)
  const before = await sumAccountDays(db, { accountId, days: { to: day } })
  const bookMinor = add(before.debit, -before.credit)
  if (statementMinor === null || add(statementMinor, -bookMinor) !== differenceMinor) return null
  const amount = formatDecimal(Math.abs(differenceMinor), currency)
  const against = codeOf({ currency }, accountRoles.opening.code, baseCurrency)
  const [debited, credited] = differenceMinor > 0 ? [code, against] : [against, code]
  const lines = [
    { account: debited, debit: amount },
    { account: credited, credit: amount },
  ]
  return { firstDay, statementMinor, bookMinor, lines, day }
}

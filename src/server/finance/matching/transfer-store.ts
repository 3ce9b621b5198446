import type { Db } from '#server/db/database.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { isSuperseded } from '#server/finance/statements/superseded-query.ts'
import { matchWindowDays } from '#shared/finance/matching/rules.ts'
import { addDays } from '#shared/time.ts'

/**
 * The ids of the own accounts from which the money of `wanted` lines came, by the id of the line. Such an account has an open line of the same amount that went out within a
 * few days, or does not say which way it went. A line is left out where several lines of own accounts fit, or several of the open `lines` around it.
 */
export async function findTransfers(
  db: Db,
  account: MatchedAccount,
  wanted: readonly OpenLineRow[],
  lines: readonly OpenLineRow[],
): Promise<Map<string, string>> {
  const arrived = wanted.filter(isArrival)
  const sent = await findSentLines(db, account, arrived)
  const found = new Map<string, string>()
  for (const line of arrived) {
    const [from, ...others] = sent.filter((each) => isSame(line, each.day, Math.abs(each.amount_minor)))
    if (!from || others.length > 0) continue
    const twins = lines.filter((each) => isArrival(each) && isSame(each, from.day, line.amountMinor))
    if (twins.length === 1) found.set(line.id, from.account_id)
  }
  return found
}

export const isArrival = (line: OpenLineRow): boolean =>
  !line.hasNoDirection && line.amountMinor > 0 && line.feeMinor === 0

const isSame = (line: OpenLineRow, day: string, amountMinor: number): boolean =>
  line.amountMinor === amountMinor &&
  day >= addDays(line.day, -matchWindowDays) &&
  day <= addDays(line.day, matchWindowDays)

/** The open lines of other own accounts in the currency by which the amounts of lines may have left them. */
async function findSentLines(db: Db, { id, currency }: MatchedAccount, arrived: readonly OpenLineRow[]) {
  const days = arrived.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const amounts = [...new Set(arrived.map(({ amountMinor }) => amountMinor))]
  return db
    .selectFrom('ledger_accounts')
    .innerJoin('statement_lines', 'statement_lines.account_id', 'ledger_accounts.id')
    .innerJoin('statements', 'statements.id', 'statement_lines.statement_id')
    .select(['statement_lines.account_id', 'statement_lines.day', 'statement_lines.amount_minor'])
    .where('ledger_accounts.currency', '=', currency)
    .where('ledger_accounts.is_money_account', '=', 1)
    .where('ledger_accounts.id', '<>', id)
    .where('statements.imported_at', 'is not', null)
    .where('statement_lines.match_id', 'is', null)
    .where(({ not }) => not(isSuperseded(db, 'statement_lines')))
    .where('statement_lines.day', '>=', addDays(first, -matchWindowDays))
    .where('statement_lines.day', '<=', addDays(last, matchWindowDays))
    .where(({ eb, or, and }) =>
      or([
        eb(
          'statement_lines.amount_minor',
          'in',
          amounts.map((amount) => -amount),
        ),
        and([
          eb('statement_lines.amount_minor', 'in', amounts),
          eb('statement_lines.class', '=', 'neutral'),
          eb('statement_lines.balance_minor', 'is', null),
        ]),
      ]),
    )
    .where(({ eb, or }) => or([eb('statement_lines.fee_minor', 'is', null), eb('statement_lines.fee_minor', '=', 0)]))
    .execute()
}

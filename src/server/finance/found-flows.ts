import type { ChosenAccount } from '#server/finance/chosen-accounts.ts'
import type { FlowSum } from '#server/finance/flow-groups-store.ts'
import { splitFlows, accountRoles } from '#shared/finance/ledger.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { add } from '#shared/money.ts'

/** What an entry that a search found moved in a money account. */
export interface FoundMove {
  day: string
  kind: string
  accountCode: string
  in: number
  out: number
}

/** What a search found of money accounts in a currency, of all accounts or of the chosen ones. */
export function listMoves(
  entries: readonly EntryView[],
  currency: string,
  chosen: readonly ChosenAccount[] | undefined,
): FoundMove[] {
  return entries.flatMap(({ accountingDay, kind, postings, reverses }) => {
    const own = postings.map((posting) => ({ ...posting, isMoneyAccount: accountRoles[posting.role].isMoneyAccount }))
    const moved = splitFlows(own, reverses !== null, kind)
    const moves = new Map<string, FoundMove>()
    for (const [index, { accountCode, isMoneyAccount, ...posting }] of own.entries()) {
      if (!isMoneyAccount || posting.currency !== currency) continue
      if (chosen !== undefined && !chosen.some(({ code }) => code === accountCode)) continue
      const move = { day: accountingDay, kind, accountCode, in: 0, out: 0 }
      const sum = moves.getOrInsertComputed(accountCode, () => move)
      sum.in = add(sum.in, moved[index]?.in ?? 0)
      sum.out = add(sum.out, moved[index]?.out ?? 0)
    }
    return [...moves.values()]
  })
}

/** The sums of moves by day, kind or account (by its code), by key. */
export const sumMovesBy = (moves: readonly FoundMove[], column: 'day' | 'kind' | 'accountCode'): FlowSum[] =>
  [...Map.groupBy(moves, (move) => move[column])]
    .map(([key, ofKey]) => ({ key, moved: 0, ...sumMoves(ofKey) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))

/** In and out of moves, and how many they are. */
export const sumMoves = (moves: readonly FoundMove[]): Pick<FlowSum, 'in' | 'out' | 'inCount' | 'outCount'> => ({
  in: add(...moves.map((move) => move.in)),
  out: add(...moves.map((move) => move.out)),
  inCount: moves.filter((move) => move.in !== 0).length,
  outCount: moves.filter((move) => move.out !== 0).length,
})

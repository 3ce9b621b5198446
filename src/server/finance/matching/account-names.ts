import type { Db } from '#server/db/database.ts'
import { type AccountNameRow, toAccountName } from '#server/finance/account-store.ts'
import { codeOf } from '#server/finance/accounts.ts'
import * as store from '#server/finance/matching/match-store.ts'
import type { LineFinding } from '#server/finance/matching/proposals.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import type { MatchEntry } from '#shared/finance/matching/match-entry.ts'
import type { EntryPreview } from '#shared/finance/matching/views.ts'

type AccountName = EntryPreview['lines'][number]['account']

/** The accounts that proposals name. */
export const listOtherIds = (findings: readonly LineFinding[]): string[] =>
  findings.flatMap(({ proposal }) => proposal?.otherId ?? [])

/** Names the accounts of proposed entries: that of the match, the one that it names, and those of the chart, which may not exist yet. */
export async function resolveAccountNames(
  db: Db,
  account: AccountNameRow & { currency: string },
  otherIds: readonly string[],
  baseCurrency: string,
): Promise<(role: MatchEntry['lines'][number]['role'], otherId: string | null, currency?: string) => AccountName> {
  const others = await store.listAccountNames(db, [...new Set(otherIds)])
  return (role, otherId, currency = account.currency) => {
    if (role === 'account') return toAccountName(account)
    if (role === 'other') return toAccountName(others.find(({ id }) => id === otherId) ?? account)
    return {
      code: codeOf({ currency }, accountRoles[role].code, baseCurrency),
      role,
      provider: '',
      name: '',
      nameZh: '',
    }
  }
}

import type { Db } from '#server/db/database.ts'
import { codeOf } from '#server/finance/accounts.ts'
import * as store from '#server/finance/matching/match-store.ts'
import type { LineFinding } from '#server/finance/matching/proposals.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import type { MatchEntry } from '#shared/finance/matching/match-entry.ts'
import type { EntryPreview } from '#shared/finance/matching/views.ts'

type AccountName = EntryPreview['lines'][number]['account']
interface NamedAccount {
  code: string
  role: AccountName['role']
  provider: string
  name: string
  name_zh: string
  currency: string
}

/** Names the accounts of proposed entries: that of the match, the own account that money comes from, and those of the chart, which may not exist yet. */
export async function resolveAccountNames(
  db: Db,
  account: NamedAccount,
  findings: readonly LineFinding[],
  baseCurrency: string,
): Promise<(role: MatchEntry['lines'][number]['role'], payerId: string | null) => AccountName> {
  const ids = new Set(findings.flatMap(({ proposal }) => proposal?.payerId ?? []))
  const payers = await store.listAccountNames(db, [...ids])
  const toName = ({ code, role, provider, name, name_zh }: Omit<NamedAccount, 'currency'>): AccountName => ({
    code,
    role,
    provider,
    name,
    nameZh: name_zh,
  })
  return (role, payerId) => {
    if (role === 'account') return toName(account)
    const payer = payers.find(({ id }) => id === payerId)
    if (role === 'payer') return toName(payer ?? account)
    return { code: codeOf(account, accountRoles[role].code, baseCurrency), role, provider: '', name: '', nameZh: '' }
  }
}

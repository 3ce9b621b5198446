import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import { type Account, listAccountEvents } from '#server/self-check/finance/ledger-accounts-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { accountRoles } from '#shared/finance/ledger.ts'

/** What the events of an account say about it. */
interface RecordedAccount {
  added: { role: unknown; currency: unknown; code: string } | null
  name: unknown
  name_zh: unknown
  archived_at: number | null
}

/** Accounts that staff opened have their event; names and archiving are as recorded. */
export async function verifyChartChanges(db: Db, findings: Findings, accounts: readonly Account[]): Promise<void> {
  const recorded = replay(await listAccountEvents(db))
  for (const account of accounts) {
    const row = `ledger_accounts ${account.code}`
    const compare = (column: string, actual: unknown, expected: unknown): void =>
      findings.expectEqual('chart-recorded', row, column, actual, expected)
    const { added, ...changes } = recorded.get(account.id) ?? unchanged()
    recorded.delete(account.id)
    for (const column of ['name', 'name_zh', 'archived_at'] as const) compare(column, account[column], changes[column])
    if (!accountRoles[account.role]?.several) continue
    if (added === null) findings.addViolation('chart-recorded', `${row}: no event`)
    for (const column of ['role', 'currency', 'code'] as const) compare(column, account[column], added?.[column])
  }
  for (const id of recorded.keys()) findings.addViolation('chart-recorded', `ledger_accounts ${id}: missing`)
  findings.examined(accounts.length, 'chart-recorded')
}

const unchanged = (): RecordedAccount => ({ added: null, name: '', name_zh: '', archived_at: null })

function replay(events: Awaited<ReturnType<typeof listAccountEvents>>): Map<string, RecordedAccount> {
  const accounts = new Map<string, RecordedAccount>()
  for (const { action, object_id, object_label, at, parameters: text } of events) {
    const account = accounts.getOrInsertComputed(object_id, unchanged)
    const { parameters, changes } = parseParameters(text)
    if (action === 'ledger_account.added') {
      account.added = { role: parameters['role'], currency: parameters['currency'], code: object_label }
      account.name = parameters['name']
      account.name_zh = parameters['nameZh']
    } else if (action === 'ledger_account.renamed')
      for (const { field, to } of changes) account[field === 'name' ? 'name' : 'name_zh'] = to
    else account.archived_at = action === 'ledger_account.archived' ? at : null
  }
  return accounts
}

import type { Db } from '#server/db/database.ts'
import { verifyChartChanges } from '#server/self-check/finance/chart-changes.ts'
import { type Account, listAccounts, listClearedProviders } from '#server/self-check/finance/ledger-accounts-store.ts'
import type { LedgerTotals } from '#server/self-check/finance/ledger-totals.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { isCurrency } from '#shared/currencies.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { isSameProvider, providerKey } from '#shared/payment-providers.ts'

/** Compares every account with its postings, and all of them together with zero. */
export async function verifyLedgerAccounts(db: Db, findings: Findings, ledgerTotals: LedgerTotals): Promise<void> {
  const accounts = await listAccounts(db)
  const stored = new Map<string, bigint>()
  const sides = new Map<string, { assetsAndExpenses: bigint; others: bigint }>()
  for (const account of accounts) {
    const row = `ledger_accounts ${account.code}`
    const { sum, count, debited } = ledgerTotals.accountTotal(account.id)
    findings.expectEqual('account-balances', row, 'balance_minor', BigInt(account.balance_minor), sum)
    findings.expectEqual('account-balances', row, 'posting_count', account.posting_count, count)
    findings.expectEqual('account-balances', row, 'debited_minor', BigInt(account.debited_minor), debited)
    stored.set(account.currency, (stored.get(account.currency) ?? 0n) + BigInt(account.balance_minor))
    const side = sides.get(account.currency) ?? { assetsAndExpenses: 0n, others: 0n }
    if (account.type === 'asset' || account.type === 'expense') side.assetsAndExpenses += sum
    else side.others -= sum
    sides.set(account.currency, side)
    verifyChart(findings, row, account)
  }
  const providers = new Map((await listClearedProviders(db)).map(({ id, provider }) => [id, provider]))
  for (const { id, code, provider } of accounts) {
    const cleared = providers.get(id) ?? provider
    if (!isSameProvider(provider, cleared))
      findings.expectEqual('accounts-by-chart', `ledger_accounts ${code}`, 'provider', provider, cleared)
  }
  verifyDefaults(findings, accounts)
  await verifyChartChanges(db, findings, accounts)
  for (const [currency, sum] of stored)
    findings.expectEqual('trial-balance', `ledger_accounts ${currency}`, 'sum', sum, 0n)
  for (const [currency, { assetsAndExpenses, others }] of sides)
    findings.expectEqual(
      'accounting-equation',
      `ledger_postings ${currency}`,
      'assets and expenses',
      assetsAndExpenses,
      others,
    )
  findings.examined(accounts.length, 'account-balances', 'trial-balance', 'accounting-equation', 'accounts-by-chart')
}

function verifyChart(
  findings: Findings,
  row: string,
  { role, provider, type, is_money_account, code, currency }: Account,
): void {
  const chart = accountRoles[role]
  if (!chart) return findings.addViolation('accounts-by-chart', `${row}: role ${role}`)
  findings.expectEqual('accounts-by-chart', row, 'type', type, chart.type)
  findings.expectEqual('accounts-by-chart', row, 'is_money_account', is_money_account, chart.isMoneyAccount ? 1 : 0)
  if (role !== 'clearing') findings.expectEqual('accounts-by-chart', row, 'provider', provider, '')
  if (!isCurrency(currency)) findings.addViolation('accounts-by-chart', `${row}: currency ${currency}`)
  const [number = code, codeCurrency] = code.split(/\.(?=[A-Z]{3}$)/)
  const suffix = role === 'clearing' ? /^\.\d+\.1$/ : chart.several ? /^\.\d+$/ : /^$/
  const isOfRole = number.startsWith(chart.code) && suffix.test(number.slice(chart.code.length))
  if (!isOfRole || (codeCurrency && codeCurrency !== currency))
    findings.addViolation('accounts-by-chart', `${row}: ${role} ${currency}`)
}

/** Posting rules must find exactly one account for each purpose, and none of those that staff open. */
function verifyDefaults(findings: Findings, accounts: readonly Account[]): void {
  const purposes = Map.groupBy(accounts, ({ role, provider, currency }) =>
    `${role} ${currency} ${providerKey(provider)}`.trim(),
  )
  for (const [purpose, sharing] of purposes) {
    const defaults = sharing.filter(({ is_default }) => is_default === 1).length
    const row = `ledger_accounts ${sharing.map(({ code }) => code).join(', ')}`
    const expected = sharing.some(({ role }) => accountRoles[role]?.several) ? 0 : 1
    findings.expectEqual('accounts-by-chart', row, `default accounts for ${purpose}`, defaults, expected)
  }
}

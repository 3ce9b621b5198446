import type { Db } from '#server/db/database.ts'
import type { LedgerTotals as StoredTotals } from '#server/db/schema/ledger.ts'
import type { Findings } from '#server/self-check/findings.ts'
import { listClearedProviders } from '#server/self-check/finance/accounts-store.ts'
import { verifyChartChanges } from '#server/self-check/finance/chart.ts'
import * as store from '#server/self-check/finance/ledger-store.ts'
import type { Account } from '#server/self-check/finance/ledger-store.ts'
import { dayTotalSlices, monthTotalSlices } from '#server/self-check/finance/totals-store.ts'
import { totalKey, type LedgerTotals } from '#server/self-check/finance/ledger-totals.ts'
import { isCurrency } from '#shared/currencies.ts'
import { accountRoles } from '#shared/finance/ledger.ts'
import { isSameProvider, providerKey } from '#shared/payment-providers.ts'

/** Compares every account with its postings, and all of them together with zero. */
export async function verifyAccounts(db: Db, findings: Findings, ledgerTotals: LedgerTotals): Promise<void> {
  const accounts = await store.listAccounts(db)
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

/** Compares the totals of every day and every month with their postings; none may be missing. */
export async function verifyTotals(db: Db, findings: Findings, ledgerTotals: LedgerTotals): Promise<void> {
  for await (const totals of dayTotalSlices(db))
    for (const { accounting_day, ...stored } of totals)
      compareTotal(findings, ledgerTotals, 'day', accounting_day, stored)
  for await (const totals of monthTotalSlices(db))
    for (const { month, ...stored } of totals) compareTotal(findings, ledgerTotals, 'month', month, stored)
  for (const unit of ['day', 'month'] as const)
    for (const key of ledgerTotals.remainingTotals(unit))
      findings.addViolation(`${unit}-totals`, `ledger_${unit}_totals ${key}: missing`)
}

/** Compares one stored total of a day or a month, whose key it is by its first day. */
function compareTotal(
  findings: Findings,
  ledgerTotals: LedgerTotals,
  unit: 'day' | 'month',
  day: string,
  { account_id, kind, ...stored }: StoredTotals,
): void {
  const key = totalKey(account_id, day, kind)
  const expected = ledgerTotals.takeTotal(unit, key)
  const row = `ledger_${unit}_totals ${key}`
  const compare = (column: keyof typeof stored, value: bigint | number): void =>
    findings.expectEqual(`${unit}-totals`, row, column, BigInt(stored[column]), BigInt(value))
  compare('debit_minor', expected.debit)
  compare('credit_minor', expected.credit)
  compare('debit_count', expected.debitCount)
  compare('credit_count', expected.creditCount)
  compare('in_minor', expected.in)
  compare('out_minor', expected.out)
  compare('in_count', expected.inCount)
  compare('out_count', expected.outCount)
  findings.examined(1, `${unit}-totals`)
}

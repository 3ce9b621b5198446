import type { Db } from '#server/db/database.ts'
import type { Findings } from '#server/finance/verify/findings.ts'
import * as store from '#server/finance/verify/store.ts'
import { dayKey, type Tallies } from '#server/finance/verify/tallies.ts'
import { isCurrency } from '#shared/currencies.ts'
import { accountRoles } from '#shared/finance/ledger.ts'

type Account = Awaited<ReturnType<typeof store.accounts>>[number]

/** Every account against its postings, all together against zero. */
export async function verifyAccounts(db: Db, findings: Findings, tallies: Tallies): Promise<void> {
  const accounts = await store.accounts(db)
  const stored = new Map<string, bigint>()
  const sides = new Map<string, { assetsAndExpenses: bigint; others: bigint }>()
  for (const account of accounts) {
    const row = `ledger_accounts ${account.code}`
    const { sum, count } = tallies.ofAccount(account.id)
    findings.same('account-balances', row, 'balance_minor', BigInt(account.balance_minor), sum)
    findings.same('account-balances', row, 'posting_count', account.posting_count, count)
    stored.set(account.currency, (stored.get(account.currency) ?? 0n) + BigInt(account.balance_minor))
    const side = sides.get(account.currency) ?? { assetsAndExpenses: 0n, others: 0n }
    if (account.type === 'asset' || account.type === 'expense') side.assetsAndExpenses += sum
    else side.others -= sum
    sides.set(account.currency, side)
    verifyChart(findings, row, account)
  }
  for (const [currency, sum] of stored) findings.same('trial-balance', `ledger_accounts ${currency}`, 'sum', sum, 0n)
  for (const [currency, { assetsAndExpenses, others }] of sides)
    findings.same(
      'accounting-equation',
      `ledger_postings ${currency}`,
      'assets and expenses',
      assetsAndExpenses,
      others,
    )
  findings.examined(accounts.length, 'account-balances', 'trial-balance', 'accounting-equation', 'accounts-by-chart')
}

function verifyChart(findings: Findings, row: string, { role, type, own, code, currency }: Account): void {
  const chart = accountRoles[role]
  if (!chart) return findings.offends('accounts-by-chart', `${row}: role ${role}`)
  findings.same('accounts-by-chart', row, 'type', type, chart.type)
  findings.same('accounts-by-chart', row, 'own', own, chart.own ? 1 : 0)
  if (!isCurrency(currency)) findings.offends('accounts-by-chart', `${row}: currency ${currency}`)
  const named = /\.([A-Z]{3})$/.exec(code)?.[1]
  if (!code.startsWith(chart.code) || (named && named !== currency))
    findings.offends('accounts-by-chart', `${row}: ${role} ${currency}`)
}

/** Every day's total against its postings, none of them missing. */
export async function verifyDays(db: Db, findings: Findings, tallies: Tallies): Promise<void> {
  for await (const totals of store.dayTotalSlices(db)) {
    for (const { account_id, accounting_day, kind, ...stored } of totals) {
      const key = dayKey(account_id, accounting_day, kind)
      const { debit, credit, count } = tallies.takeDay(key)
      const row = `ledger_day_totals ${key}`
      findings.same('day-totals', row, 'debit_minor', BigInt(stored.debit_minor), debit)
      findings.same('day-totals', row, 'credit_minor', BigInt(stored.credit_minor), credit)
      findings.same('day-totals', row, 'posting_count', stored.posting_count, count)
    }
    findings.examined(totals.length, 'day-totals')
  }
  for (const key of tallies.daysLeft()) findings.offends('day-totals', `ledger_day_totals ${key}: missing`)
}

import { add } from '#shared/money.ts'

/** Kinds of ledger entries and roles of accounts. Debit is positive, credit negative, every entry sums to zero per currency. */

/** The kinds that this version posts. The database may hold others. */
export const entryKinds = [
  'payment.captured',
  'refund.succeeded',
  'refund.returned',
  'refund.cancelled',
  'refund.credited',
  'credit.used',
  'order.cancelled',
  'order.edited',
  'order.written_off',
  'payment.settled',
  'refund.settled',
  'currency.exchanged',
  'fx.realised',
  'payout.created',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'dispute.offset',
  'payout.arrived',
  'payout.short',
  'payout.failed',
  'transfer.arrived',
  'fee.provider',
  'fee.bank',
  'interest.received',
  'receipt.unknown',
  'payment.unknown',
  'difference.small',
  'line.posted',
  'entry.manual',
  'entry.reversed',
  'period.closed',
] as const
export type EntryKind = (typeof entryKinds)[number]

export const accountTypes = ['asset', 'liability', 'equity', 'income', 'expense'] as const
export type AccountType = (typeof accountTypes)[number]

interface ChartLine {
  code: string
  type: AccountType
  /** A money account: what moves in or out of these accounts is income or expense, what moves between them is neither. */
  isMoneyAccount: boolean
  /** Whether staff open accounts of it, as many as they need. All others exist once per currency (and provider), from their first posting. */
  several: boolean
}

const line = (code: string, type: AccountType): ChartLine => ({ code, type, isMoneyAccount: false, several: false })
const money = (code: string): ChartLine => ({ code, type: 'asset', isMoneyAccount: true, several: false })
const several = (chartLine: ChartLine): ChartLine => ({ ...chartLine, several: true })

/**
 * The chart of accounts, by the purpose (role) of its accounts. Codes follow the Chinese chart for small enterprises where it has one
 * (`docs/decisions/011-the-ledger.md`).
 */
const chart = {
  cash: several(money('1001')),
  bank: several(money('1002')),
  /** Paid out by a payment provider, not yet in the bank account. */
  transit: money('1002.90'),
  /** Balances with payment providers that no order pays into directly. */
  wallet: several(money('1012.0')),
  /** Captured by a payment provider, not yet paid out; one account per provider and currency. */
  clearing: money('1012'),
  /** Owed by customers whose paid order was changed to cost more. */
  receivable: line('1122', 'asset'),
  other_receivable: several(line('1221.0', 'asset')),
  dispute: line('1221.1', 'asset'),
  shortage: line('1221.9', 'asset'),
  other_asset: several(line('1901', 'asset')),
  loan: several(line('2001', 'liability')),
  payable: several(line('2202', 'liability')),
  deposit: line('2203.1', 'liability'),
  salaries_payable: line('2211', 'liability'),
  tax: line('2221', 'liability'),
  other_payable: several(line('2241.0', 'liability')),
  /** The store credit of customers; every entry on it names its customer. */
  store_credit: line('2241.1', 'liability'),
  refund_due: line('2241.3', 'liability'),
  suspense: line('2241.9', 'liability'),
  opening: line('3001', 'equity'),
  profit: line('3103', 'equity'),
  conversion: line('3900', 'equity'),
  sales: line('5001', 'income'),
  discount: line('5001.8', 'income'),
  returns: line('5001.9', 'income'),
  shipping: line('5051.1', 'income'),
  other_income: line('5301', 'income'),
  exchange_gain: line('5301.1', 'income'),
  promotion: line('5601.1', 'expense'),
  commission: line('5601.2', 'expense'),
  carrier_cost: line('5601.3', 'expense'),
  other_expense: several(line('5602.0', 'expense')),
  rent: line('5602.1', 'expense'),
  salaries: line('5602.2', 'expense'),
  provider_fee: line('5603.1', 'expense'),
  bank_fee: line('5603.2', 'expense'),
  exchange_loss: line('5603.3', 'expense'),
  rounding: line('5603.9', 'expense'),
  chargeback_loss: line('5711.1', 'expense'),
  bad_debt: line('5711.2', 'expense'),
}

export type AccountRole = keyof typeof chart
export const accountRoles: Readonly<Record<AccountRole, ChartLine>> = chart
export const accountRoleNames = Object.keys(chart) as [AccountRole, ...AccountRole[]]

/** The roles of which staff open accounts. */
export const rolesWithSeveral = accountRoleNames.filter((role) => accountRoles[role].several)

/** The roles with one account per currency, without provider: manual entries may use them before anything else does. */
export const rolesWithOne = accountRoleNames.filter((role) => !accountRoles[role].several && role !== 'clearing')

/** The balance of an account as its owner reads it: assets and expenses grow with debits, all others with credits. */
export const naturalBalance = (type: AccountType, balanceMinor: number): number =>
  isDebitType(type) || balanceMinor === 0 ? balanceMinor : -balanceMinor

/** Whether accounts of this type grow with debits. */
export const isDebitType = (type: AccountType): boolean => type === 'asset' || type === 'expense'

/** What an entry can be linked with. The database may hold other types. */
export type LinkType = 'order' | 'payment' | 'refund' | 'dispute' | 'customer' | 'period'

/**
 * Which side of its account an amount counts on. A reversal does not count as new movement on the other side: it takes back what the
 * reversed entry counted, so that money in and money out stay what was really received and paid.
 */
export const splitSides = (amountMinor: number, isReversal: boolean): { debit: number; credit: number } =>
  isReversal
    ? { debit: Math.min(amountMinor, 0), credit: Math.min(-amountMinor, 0) }
    : { debit: Math.max(amountMinor, 0), credit: Math.max(-amountMinor, 0) }

/**
 * The side on which all postings to money accounts of an entry of this kind count, below zero where they take something back: what a provider settles in another currency than it was posted in
 * came in, or went out, there. `none`: the money was on a money account before and stays on one.
 */
export const countedSides: Readonly<Partial<Record<EntryKind, 'in' | 'out' | 'none'>>> = {
  'payment.settled': 'in',
  'refund.settled': 'out',
  'currency.exchanged': 'none',
}

/**
 * What each posting of an entry moves in or out of money accounts, in their order; nothing for other accounts. What only moves between own
 * accounts is neither: what their sum in a currency says counts for the first postings in its direction. Nor is money that was there
 * before the books: that of entries with a posting to opening balances. A reversal takes back what the reversed entry moved, and what a provider settles in another
 * currency moved there and not where it was posted first (`countedSides`).
 */
export function splitFlows(
  postings: readonly {
    currency: string | null
    role: AccountRole | undefined
    isMoneyAccount: boolean
    amountMinor: number
  }[],
  isReversal: boolean,
  kind: string,
): { in: number; out: number }[] {
  const sign = isReversal ? -1 : 1
  const side = countedSides[kind as EntryKind]
  if (side !== undefined)
    return postings.map(({ isMoneyAccount, amountMinor }) => {
      if (!isMoneyAccount || side === 'none') return { in: 0, out: 0 }
      return side === 'in' ? { in: amountMinor, out: 0 } : { in: 0, out: -amountMinor }
    })
  const rests = new Map<string | null, number>()
  for (const { currency, isMoneyAccount, amountMinor } of postings)
    if (isMoneyAccount) rests.set(currency, add(rests.get(currency) ?? 0, sign * amountMinor))
  for (const { currency, role } of postings) if (role === 'opening') rests.set(currency, 0)
  return postings.map(({ currency, isMoneyAccount, amountMinor }) => {
    const rest = rests.get(currency) ?? 0
    const amount = sign * amountMinor
    if (!isMoneyAccount || rest === 0 || amount > 0 !== rest > 0) return { in: 0, out: 0 }
    const moved = rest > 0 ? Math.min(amount, rest) : Math.max(amount, rest)
    rests.set(currency, rest - moved)
    return rest > 0 ? { in: sign * moved, out: 0 } : { in: 0, out: -sign * moved }
  })
}

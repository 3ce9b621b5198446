/** Kinds of ledger entries and roles of accounts. Debit is positive, credit negative, every entry sums to zero per currency. */

/** The kinds that this version posts. The database may hold others. */
export const entryKinds = [
  'payment.captured',
  'refund.succeeded',
  'order.cancelled',
  'order.edited',
  'order.written_off',
  'entry.reversed',
] as const
export type EntryKind = (typeof entryKinds)[number]

export type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense'

/** The purpose of an account. Codes follow the Chinese chart for small enterprises where it has one (`docs/decisions/011-the-ledger.md`). */
export const accountRoles = {
  /** Captured by a payment provider, not yet paid out; one account per provider and currency. Own money. */
  clearing: { code: '1012', type: 'asset', isMoneyAccount: true },
  /** Owed by customers whose paid order was changed to cost more. */
  receivable: { code: '1122', type: 'asset', isMoneyAccount: false },
  deposit: { code: '2203.1', type: 'liability', isMoneyAccount: false },
  tax: { code: '2221', type: 'liability', isMoneyAccount: false },
  refund_due: { code: '2241.3', type: 'liability', isMoneyAccount: false },
  sales: { code: '5001', type: 'income', isMoneyAccount: false },
  discount: { code: '5001.8', type: 'income', isMoneyAccount: false },
  returns: { code: '5001.9', type: 'income', isMoneyAccount: false },
  shipping: { code: '5051.1', type: 'income', isMoneyAccount: false },
} as const satisfies Record<string, { code: string; type: AccountType; isMoneyAccount: boolean }>
export type AccountRole = keyof typeof accountRoles

/** What an entry can be linked with. The database may hold other types. */
export type LinkType = 'order' | 'payment' | 'refund'

/**
 * Which side of its account an amount counts on. A reversal does not count as new movement on the other side: it takes back what the
 * reversed entry counted, so that money in and money out stay what was really received and paid.
 */
export const splitSides = (amountMinor: number, isReversal: boolean): { debit: number; credit: number } =>
  isReversal
    ? { debit: Math.min(amountMinor, 0), credit: Math.min(-amountMinor, 0) }
    : { debit: Math.max(amountMinor, 0), credit: Math.max(-amountMinor, 0) }

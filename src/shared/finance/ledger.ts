/** The ledger's words: kinds of entries, roles of accounts. Debit is positive, credit negative, every entry sums to zero per currency. */

export const entryKinds = ['payment.captured', 'refund.succeeded'] as const
export type EntryKind = (typeof entryKinds)[number]

export type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense'

/** What an account is for. Numbers follow the Chinese small-enterprise chart where it has one (`docs/decisions/011-the-ledger.md`). */
export const accountRoles = {
  /** Captured by a payment provider, not yet paid out; one account per provider and currency. Own money. */
  clearing: { code: '1012', type: 'asset', isMoneyAccount: true },
  deposit: { code: '2203.1', type: 'liability', isMoneyAccount: false },
  tax: { code: '2221', type: 'liability', isMoneyAccount: false },
  refund_due: { code: '2241.3', type: 'liability', isMoneyAccount: false },
  sales: { code: '5001', type: 'income', isMoneyAccount: false },
  discount: { code: '5001.8', type: 'income', isMoneyAccount: false },
  returns: { code: '5001.9', type: 'income', isMoneyAccount: false },
  shipping: { code: '5051.1', type: 'income', isMoneyAccount: false },
} as const satisfies Record<string, { code: string; type: AccountType; isMoneyAccount: boolean }>
export type AccountRole = keyof typeof accountRoles

/** The paper behind an entry of a kind: its number describes the entry. */
export const documentTypeByKind: Record<EntryKind, 'payment' | 'refund'> = {
  'payment.captured': 'payment',
  'refund.succeeded': 'refund',
}

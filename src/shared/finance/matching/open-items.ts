/** A line of a statement that is not matched yet. Money that came in is positive. */
export interface OpenLine {
  id: string
  day: string
  /** What the line moved, and what the provider kept of it: the posting has the sum of both. */
  amountMinor: number
  feeMinor: number
  /** The file does not say which way the money went: the amount is never negative. */
  hasNoDirection: boolean
  counterparty: string
  /** What the bank or provider calls the transaction. */
  reference: string
  /** What it calls the transaction that this one belongs to, such as the payment that a refund pays back. */
  relatedReference: string
  /** Numbers of our own documents in its texts. */
  numbers: readonly string[]
}

/** A posting of the account that is not matched yet. Debits are positive. */
export interface OpenPosting {
  id: string
  day: string
  amountMinor: number
  /** What the provider calls its payment or refund. */
  references: readonly string[]
  /** Of a refund: what the provider calls the payments that it pays back. */
  refunded: readonly string[]
  /** Of the order, payment and refund of its entry. */
  numbers: readonly string[]
  /** The customer, or what the entry says. */
  counterparty: string
}

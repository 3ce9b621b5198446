/** A line of a statement that is not matched yet. Money that came in is positive. */
export interface OpenLine {
  id: string
  day: string
  /** The amount of the line and the provider's fee: the posting has the sum of both. */
  amountMinor: number
  feeMinor: number
  /** The file does not say which way the money went: the amount is never negative. */
  hasNoDirection: boolean
  counterparty: string
  /** The ID of the transaction at the bank or provider. */
  reference: string
  /** The reference of the transaction that this one belongs to, such as the payment of a refund. */
  relatedReference: string
  /** Numbers of our own documents in its texts. */
  numbers: readonly string[]
}

/** A posting of the account that is not matched yet. Debits are positive. */
export interface OpenPosting {
  id: string
  day: string
  amountMinor: number
  /** The ID of its payment or refund at the provider. */
  references: readonly string[]
  /** For a refund: the IDs at the provider of the payments that it pays back. */
  refunded: readonly string[]
  /** The numbers of the order, payment and refund of its entry. */
  numbers: readonly string[]
  /** The customer, or what the entry says. */
  counterparty: string
}

/** Pays refunds out. A payment whose provider has none is refunded by hand: a person says that the money was paid. */
export interface RefundProvider {
  /**
   * Pays a refund out, once for each key, however often it is called: the same key again gives the result of the first call, and tries again
   * only after a failure. Throws, or takes too long, when the result is not known; then it is called again later.
   */
  refund(request: RefundPayout): Promise<RefundResult>
}

export interface RefundPayout {
  /** Never changes for a refund. */
  key: string
  /** The provider's reference of the payment that is refunded. */
  paymentReference: string
  amountMinor: number
  currency: string
}

/** `processing`: the provider will know later. `reference` is what the provider calls the refund. */
export type RefundResult =
  { status: 'succeeded'; reference: string } | { status: 'failed'; reason: string } | { status: 'processing' }

/** The providers that Kontor calls, by the name that payments have for them. */
export type RefundProviders = ReadonlyMap<string, RefundProvider>

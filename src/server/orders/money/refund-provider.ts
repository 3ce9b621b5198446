import type { SignedRequest } from '#server/context.ts'
import { isSameProvider } from '#shared/payment-providers.ts'

/** Pays refunds out. A payment whose provider has none is refunded manually: a person confirms that the money was paid. */
export interface RefundProvider {
  /**
   * Pays a refund out, once for each key, however often it is called: the same key and attempt again give the result of the first call, and a
   * later attempt tries again if the one before it failed. Throws, or takes too long, when the result is not known; then it is called again later.
   */
  refund(request: RefundPayout): Promise<RefundResult>
  /**
   * What a webhook of this provider says about a refund; `undefined` if it is about something else. Throws `signature-invalid` for one that
   * the provider has not signed or that is older than a few minutes, and `invalid-input` for one that it does not understand.
   */
  parseWebhook(request: SignedRequest, now: number): RefundReport | undefined
}

/** Identifies the payout of a refund at its provider. A refund that came back is paid out under another identity. */
export const payoutKeyOf = ({ id, returned_at }: { id: string; returned_at: number | null }): string =>
  returned_at === null ? id : `${id}.${returned_at}`

/** The id of the refund of a payout. */
export const refundOfKey = (key: string): string => key.split('.')[0] ?? key

export interface RefundPayout {
  /** `payoutKeyOf` the refund: never changes for a payout. */
  key: string
  /** How often users had it paid out, from 1. Calls that only ask for the result again have the same number. */
  attempt: number
  /** The provider's reference of the payment that is refunded. */
  paymentReference: string
  amountMinor: number
  currency: string
}

/** `processing`: the provider will know later. `reference` is what the provider calls the refund. */
export type RefundResult =
  { status: 'succeeded'; reference: string } | { status: 'failed'; reason: string } | { status: 'processing' }

/** A result that the provider sends without being asked. */
export interface RefundReport {
  key: string
  attempt: number
  result: RefundResult
}

/** The providers that Kontor calls, by the name that payments have for them. */
export type RefundProviders = ReadonlyMap<string, RefundProvider>

/** The provider that Kontor calls for refunds of payments with this one, however they write it; undefined where it calls none. */
export const findRefundProvider = (providers: RefundProviders | undefined, name: string): RefundProvider | undefined =>
  providers?.get(name) ?? [...(providers ?? [])].find(([known]) => isSameProvider(known, name))?.[1]

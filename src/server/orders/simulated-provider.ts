import type { RefundPayout, RefundProvider, RefundResult } from '#server/orders/refund-provider.ts'

/**
 * How a simulated provider treats a call: it pays or fails; it pays, but its answer is lost (`lose-answer`); it cannot be reached; or it
 * takes the call and reports the result later (`delay`).
 */
export type SimulatedBehavior = 'pay' | 'fail' | 'lose-answer' | 'unreachable' | 'delay'

/** A payment provider for tests and the demo, kept in memory. It pays once for each key, like a real one. */
export class SimulatedProvider implements RefundProvider {
  /** What was paid, by key. */
  readonly paid = new Map<string, RefundPayout & { reference: string }>()
  /** Reports results of delayed calls, as a webhook would: perhaps late, perhaps several times. */
  onResult: ((key: string, result: RefundResult) => void) | undefined
  readonly #delayed = new Map<string, RefundPayout>()
  readonly #behave: (payout: RefundPayout, call: number) => SimulatedBehavior
  #calls = 0

  constructor(behave: (payout: RefundPayout, call: number) => SimulatedBehavior = () => 'pay') {
    this.#behave = behave
  }

  async refund(payout: RefundPayout): Promise<RefundResult> {
    const known = this.paid.get(payout.key)
    if (known) return { status: 'succeeded', reference: known.reference }
    switch (this.#behave(payout, ++this.#calls)) {
      case 'pay':
        return this.#pay(payout)
      case 'fail':
        return { status: 'failed', reason: 'Declined by the bank' }
      case 'lose-answer':
        this.#pay(payout)
        throw new Error('The connection was lost')
      case 'unreachable':
        throw new Error('The provider cannot be reached')
      case 'delay':
        this.#delayed.set(payout.key, payout)
        return { status: 'processing' }
    }
  }

  /** Pays all delayed refunds and reports each result twice. */
  settle(): void {
    for (const [key, payout] of this.#delayed) {
      const result = this.#pay(payout)
      this.onResult?.(key, result)
      this.onResult?.(key, result)
    }
    this.#delayed.clear()
  }

  #pay(payout: RefundPayout): RefundResult {
    const reference = this.paid.get(payout.key)?.reference ?? `SIM-${this.paid.size + 1}`
    this.paid.set(payout.key, { ...payout, reference })
    return { status: 'succeeded', reference }
  }
}

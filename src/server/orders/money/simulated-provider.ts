import type { SignedRequest } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { RefundPayout, RefundProvider, RefundReport, RefundResult } from '#server/orders/money/refund-provider.ts'
import { assertSigned, signRequest } from '#server/webhooks/signature.ts'
import { invalidInput } from '#shared/problem.ts'
import * as z from 'zod/mini'

/**
 * How a simulated provider treats a call: it pays or fails; it pays, but its answer is lost (`lose-answer`); it cannot be reached; or it takes the
 * call, and reports the result when it is asked again or in a webhook (`delay`).
 */
export type SimulatedBehavior = 'pay' | 'fail' | 'lose-answer' | 'unreachable' | 'delay'

/** The body of its webhooks. */
const webhookBody = z.object({
  refund: z.optional(
    z.object({
      key: z.string(),
      attempt: z.int(),
      result: z.discriminatedUnion('status', [
        z.object({ status: z.literal('succeeded'), reference: z.string() }),
        z.object({ status: z.literal('failed'), reason: z.string() }),
      ]),
    }),
  ),
})

/** A payment provider for tests and the demo, kept in memory. It pays once for each key, like a real one. */
export class SimulatedProvider implements RefundProvider {
  /** The paid amount, by key. */
  readonly paid = new Map<string, RefundPayout & { reference: string }>()
  readonly #failed = new Set<string>()
  readonly #behave: (payout: RefundPayout, call: number) => SimulatedBehavior
  readonly #secret = crypto.getRandomValues(new Uint8Array(32)).toBase64()
  #calls = 0

  constructor(behave: (payout: RefundPayout, call: number) => SimulatedBehavior = () => 'pay') {
    this.#behave = behave
  }

  async refund(payout: RefundPayout): Promise<RefundResult> {
    const known = this.paid.get(payout.key)
    if (known) return { status: 'succeeded', reference: known.reference }
    if (this.#failed.has(nameOf(payout))) return this.#fail(payout)
    switch (this.#behave(payout, ++this.#calls)) {
      case 'pay':
        return this.#pay(payout)
      case 'fail':
        return this.#fail(payout)
      case 'lose-answer':
        this.#pay(payout)
        throw new Error('The connection was lost')
      case 'unreachable':
        throw new Error('The provider cannot be reached')
      case 'delay':
        return { status: 'processing' }
    }
  }

  /** A signed webhook with this body. */
  createWebhook(body: object, now: number): SignedRequest {
    return signRequest(this.#secret, newId(), JSON.stringify(body), now)
  }

  parseWebhook(request: SignedRequest, now: number): RefundReport | undefined {
    assertSigned(request, this.#secret, now)
    const { success, data } = webhookBody.safeParse(parseJson(request.body))
    if (!success) throw invalidInput({ pointer: '/refund', reason: 'invalid' })
    return data.refund
  }

  #pay(payout: RefundPayout): RefundResult {
    const reference = this.paid.get(payout.key)?.reference ?? `SIM-${this.paid.size + 1}`
    this.paid.set(payout.key, { ...payout, reference })
    return { status: 'succeeded', reference }
  }

  #fail(payout: RefundPayout): RefundResult {
    this.#failed.add(nameOf(payout))
    return { status: 'failed', reason: 'Declined by the bank' }
  }
}

/** `undefined` for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const nameOf = ({ key, attempt }: RefundPayout): string => `${key} ${attempt}`

import { SimulatedProvider } from '#server/orders/money/simulated-provider.ts'
import type { RefundProviders } from '#server/orders/money/refund-provider.ts'
import { providers } from '#server/demo/catalog.ts'

/** How long the provider takes for a refund that it does not pay at once. */
const delayMs = 10 * 60_000

/**
 * Refunds of the demo shop are paid by a simulated provider, which declines amounts that end in 99 and takes ten minutes for those that
 * end in 98; those of cards are paid by hand.
 */
export function createDemoProviders(): RefundProviders {
  const calledAt = new Map<string, number>()
  const provider = new SimulatedProvider(({ key, amountMinor }) => {
    const since = performance.now() - calledAt.getOrInsert(key, performance.now())
    if (amountMinor % 100 === 98 && since < delayMs) return 'delay'
    return amountMinor % 100 === 99 ? 'fail' : 'pay'
  })
  const names = [...new Set(Object.values(providers).flat())].filter((name) => name !== 'Card')
  return new Map(names.map((name) => [name, provider]))
}

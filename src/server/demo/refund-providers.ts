import { SimulatedProvider } from '#server/orders/simulated-provider.ts'
import type { RefundProviders } from '#server/orders/refund-provider.ts'
import { providers } from '#server/demo/catalog.ts'

/** Refunds of the demo shop are paid by a simulated provider, which declines amounts that end in 99; those of cards are paid by hand. */
export function createDemoProviders(): RefundProviders {
  const provider = new SimulatedProvider(({ amountMinor }) => (amountMinor % 100 === 99 ? 'fail' : 'pay'))
  const names = [...new Set(Object.values(providers).flat())].filter((name) => name !== 'Card')
  return new Map(names.map((name) => [name, provider]))
}

import type { FieldChange } from '#shared/events/views.ts'

interface PricedProduct {
  id: string
  sku: string
  name: string
  quantity: number
  unitPriceMinor: number
}

/**
 * What the prices of an order's lines are below those before a user's edits, in minor units; beyond the exact range only the size is
 * right. `changes` are what the user changed, from first to last. A line that they added is compared with the highest price that the same
 * product had in the order; without one it does not count.
 */
export function sumPriceCuts(lines: readonly PricedProduct[], changes: readonly FieldChange[]): number {
  const { firstPrices, added, removed } = readChangedLines(changes)
  const productPrices = new Map<string, number>()
  const known = lines.filter(({ id }) => !added.has(id))
  for (const { id, sku, name, unitPriceMinor } of [...known, ...removed]) {
    const product = sku || name
    const priceMinor = firstPrices.get(id) ?? unitPriceMinor
    productPrices.set(product, Math.max(priceMinor, productPrices.get(product) ?? 0))
  }
  return lines.reduce((sum, { id, sku, name, quantity, unitPriceMinor }) => {
    const ofProduct = added.has(id) ? productPrices.get(sku || name) : undefined
    const beforeMinor = Math.max(firstPrices.get(id) ?? 0, ofProduct ?? 0)
    return sum + Math.max(beforeMinor - unitPriceMinor, 0) * quantity
  }, 0)
}

/** The first price of each line that changed, the ids of the added ones, and the removed ones as they were. */
function readChangedLines(changes: readonly FieldChange[]) {
  const firstPrices = new Map<string, number>()
  const added = new Set<string>()
  const removed = new Map<string, { id: string; sku: string; name: string; unitPriceMinor: number }>()
  for (const { field, from, to } of changes) {
    const [, id = '', column] = /^lines[.]([^.]+)[.](sku|name|unitPriceMinor)$/.exec(field) ?? []
    if (column === 'unitPriceMinor' && from === null) added.add(id)
    if (column === 'unitPriceMinor' && from !== null && !firstPrices.has(id)) firstPrices.set(id, Number(from))
    if (column !== undefined && to === null)
      removed.set(id, { id, sku: '', name: '', unitPriceMinor: 0, ...removed.get(id), [column]: from })
  }
  return { firstPrices, added, removed: removed.values() }
}

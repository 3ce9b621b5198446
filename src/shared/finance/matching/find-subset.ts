import { subsetLimits } from '#shared/finance/matching/rules.ts'

/**
 * Two or more of the items that add up to the amount; `several` when there is more than one such set. All amounts have the same sign. Looks at the first `subsetLimits.candidates` items.
 */
export function findSubset<Item extends { amountMinor: number }>(
  items: readonly Item[],
  amountMinor: number,
): Item[] | 'several' | undefined {
  const candidates = items.slice(0, subsetLimits.candidates)
  let found: Item[] | undefined
  let isUnclear = false
  const chosen: Item[] = []
  const search = (from: number, restMinor: number): void => {
    if (restMinor === 0 && chosen.length > 1) {
      if (found) isUnclear = true
      else found = [...chosen]
      return
    }
    if (chosen.length === subsetLimits.size) return
    for (let at = from; at < candidates.length && !isUnclear; at++) {
      const item = candidates[at]
      if (!item || Math.abs(item.amountMinor) > Math.abs(restMinor)) continue
      chosen.push(item)
      search(at + 1, restMinor - item.amountMinor)
      chosen.pop()
    }
  }
  search(0, amountMinor)
  return isUnclear ? 'several' : found
}

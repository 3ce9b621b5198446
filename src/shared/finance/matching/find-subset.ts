import { subsetLimits } from '#shared/finance/matching/rules.ts'

/**
 * Two or more of the items that add up to the amount; `several` when there is more than one such set. All amounts have the same sign. Looks at the first `subsetLimits.candidates` items.
 * `least` and `most` are how many of them it takes.
 */
export function findSubset<Item extends { amountMinor: number }>(
  items: readonly Item[],
  amountMinor: number,
  { least, most }: { least: number; most: number } = { least: 2, most: subsetLimits.size },
): Item[] | 'several' | undefined {
  const candidates = items.slice(0, subsetLimits.candidates)
  let found: Item[] | undefined
  let isUnclear = false
  const chosen: Item[] = []
  const search = (from: number, restMinor: number): void => {
    if (restMinor === 0 && chosen.length >= least) {
      if (found) isUnclear = true
      else found = [...chosen]
      return
    }
    if (chosen.length === most) return
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

import { add } from '#shared/money.ts'

/** What a payment provider captured or refunded and has not paid out yet. */
export interface PayoutItem {
  id: string
  day: string
  amountMinor: number
}

/** The part of what was captured that a provider may keep as its fee, in percent; more is not proposed. */
const maxFeePercent = 4

/**
 * The items of whole days, from the oldest, that a provider may have paid out with this amount: what is left of them is its fee, of all such days the
 * least. `isFirst`: nothing was paid out before, so the days may begin anywhere if only one choice of them fits. Items are sorted by day. Undefined when
 * there are none.
 */
export function findPayout<Item extends PayoutItem>(
  items: readonly Item[],
  amountMinor: number,
  { isFirst = false }: { isFirst?: boolean } = {},
): { items: Item[]; feeMinor: number } | undefined {
  const starts = items.flatMap(({ day }, index) => (items[index - 1]?.day === day ? [] : [index]))
  const found = (isFirst ? starts : starts.slice(0, 1)).flatMap((start) =>
    findEnds(items, start, amountMinor).map(({ end, feeMinor }) => ({ items: items.slice(start, end), feeMinor })),
  )
  if (isFirst && found.length > 1) return undefined
  return found.toSorted((a, b) => a.feeMinor - b.feeMinor)[0]
}

/** Where the days that begin with an item may end, so that a fee is left. */
function findEnds(
  items: readonly PayoutItem[],
  start: number,
  amountMinor: number,
): { end: number; feeMinor: number }[] {
  const ends: { end: number; feeMinor: number }[] = []
  let sumMinor = 0
  for (let index = start; index < items.length; index++) {
    const item = items[index]
    if (!item) break
    sumMinor = add(sumMinor, item.amountMinor)
    const feeMinor = sumMinor - amountMinor
    const isLastOfDay = items[index + 1]?.day !== item.day
    if (isLastOfDay && feeMinor >= 0 && BigInt(feeMinor) * 100n <= BigInt(sumMinor) * BigInt(maxFeePercent))
      ends.push({ end: index + 1, feeMinor })
  }
  return ends
}

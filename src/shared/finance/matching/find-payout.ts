import { add } from '#shared/money.ts'

/** What a payment provider captured or refunded and has not paid out yet. */
export interface PayoutItem {
  id: string
  day: string
  amountMinor: number
}

/** The part of what was captured that a provider may keep as its fee, in percent, and of a payout that may be missing when it arrives; more is not proposed. */
const maxFeePercent = 4

/** Whether the missing part of an amount may be a fee that the provider kept. */
export const isWithinFee = (restMinor: number, wholeMinor: number): boolean =>
  restMinor <= wholeMinor && BigInt(wholeMinor - restMinor) * 100n <= BigInt(wholeMinor) * BigInt(maxFeePercent)

/** A payout that arrived. */
export interface ArrivedPayout {
  day: string
  amountMinor: number
}

/** The items that a payout may consist of, and the fees that the provider kept. */
export interface PayoutItems<Item> {
  items: Item[]
  feeMinor: number
}

/** Number of later payouts to read to find where the days of the first one begin. */
const lookAhead = 5

/**
 * The items of each payout: whole days, from the oldest that none before it is made of; what is left of them is its fee, of all such days the least.
 * `isFirst`: nothing was paid out before, so the days of the first one may begin anywhere; it is the choice after which most of the next payouts have
 * items, if only one choice is. Items and payouts are sorted by day; a payout without such items is left out.
 */
export function findPayouts<Item extends PayoutItem, Arrived extends ArrivedPayout>(
  items: readonly Item[],
  arrived: readonly Arrived[],
  { isFirst = false }: { isFirst?: boolean } = {},
): Map<Arrived, PayoutItems<Item>> {
  const found = new Map<Arrived, PayoutItems<Item>>()
  let rest = items
  for (const [index, payout] of arrived.entries()) {
    const captured = rest.slice(0, rest.findLastIndex(({ day }) => day <= payout.day) + 1)
    const startsAnywhere = isFirst && found.size === 0
    const choices = listChoices(captured, payout.amountMinor, startsAnywhere)
    const chosen = startsAnywhere
      ? chooseFirst(choices, rest, arrived.slice(index + 1, index + 1 + lookAhead))
      : choices.toSorted((a, b) => a.feeMinor - b.feeMinor)[0]
    if (!chosen) continue
    rest = itemsAfter(rest, chosen)
    found.set(payout, chosen)
  }
  return found
}

function chooseFirst<Item extends PayoutItem>(
  choices: readonly PayoutItems<Item>[],
  items: readonly Item[],
  next: readonly ArrivedPayout[],
): PayoutItems<Item> | undefined {
  if (choices.length <= 1) return choices[0]
  const counts = choices.map((choice) => findPayouts(itemsAfter(items, choice), next).size)
  const most = Math.max(...counts)
  const best = choices.filter((_, index) => counts[index] === most)
  return best.length === 1 ? best[0] : undefined
}

function itemsAfter<Item>(items: readonly Item[], { items: taken }: PayoutItems<Item>): readonly Item[] {
  const last = taken.at(-1)
  return last === undefined ? items : items.slice(items.indexOf(last) + 1)
}

/** The items of whole days that leave a fee of the amount, from the oldest day or, with `startsAnywhere`, from any. */
function listChoices<Item extends PayoutItem>(
  items: readonly Item[],
  amountMinor: number,
  startsAnywhere: boolean,
): PayoutItems<Item>[] {
  const starts = items.flatMap(({ day }, index) => (items[index - 1]?.day === day ? [] : [index]))
  return (startsAnywhere ? starts : starts.slice(0, 1)).flatMap((start) =>
    findEnds(items, start, amountMinor).map(({ end, feeMinor }) => ({ items: items.slice(start, end), feeMinor })),
  )
}

/** The possible ends of a range of days that begins with an item and leaves a fee. */
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
    if (isLastOfDay && isWithinFee(amountMinor, sumMinor)) ends.push({ end: index + 1, feeMinor })
  }
  return ends
}

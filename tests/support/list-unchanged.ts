import type { Kontor } from '#server/context.ts'
import { orderSlices } from '#server/finance/verify/order-slices-store.ts'
import { findUnchanged } from '#server/finance/verify/unchanged-orders.ts'

/** The numbers of the orders that are as their last events say, so that the self-check needs no other check of them. */
export async function listUnchanged({ database: { read }, book }: Kontor): Promise<string[]> {
  const numbers: string[] = []
  for await (const { orders, slice } of orderSlices(read, { after: null, through: null })) {
    const unchanged = await findUnchanged(read, { orders, removedIds: new Set() }, slice, book.timeZone)
    numbers.push(...orders.filter(({ id }) => unchanged.has(id)).map(({ number }) => number))
  }
  return numbers
}

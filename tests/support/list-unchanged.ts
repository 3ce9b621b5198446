import type { Kontor } from '#server/context.ts'
import { orderSlices } from '#server/self-check/orders/order-slices-store.ts'
import { findUnchanged } from '#server/self-check/orders/digests/unchanged-orders.ts'

/** The numbers of the orders that are as their last events say, so that the self-check needs no other check of them. */
export async function listUnchanged({ database: { read }, book }: Kontor): Promise<string[]> {
  const numbers: string[] = []
  for await (const { orders, slice } of orderSlices(read, { after: null, through: null })) {
    const unchanged = await findUnchanged(read, { orders, removedIds: new Set() }, slice, book.timeZone)
    numbers.push(...orders.filter(({ id }) => unchanged.has(id)).map(({ number }) => number))
  }
  return numbers
}

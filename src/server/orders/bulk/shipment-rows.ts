import type { RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { findOrdersByToken, type OrderOfToken } from '#server/orders/bulk/store.ts'
import { findOrdersByNumber } from '#server/orders/find-order.ts'
import { listNumberTokens, spellingsOfNumber, toNumberToken } from '#server/orders/tokens/search-words.ts'
import type { ShipmentRow, ShipmentRows } from '#shared/orders/shipment-rows.ts'
import { type FieldError, invalidInput } from '#shared/problem.ts'

/**
 * The orders of the rows of a text or file, which name them by their number here or in the shop, and the parcel of each. Throws `invalid-input` with
 * every line that has an error.
 */
export async function resolveShipmentRows(
  { kontor }: RequestContext,
  { rows, errors }: ShipmentRows,
  pointer: '/rows' | '/file',
): Promise<{ order: string; parameters: string }[]> {
  const numbers = await findNumbers(kontor.database.read, rows)
  const lines = new Map<string, number>()
  const selected = []
  for (const row of rows) {
    const found = numbers.get(row.line) ?? []
    const [order = ''] = found
    const earlier = lines.get(order)
    if (found.length !== 1 || earlier !== undefined) {
      errors.push({ pointer, ...toError(row, found.length, earlier) })
      continue
    }
    lines.set(order, row.line)
    selected.push({ order, parameters: JSON.stringify({ carrier: row.carrier, trackingNumber: row.trackingNumber }) })
  }
  if (errors.length > 0) throw invalidInput(...errors.toSorted((a, b) => lineOf(a) - lineOf(b)))
  return selected
}

const lineOf = ({ parameters }: FieldError): number => Number(parameters?.['line'] ?? Infinity)

function toError(
  { line, order }: ShipmentRow,
  found: number,
  earlier: number | undefined,
): Omit<FieldError, 'pointer'> {
  const reason = found === 0 ? 'row-order-unknown' : found > 1 ? 'row-order-ambiguous' : 'row-repeated'
  return { reason, parameters: { line, order, ...(earlier !== undefined && { earlier }) } }
}

/** The numbers of the orders that each line may mean: its own number wins over those in shops. */
async function findNumbers(db: Db, rows: readonly ShipmentRow[]): Promise<Map<number, string[]>> {
  const known = new Set(
    (
      await findOrdersByNumber(
        db,
        rows.map(({ order }) => order),
      )
    ).map(({ number }) => number),
  )
  const others = rows.filter(({ order }) => !known.has(order))
  const wanted = new Set(others.flatMap(({ order }) => listNumberTokens(order)))
  // The token of a payment or a parcel, or the end of another number, may be the same.
  const isNamedBy = (tokens: Pick<ReadonlySet<string>, 'has'>, { number, external_number }: OrderOfToken): boolean =>
    [number, external_number].some((each) => tokens.has(toNumberToken(each)))
  const found = await findOrdersByToken(db, [...new Set([...wanted].flatMap(spellingsOfNumber))], (order) =>
    isNamedBy(wanted, order),
  )
  const byToken = Map.groupBy(found, ({ token }) => token)
  const findAll = (text: string): string[] => {
    const tokens = new Set(listNumberTokens(text))
    const named = [...tokens]
      .flatMap(spellingsOfNumber)
      .flatMap((each) => byToken.get(each) ?? [])
      .filter((order) => isNamedBy(tokens, order))
    return [...new Set(named.map(({ number }) => number))]
  }
  return new Map(rows.map(({ line, order }) => [line, known.has(order) ? [order] : findAll(order)]))
}

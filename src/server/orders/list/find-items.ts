import type { AuthenticatedContext } from '#server/context.ts'
import { findNewest, listCustomerNumbers } from '#server/orders/list/list.ts'
import { findNumbersWithTokens } from '#server/orders/tokens/token-store.ts'
import {
  completeNumber,
  listNumberTokens,
  spellingsOfNumber,
  toNumberToken,
} from '#server/orders/tokens/search-words.ts'
import { getMessages } from '#server/messages.ts'
import type { QueryValues } from '#shared/list/filter-fields.ts'
import { formatMoney } from '#shared/money.ts'
import type { OrderRow } from '#shared/orders/views.ts'
import type { FoundItem, FoundItems } from '#shared/search/views.ts'
import { formatDayRange } from '#shared/format-day-range.ts'
import { dayOf } from '#shared/time.ts'

/** Maximum number of orders in the global search. */
const maxItems = 6
/** Number of orders whose customers are listed. */
const maxOrders = 30

/** The newest orders that a query finds, and the customers of some more. An order whose number is searched for comes first. Throws like `findNewest`. */
export async function findOrderItems(
  context: AuthenticatedContext,
  query: QueryValues,
): Promise<{ items: FoundItem[]; customers: string[]; hasMore: boolean }> {
  const found = await findNewest(context, query, maxOrders)
  const tokens = typeof query['q'] === 'string' ? listNumberTokens(query['q']) : []
  const items = found.map(({ row }) => toItem(context, row, tokens))
  const exact = items.filter(({ isExact }) => isExact)
  const others = items.filter(({ isExact }) => !isExact)
  return {
    items: [...exact, ...others].slice(0, maxItems),
    customers: listCustomerNumbers(found),
    hasMore: found.length > maxItems,
  }
}

function toItem({ locale, kontor }: AuthenticatedContext, row: OrderRow, tokens: readonly string[]): FoundItem {
  const { statuses } = getMessages(locale).common
  const { timeZone } = kontor.book
  const placedOn = dayOf(row.placedAt, timeZone)
  const isExact = [row.number, row.externalNumber].some((number) => tokens.includes(toNumberToken(number)))
  return {
    kind: 'order',
    key: row.number,
    title: row.number,
    note: [
      row.externalNumber,
      row.customerName,
      formatMoney(row.totalMinor, row.currency),
      statuses.order[row.status],
      formatDayRange(placedOn, placedOn, dayOf(kontor.now(), timeZone), getMessages(locale)),
    ]
      .filter(Boolean)
      .join(' · '),
    isExact,
  }
}

/** Minimum number of digits for which similar numbers are suggested. */
const minDigits = 4
const maxSimilar = 5

/** The numbers of orders that differ from a text in one digit or by two swapped neighbors, as written on the order. The letters before the digits may have a space after them: `R 1043`. */
export async function findSimilarNumbers(
  { kontor: { database } }: AuthenticatedContext,
  text: string,
): Promise<FoundItems['similar']> {
  const token = toNumberToken(completeNumber(text) ?? text)
  if (/\d.*\s/s.test(text.trim()) || token.replaceAll(/\D/g, '').length < minDigits || !/^#[a-z]{0,4}\d+$/.test(token))
    return []
  const variants = listVariants(token)
  const found = await findNumbersWithTokens(database.read, variants.flatMap(spellingsOfNumber), maxSimilar)
  return found.flatMap(({ number, external_number }) => {
    const written = [number, external_number].find((each) => variants.includes(toNumberToken(each)))
    return written === undefined ? [] : [{ number, written }]
  })
}

/** All texts that differ in one digit or by two swapped neighboring digits. */
function listVariants(token: string): string[] {
  const characters = [...token]
  const replaced = characters.flatMap((character, index) =>
    /\d/.test(character)
      ? [...'0123456789'].filter((digit) => digit !== character).map((digit) => characters.with(index, digit).join(''))
      : [],
  )
  const swapped = characters.flatMap((character, index) => {
    const next = characters[index + 1]
    return next !== undefined && /\d\d/.test(character + next) && next !== character
      ? [
          characters
            .with(index, next)
            .with(index + 1, character)
            .join(''),
        ]
      : []
  })
  return [...new Set([...replaced, ...swapped])]
}

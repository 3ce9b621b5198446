import { listAccountCurrencies } from '#server/finance/account-store.ts'
import type { RequestContext } from '#server/context.ts'
import { type ChosenAccount, findChosenAccounts, idsOf } from '#server/finance/chosen-accounts.ts'
import { isInDays, type WithDays } from '#server/finance/entry-days.ts'
import * as store from '#server/finance/search-entries-store.ts'
import { findEntries } from '#server/finance/store.ts'
import { readKeysetPage } from '#server/list/keyset-page.ts'
import { findOrderIds } from '#server/orders/list/list.ts'
import { entriesList, includesFlow } from '#shared/finance/entries-list.ts'
import type { EntriesQuery } from '#shared/finance/inputs.ts'
import type { EntryList, EntryView } from '#shared/finance/views.ts'
import { unquoteWords } from '#shared/list/filter-fields.ts'
import { add, parseDecimal } from '#shared/money.ts'

/** The most entries and orders that one search looks at, so that it ends within some 50 ms however large the book is. */
const maxEntries = 300
const maxOrders = 200

/**
 * A page of the entries that a search finds, newest first: by their number, by an amount, by the order that they belong to (its number, payment, refund,
 * reference, customer), and by the words of a reason that staff gave. The other filters apply to what was found. Throws for a malformed
 * cursor, and `invalid-input` at `/q` for a search that takes too long.
 */
export async function searchEntries(
  context: RequestContext,
  query: WithDays<EntriesQuery> & { q: string },
): Promise<EntryList & { previous: string | null }> {
  return toSearchPage(await findSearched(context, query), query)
}

/** A page of what a search found, in the direction that the query asks for. */
export async function toSearchPage(
  found: FoundEntries,
  query: Pick<EntriesQuery, 'sort' | 'cursor' | 'flow' | 'currency'>,
): Promise<EntryList & { previous: string | null }> {
  const { sort = entriesList.sorts[0] } = query
  const { isCut } = found
  const entries = found.entries.filter((entry) => movesIn(entry, query))
  const page = await readKeysetPage<EntryView>({
    cursor: query.cursor,
    sort,
    keyOf,
    exampleKey: ['', 0, 0],
    find: async (reversed, after, limit) => {
      const isAscending = reversed !== (sort === 'occurred')
      const ordered = isAscending ? entries.toReversed() : entries
      const isAfter = (entry: EntryView): boolean => compareKeys(keyOf(entry), after ?? []) * (isAscending ? 1 : -1) > 0
      return { rows: (after ? ordered.filter(isAfter) : ordered).slice(0, limit) }
    },
  })
  return {
    ...page,
    count: isCut ? { atLeast: entries.length } : { exact: entries.length },
    totals: sumFlows(entries, query),
  }
}

/** What a search finds, newest first; cut where there is more than it looks at. */
export interface FoundEntries {
  entries: EntryView[]
  isCut: boolean
}

export async function findSearched(
  context: RequestContext,
  query: Omit<WithDays<EntriesQuery>, 'cursor'> & { q: string },
): Promise<FoundEntries> {
  const db = context.kontor.database.read
  const text = unquoteWords(query.q)
  const chosen = await findChosenAccounts(db, query)
  const currencies = query.currency === undefined ? await listAccountCurrencies(db) : [query.currency]
  const lists = await Promise.all([
    store.findByNumber(db, text),
    ...currencies.map((currency) => {
      const minor = parseAmount(text, currency)
      return minor === undefined ? [] : store.findByAmount(db, { currency, minor }, query.days, maxEntries)
    }),
    findOrderIds(context, text, maxOrders).then((ids) => store.findByOrders(db, ids, maxEntries)),
    store.findByMemo(db, text, query.days, maxEntries),
  ])
  const numbers = [...new Set(lists.flat())].toSorted((a, b) => b - a)
  const found = await findEntries(db, numbers.slice(0, maxEntries), idsOf(chosen))
  return {
    entries: [...found.values()]
      .filter((entry) => matches(entry, query, chosen))
      .toSorted((a, b) => compareKeys(keyOf(b), keyOf(a))),
    isCut: numbers.length > maxEntries || lists.some((list) => list.length >= maxEntries),
  }
}

/** `1,234.50`, `¥1234.5` or `-1234.5` in minor units; undefined unless the text is an amount in the currency. */
export function parseAmount(text: string, currency: string): number | undefined {
  const [, digits] =
    /^[^\p{L}\p{N}]*(?:[A-Z]{3}\s*)?[^\p{L}\p{N}]*(\d[\d,]*(?:\.\d+)?)\s*(?:[A-Z]{3}|元)?$/u.exec(text.trim()) ?? []
  const amount = digits === undefined ? undefined : parseDecimal(digits.replaceAll(',', ''), currency)
  return amount === undefined || amount <= 0 ? undefined : amount
}

function matches(
  entry: EntryView,
  { days, kind, flow, currency }: Omit<WithDays<EntriesQuery>, 'cursor'>,
  chosen: readonly ChosenAccount[] | undefined,
): boolean {
  const { postings } = entry
  if (!isInDays(entry, days)) return false
  if (kind.length > 0 && !kind.some((each) => each === entry.kind)) return false
  if (currency !== undefined && !postings.some((posting) => posting.currency === currency)) return false
  if (chosen && !postings.some(({ accountCode }) => chosen.some(({ code }) => code === accountCode))) return false
  return movesIn(entry, { flow, currency })
}

/** Whether an entry moves money on money accounts in the requested direction. */
function movesIn({ flows, postings }: EntryView, { flow, currency }: Pick<EntriesQuery, 'flow' | 'currency'>): boolean {
  if (flow === undefined) return true
  const moved = flows.filter((each) => (currency ?? each.currency) === each.currency)
  if (flow !== 'none') return moved.some((each) => each[flow] !== 0)
  const hasMoved = (code: string): boolean =>
    moved.some((each) => each.currency === code && (each.in !== 0 || each.out !== 0))
  return postings.some((posting) => (currency ?? posting.currency) === posting.currency && !hasMoved(posting.currency))
}

const keyOf = ({ accountingDay, occurredAt, number }: EntryView) => [accountingDay, occurredAt, number] as const

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const index = a.findIndex((value, position) => value !== b[position])
  if (index < 0) return 0
  const [first, second] = [a[index], b[index]]
  return first !== undefined && second !== undefined && first < second ? -1 : 1
}

function sumFlows(
  entries: readonly EntryView[],
  { currency, flow }: Pick<EntriesQuery, 'currency' | 'flow'>,
): EntryList['totals'] {
  const totals = new Map<string, EntryList['totals'][number]>()
  for (const moved of entries.flatMap(({ flows }) => flows)) {
    if (currency !== undefined && moved.currency !== currency) continue
    const total = totals.getOrInsertComputed(moved.currency, () => ({
      currency: moved.currency,
      in: 0,
      out: 0,
      count: 0,
    }))
    if (includesFlow(flow, 'in')) total.in = add(total.in, moved.in)
    if (includesFlow(flow, 'out')) total.out = add(total.out, moved.out)
    if (moved.in !== 0 || moved.out !== 0) total.count++
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
}

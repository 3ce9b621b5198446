import { isStorableText } from '#server/db/storable-text.ts'
import { countLimit, pageSize } from '#shared/constants.ts'
import type { Count } from '#shared/list/count.ts'
import { invalidInput } from '#shared/problem.ts'

/** The values of a row's key: the columns by which the list is ordered, the last of them unique. */
export type RowKey = readonly (string | number)[]

interface KeysetPageOptions<Row> {
  /** The cursor of the query; a wrong one is refused with `invalid-input` at `/cursor`. */
  cursor: string | undefined
  /** The sort it must belong to. */
  sort: string
  keyOf: (row: Row) => RowKey
  /** A key with values of the right types. */
  exampleKey: RowKey
  /** Up to `limit` rows after a key, from the beginning without one; `reversed` reads the list from its end to its beginning. */
  find: (reversed: boolean, after: RowKey | undefined, limit: number) => Promise<FoundRows<Row>>
}

/** Rows in the order they were read. */
export interface FoundRows<Row> {
  rows: Row[]
  /** The key up to which it has searched, if it stopped before it found `limit` rows: the next page begins there. */
  stoppedAt?: RowKey
}

/** One page of a list with the cursors of the pages after and before it, null at the ends. */
export interface KeysetPage<Row> {
  rows: Row[]
  next: string | null
  previous: string | null
}

/** Reads the page of a list that a cursor points to. */
export async function readKeysetPage<Row>(options: KeysetPageOptions<Row>): Promise<KeysetPage<Row>> {
  const cursor = options.cursor === undefined ? undefined : parseCursor(options.cursor, options)
  return (cursor && (await readPageAt(options, cursor))) ?? (await readFirstPage(options))
}

async function readFirstPage<Row>(options: KeysetPageOptions<Row>): Promise<KeysetPage<Row>> {
  const { rows, hasMore, stoppedAt } = await findRows(options, false, undefined)
  return { rows, next: hasMore ? cursorAt(options, stoppedAt ?? rows.at(-1), false) : null, previous: null }
}

/** Undefined for a page before the first full one: there the first page is shown instead of a short one. */
async function readPageAt<Row>(
  options: KeysetPageOptions<Row>,
  { reversed, key }: Cursor,
): Promise<KeysetPage<Row> | undefined> {
  const { rows, hasMore, stoppedAt } = await findRows(options, reversed, key)
  if (reversed && !hasMore) return undefined
  if (reversed) {
    rows.reverse()
    return {
      rows,
      next: cursorAt(options, rows.at(-1) ?? stoppedAt, false),
      previous: cursorAt(options, stoppedAt ?? rows[0], true),
    }
  }
  return {
    rows,
    next: hasMore ? cursorAt(options, stoppedAt ?? rows.at(-1), false) : null,
    previous: cursorAt(options, rows[0] ?? stoppedAt, true),
  }
}

/** Reads one row more than a page to know whether there is another page. */
async function findRows<Row>({ find }: KeysetPageOptions<Row>, reversed: boolean, after: RowKey | undefined) {
  const { rows, stoppedAt } = await find(reversed, after, pageSize + 1)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize || stoppedAt !== undefined, stoppedAt }
}

interface Cursor {
  reversed: boolean
  key: RowKey
}

/** The cursor that begins after a row, or after a key. */
function cursorAt<Row>(
  { sort, keyOf }: KeysetPageOptions<Row>,
  position: Row | RowKey | undefined,
  reversed: boolean,
): string | null {
  if (position === undefined) return null
  return encodeCursor(sort, { reversed, key: isRowKey(position) ? position : keyOf(position) })
}

const isRowKey = <Row>(position: Row | RowKey): position is RowKey => Array.isArray(position)

/** A cursor as opaque text for URLs. */
export const encodeCursor = (sort: string, { reversed, key }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, reversed ? 1 : 0, ...key])).toString('base64url')

/** Throws `invalid-input` at `/cursor` for a text that is no cursor of this sort. */
export function parseCursor(
  text: string,
  { sort, exampleKey }: Pick<KeysetPageOptions<unknown>, 'sort' | 'exampleKey'>,
): Cursor {
  let values: unknown
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    // Text that is not JSON is not a cursor.
  }
  const [cursorSort, reversed, ...key] = Array.isArray(values) ? values : []
  const hasKey =
    key.length === exampleKey.length &&
    key.every((value, index) => typeof value === typeof exampleKey[index] && isKeyValue(value))
  const cursor = { reversed: reversed === 1, key }
  // The text must be exactly the output of encodeCursor for its values: base64url decodes several texts to the same bytes.
  if (cursorSort !== sort || !hasKey || encodeCursor(sort, cursor) !== text)
    throw invalidInput({ in: 'query', pointer: '/cursor', reason: 'invalid' })
  return cursor
}

const isKeyValue = (value: unknown): boolean =>
  typeof value === 'string' ? isStorableText(value) : Number.isSafeInteger(value)

/** A number of rows that was counted up to `countLimit + 1`. */
export const toCount = (counted: number): Count => (counted > countLimit ? { atLeast: countLimit } : { exact: counted })

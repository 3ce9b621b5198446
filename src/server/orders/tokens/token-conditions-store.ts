import type { AmountRange } from '#server/orders/tokens/amount-ranges.ts'
import { earlierOrder, type Exclusion, type Search, type TokenSet } from '#server/orders/tokens/search-tokens.ts'
import { type ProductRange, productTokens } from '#server/orders/tokens/product-tokens.ts'
import type { TokenRange } from '#server/orders/tokens/search-words.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Whether the order with the key in a column matches every clause. */
export const hasTokens = (keyColumn: string, search: Search): RawBuilder<SqlBool> =>
  joinBy(
    ' and ',
    search.map((clause) => hasToken(keyColumn, clause)),
    sql`1 = 1`,
  )

/** Whether the order with the key in a column has nothing that is excluded. */
export const lacksTokens = (keyColumn: string, excluded: readonly Exclusion[]): RawBuilder<SqlBool> => {
  const ranges = excluded.filter((each) => each !== earlierOrder)
  const lacksToken = sql<SqlBool>`${hasToken(keyColumn, ranges)} is not true`
  return ranges.length < excluded.length ? sql<SqlBool>`(${lacksToken} and ${isFirst(keyColumn)})` : lacksToken
}

/** Whether the order with the key in a column is the first of its customer, which is unknown without a customer. */
const isFirst = (keyColumn: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from first_orders where order_key = ${sql.ref(keyColumn)})`

const hasToken = (keyColumn: string, sets: readonly TokenSet[]): RawBuilder<SqlBool> => {
  const amounts = sets.filter((set) => 'currency' in set)
  const lookups = [
    ...sets.flatMap((set) =>
      'words' in set ? hasProduct(keyColumn, set) : 'from' in set ? hasTokenIn(keyColumn, set) : [],
    ),
    ...(amounts.length > 0 ? [hasAmount(keyColumn, amounts)] : []),
  ]
  return sql<SqlBool>`(${joinBy(' or ', lookups, sql`1 = 0`)})`
}

/**
 * One lookup in the primary key: whether the first token of the order from the start of the range on is before its end. With both
 * ends as conditions, PostgreSQL may read all postings of the range to find those of one order.
 */
const hasTokenIn = (keyColumn: string, { from, to }: TokenRange): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select token from order_tokens where order_key = ${sql.ref(keyColumn)} and token >= ${from} order by token limit 1) < ${to}`

/** A scalar subquery, like `hasProduct`. */
const hasAmount = (keyColumn: string, amounts: readonly AmountRange[]): RawBuilder<SqlBool> => {
  const ranges = amounts.map(
    ({ currency, first, last }) =>
      sql<SqlBool>`priced.currency = ${currency} and priced.total_minor >= ${first} and priced.total_minor <= ${last}`,
  )
  return sql<SqlBool>`(select 1 from orders as priced where priced.key = ${sql.ref(keyColumn)} and (${joinBy(' or ', ranges, sql`1 = 0`)})) = 1`
}

/** Looks up the words of each product of the order. A scalar subquery, so that PostgreSQL does not collect the products of all orders. */
function hasProduct(keyColumn: string, { words }: ProductRange): RawBuilder<SqlBool> {
  const { from, to } = productTokens
  return sql<SqlBool>`(
    select 1 from order_tokens as product
    where product.order_key = ${sql.ref(keyColumn)} and product.token >= ${from} and product.token < ${to}
      and ${joinBy(' and ', words.map(hasWord('product.token')), sql`1 = 1`)}
    limit 1
  ) = 1`
}

/** Whether the product with the token in a column has a word in a range. */
export const hasWord =
  (tokenColumn: string) =>
  ({ from, to }: TokenRange): RawBuilder<SqlBool> =>
    sql<SqlBool>`(select word from product_words where token = ${sql.ref(tokenColumn)} and word >= ${from} order by word limit 1) < ${to}`

/** Joins conditions with an operator; `none` without conditions. */
export const joinBy = (operator: string, parts: readonly RawBuilder<SqlBool>[], none: RawBuilder<SqlBool>) =>
  parts.length === 0 ? none : sql<SqlBool>`${sql.join(parts, sql.raw(operator))}`

import type { Db } from '#server/db/database.ts'

/** The kept counts together with the changes that are not merged yet. */
export const listStatusCounts = (db: Db) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('order_counts')
        .selectAll()
        .unionAll(
          query
            .selectFrom('order_count_changes')
            .select([
              'currency',
              'status',
              'payment_status',
              'fulfillment_status',
              'archived',
              'change as order_count',
            ]),
        )
        .as('counted'),
    )
    .select(['currency', 'status', 'payment_status', 'fulfillment_status', 'archived'])
    .select(({ fn }) => fn.sum<number>('order_count').as('count'))
    .groupBy(['currency', 'status', 'payment_status', 'fulfillment_status', 'archived'])
    .execute()

/** The kept counts by day together with the changes that are not merged yet. */
export const listDayCounts = (db: Db) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('order_day_counts')
        .selectAll()
        .unionAll(
          query
            .selectFrom('order_count_changes')
            .select(['currency', 'day', 'status', 'source'])
            .select(['change as order_count', 'total_millions', 'total_rest']),
        )
        .as('counted'),
    )
    .select(['currency', 'day', 'status', 'source'])
    .select(({ fn }) => [
      fn.sum<number>('order_count').as('count'),
      fn.sum<number>('total_millions').as('millions'),
      fn.sum<number>('total_rest').as('rest'),
    ])
    .groupBy(['currency', 'day', 'status', 'source'])
    .execute()

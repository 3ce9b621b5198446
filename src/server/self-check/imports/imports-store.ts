import type { Db } from '#server/db/database.ts'
import { queryByIds } from '#server/db/query-by-ids.ts'
import { importTokenPrefix } from '#server/orders/tokens/filter-tokens.ts'
import { sharedPart } from '#server/orders/tokens/token-parts.ts'
import { sql } from 'kysely'

export const listImports = (db: Db) => db.selectFrom('imports').selectAll().execute()

/** The events of imports. */
export const listImportEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['action', 'object_id', 'object_label', 'actor_id', 'at', 'parameters'])
    .where('object_type', '=', 'import')
    .where('action', 'in', [
      'orders.imported',
      'customers.imported',
      'customers.import_undo_started',
      'customers.import_undone',
      'orders.import_undo_started',
      'orders.import_undo_stopped',
      'orders.import_undone',
    ])
    .orderBy('at')
    .orderBy('id')
    .execute()

/** How many orders of each import were removed. */
export const countRemoved = (db: Db) =>
  db
    .selectFrom('removed_orders')
    .select('import_number')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('import_number')
    .execute()

/** How many profiles of customers each import has. */
export const countProfiles = (db: Db) =>
  db
    .selectFrom('customer_profiles')
    .select('import_number')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_number', 'is not', null)
    .groupBy('import_number')
    .execute()

/** Which of these imports still have orders. */
export const findWithOrders = (db: Db, numbers: readonly string[]) =>
  queryByIds(numbers, (some) =>
    db
      .selectFrom('imports')
      .select('number')
      .where('number', 'in', [...some])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('order_tokens')
            .select('order_key')
            .where('part', '=', sharedPart)
            .where('token', '=', sql<string>`${importTokenPrefix} || imports.number`),
        ),
      )
      .execute(),
  )

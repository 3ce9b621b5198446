import { createEmptySchema, findMigrationDifferences, type ToDialectSql } from '#server/db/migrate.ts'
import { compareSchemas, type SchemaComparison, type SchemaObject } from '#server/db/schema-comparison.ts'
import type { Tables } from '#server/db/schema.ts'
import { type Kysely, sql } from 'kysely'

/** Ends the transaction without keeping the schema that was created for the comparison. */
class Compared extends Error {
  readonly comparison: SchemaComparison

  constructor(comparison: SchemaComparison) {
    super('The comparison is done')
    this.comparison = comparison
  }
}

/** Runs the migrations in a schema of their own and compares it with the current one; the transaction is then rolled back. */
export async function comparePostgresSchema(db: Kysely<Tables>, toDialectSql: ToDialectSql): Promise<SchemaComparison> {
  try {
    return await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(transaction)
      const current = rows[0]?.name ?? 'public'
      const migrations = await findMigrationDifferences(transaction)
      const actual = await listObjects(transaction, current)
      const empty = `kontor_verify_${crypto.randomUUID().replaceAll('-', '')}`
      await sql`create schema ${sql.id(empty)}`.execute(transaction)
      await sql`set local search_path to ${sql.id(empty)}`.execute(transaction)
      await createEmptySchema(transaction, toDialectSql)
      const { objects, differences } = compareSchemas(actual, await listObjects(transaction, empty))
      throw new Compared({ objects, differences: [...differences, ...migrations] })
    })
  } catch (error) {
    if (error instanceof Compared) return error.comparison
    const { errno, message } = error as { errno?: string; message: string }
    // 42501: insufficient privilege
    if (errno !== '42501') throw error
    return {
      objects: 0,
      differences: [`cannot be compared: ${message}. Grant CREATE on the database to Kontor's user.`],
    }
  }
}

/** The objects of a schema, and which rights to change rows any user has; their definitions do not name it. */
async function listObjects(db: Kysely<Tables>, schema: string): Promise<SchemaObject[]> {
  const { rows } = await sql<SchemaObject>`
    with relations as (
      select c.oid, c.relname, c.relkind, c.relpersistence, c.relrowsecurity, coalesce(c.relacl, acldefault('r', c.relowner)) as rights
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm', 'f')
    )
    select 'table ' || relname as name, concat_ws(' ', relkind, relpersistence, relrowsecurity) as definition
    from relations
    union all
    select 'column ' || relname || '.' || attname, concat_ws(' ', format_type(atttypid, atttypmod), collname,
      case when attnotnull then 'not null' end, pg_get_expr(adbin, adrelid))
    from relations join pg_attribute on attrelid = relations.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    left join pg_collation on pg_collation.oid = attcollation
    union all
    select 'constraint ' || relname || '.' || conname, concat_ws(' ', pg_get_constraintdef(pg_constraint.oid), convalidated,
      (select string_agg(distinct tgenabled::text, '') from pg_trigger where tgisinternal and tgconstraint = pg_constraint.oid))
    from relations join pg_constraint on conrelid = relations.oid
    union all
    select 'index ' || relname || '.' || indexrelid::regclass::name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid)
    from relations join pg_index on indrelid = relations.oid
    union all
    select 'trigger ' || relname || '.' || tgname, concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from relations join pg_trigger on tgrelid = relations.oid and not tgisinternal
    union all
    select 'rule ' || relname || '.' || rulename, pg_get_ruledef(pg_rewrite.oid)
    from relations join pg_rewrite on ev_class = relations.oid
    union all
    select distinct concat_ws(' ', 'right to', lower(privilege_type), 'rows of', relname), 'granted'
    from relations, aclexplode(rights)
    where privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')
    union all
    select distinct concat_ws(' ', 'right to', lower(privilege_type), relations.relname || '.' || attname), 'granted'
    from relations join pg_attribute on attrelid = relations.oid, aclexplode(attacl)
    where privilege_type = 'UPDATE'
    union all
    select 'function ' || proname, pg_get_functiondef(pg_proc.oid)
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace where nspname = ${schema} and prokind = 'f'
    order by name`.execute(db)
  return rows.map(({ name, definition }) => {
    const withoutSchema = (text: string): string => text.replaceAll(`${schema}.`, '')
    return { name: withoutSchema(name), definition: withoutSchema(definition) }
  })
}

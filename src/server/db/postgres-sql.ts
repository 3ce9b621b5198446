import { parseAppendOnly, parseOpenDaysOnly } from '#server/db/append-only.ts'

/** Texts compare by their bytes as on SQLite; a trigger function rejects changes of append-only tables. */
export function toPostgresSql(statement: string): string[] {
  const openDaysOnly = parseOpenDaysOnly(statement)
  if (openDaysOnly !== undefined) return rejectClosedDays(openDaysOnly)
  const appendOnly = parseAppendOnly(statement)
  if (!appendOnly) return [createIfMissing(statement.replace(/\btext\b/g, 'text collate "C"'))]
  const { table, removedTable, key } = appendOnly
  const rejecting = removedTable
    ? [...rejectChanges(table, 'update or truncate'), ...rejectDeletes(table, removedTable)]
    : rejectChanges(table, 'update or delete or truncate')
  return [...rejecting, ...revokeChanges(table, removedTable ? 'update, truncate' : 'update, delete, truncate', key)]
}

/** `create table if not exists` asks for the right to create tables also where the table exists, which a user who does not own the database lacks. */
function createIfMissing(statement: string): string {
  const [prefix, table] = /^create table if not exists (\w+)/.exec(statement) ?? []
  if (prefix === undefined) return statement
  return `do $$ begin if to_regclass('${table}') is null then create table ${table}${statement.slice(prefix.length)}; end if; end $$`
}

/**
 * A second protection besides the triggers, which the owner of a table can switch off: the owner also loses the right to change rows. Superusers can
 * do everything.
 */
const revokeChanges = (table: string, changes: string, key: string | undefined): string[] => [
  `revoke ${changes} on ${table} from current_user`,
  ...(key === undefined ? [] : [`grant update (${key}) on ${table} to current_user`]),
]

const rejectChanges = (table: string, changes: string): string[] => [
  `create or replace function reject_change() returns trigger language plpgsql as
     $$ begin raise exception '% is append-only', tg_table_name; end $$`,
  `create trigger ${table}_reject_change before ${changes} on ${table}
     for each statement execute function reject_change()`,
]

const rejectClosedDays = (table: string): string[] => [
  `create function reject_closed_day() returns trigger language plpgsql as
     $$ begin
       if exists (select 1 from book where new.accounting_day <= closed_through and new.seq > closed_seq) then
         raise exception '%: the month is closed', tg_table_name;
       end if;
       return new;
     end $$`,
  `create trigger ${table}_reject_closed_day before insert on ${table}
     for each row execute function reject_closed_day()`,
]

const rejectDeletes = (table: string, removedTable: string): string[] => [
  `create function reject_delete_from_${table}() returns trigger language plpgsql as
     $$ begin
       if exists (select 1 from ${removedTable} where event_id = old.id) then return old; end if;
       raise exception '% is append-only', tg_table_name;
     end $$`,
  `create trigger ${table}_reject_delete before delete on ${table}
     for each row execute function reject_delete_from_${table}()`,
]

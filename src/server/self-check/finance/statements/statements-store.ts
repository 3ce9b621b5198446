import type { Db } from '#server/db/database.ts'

/** The statements with the code of their account. */
export const listStatements = (db: Db) =>
  db
    .selectFrom('statements as statement')
    .leftJoin('ledger_accounts as account', 'account.id', 'statement.account_id')
    .selectAll('statement')
    .select('account.code')
    .execute()

export const listFiles = (db: Db) => db.selectFrom('statement_files').selectAll().execute()

/** The events of statements, in their order. */
export const listStatementEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['object_id', 'object_label', 'at', 'action', 'actor_id', 'parameters'])
    .where('object_type', '=', 'statement')
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The next lines of a statement after a line, in their order. */
export const listLinesAfter = (db: Db, statementId: string, line: number, limit: number) =>
  db
    .selectFrom('statement_lines')
    .selectAll()
    .where('statement_id', '=', statementId)
    .where('line_number', '>', line)
    .orderBy('line_number')
    .limit(limit)
    .execute()

/** The account that is stored for each identifier in statements. */
export const listIdentifiers = (db: Db) =>
  db
    .selectFrom('statement_identifiers as known')
    .leftJoin('ledger_accounts as account', 'account.id', 'known.account_id')
    .select(['known.identifier', 'known.currency', 'account.code'])
    .execute()

export const listMappings = (db: Db) =>
  db
    .selectFrom('statement_mappings as known')
    .leftJoin('ledger_accounts as account', 'account.id', 'known.account_id')
    .select(['known.headings_hash', 'known.mapping', 'account.code'])
    .execute()

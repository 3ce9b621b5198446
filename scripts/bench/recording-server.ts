/**
 * `bun recording-server.ts FILE` is `kontor serve` from its sources. When it ends, it writes every statement that it has run on SQLite to
 * the file, as JSON: a `RecordedStatement[]`.
 */
import { SqliteFile } from '#server/db/sqlite-file.ts'
import type { SQLQueryBindings } from 'bun:sqlite'
import { writeFileSync } from 'node:fs'

/** The index of the connection, the statement, and its values. */
export type RecordedStatement = [connection: number, text: string, values: SQLQueryBindings[]]

if (import.meta.main) {
  const [file = ''] = process.argv.splice(2, 1, 'serve')
  const statements: RecordedStatement[] = []
  const connections = new Map<SqliteFile, number>()
  const { execute } = SqliteFile.prototype
  SqliteFile.prototype.execute = function (text, values) {
    // An empty database in memory says once what the tables are.
    if (this.handle.filename === ':memory:') return execute.call(this, text, values)
    statements.push([connections.getOrInsertComputed(this, () => connections.size), text, values as SQLQueryBindings[]])
    return execute.call(this, text, values)
  }
  process.on('exit', () => writeFileSync(file, JSON.stringify(statements)))
  await import('#server/main.ts')
}

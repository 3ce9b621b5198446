import { sqlitePath } from '#server/db/sqlite.ts'
import { Database } from 'bun:sqlite'
import { isDatabaseUrl } from '../seed/open-kontor.ts'

/** Runs statements without our code; disposing of it closes the connection. */
export interface BareSql extends AsyncDisposable {
  run: (statement: string) => unknown
}

/** Opens the book in a data folder or in a PostgreSQL database. Each statement is prepared once. */
export function openBareSql(place: string): BareSql {
  if (isDatabaseUrl(place)) {
    const connection = new Bun.SQL(place, { max: 1 })
    return { run: (statement) => connection.unsafe(statement), [Symbol.asyncDispose]: () => connection.close() }
  }
  const database = new Database(sqlitePath(place), { readonly: true })
  return {
    run: (statement) => database.query(statement).all(),
    [Symbol.asyncDispose]: async () => database.close(),
  }
}

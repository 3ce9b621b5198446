import type { Session } from '#server/db/session.ts'
import {
  type CompiledQuery,
  type DatabaseIntrospector,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Where the sessions of one Kysely come from and where they go back to. */
export interface Sessions {
  acquire(): Promise<Session>
  release(session: Session): Promise<void>
}

/** A Kysely whose transactions each hold a session of ours. On SQLite they line up, as one file has one writer. */
export const transactionsOver = <Tables>(name: 'sqlite' | 'postgres', sessions: Sessions): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: dialectOver(name, driverOf(sessions)) })

/** A Kysely that gives every statement straight to one session, which all share: nothing to wait for, and no transactions. */
export function statementsOver<Tables>(name: 'sqlite' | 'postgres', session: Session): Kysely<Tables> {
  const driver = driverOf({ acquire: async () => session, release: async () => {} })
  driver.beginTransaction = async () => {
    throw new Error('The reader has no transactions: use inSnapshot')
  }
  const dialect = dialectOver(name, driver)
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor: new StraightExecutor(dialect, session) })
}

/** Kysely's own executor takes a dozen promises to a session and back, which costs more than SQLite's answer does. */
class StraightExecutor extends DefaultQueryExecutor {
  readonly #session: Session

  constructor(dialect: Dialect, session: Session) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), {
      provideConnection: (consumer) => consumer(session),
    })
    this.#session = session
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#session.executeQuery<Row>(query)
  }
}

/** One writer at a time: Kysely lines them up. */
class OneAtATime extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return false
  }
}

const dialectOver = (name: 'sqlite' | 'postgres', driver: Driver): Dialect =>
  name === 'sqlite'
    ? {
        createAdapter: () => new OneAtATime(),
        createQueryCompiler: () => new SqliteQueryCompiler(),
        createIntrospector: (kysely): DatabaseIntrospector => new SqliteIntrospector(kysely),
        createDriver: () => driver,
      }
    : {
        createAdapter: () => new PostgresAdapter(),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createIntrospector: (kysely): DatabaseIntrospector => new PostgresIntrospector(kysely),
        createDriver: () => driver,
      }

const driverOf = (sessions: Sessions): Driver => ({
  init: async () => {},
  acquireConnection: () => sessions.acquire(),
  beginTransaction: (session) => (session as Session).begin(),
  commitTransaction: (session) => (session as Session).commit(),
  rollbackTransaction: (session) => (session as Session).rollBack(),
  releaseConnection: (session) => {
    ;(session as Session).release()
    return sessions.release(session as Session)
  },
  destroy: async () => {},
})

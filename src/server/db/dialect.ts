import type { Connection } from '#server/db/connection.ts'
import {
  type CompiledQuery,
  type DatabaseIntrospector,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  Transaction,
} from 'kysely'

/** Where a Kysely instance acquires its connections and returns them to. */
export interface ConnectionSource {
  acquire(): Promise<Connection>
  release(connection: Connection): Promise<void>
}

/** A Kysely instance whose transactions each hold one of our connections. On SQLite they queue, as a file has only one writer. */
export const createTransactionDb = <Tables>(
  name: 'sqlite' | 'postgres',
  connections: ConnectionSource,
): Kysely<Tables> => new Kysely<Tables>({ dialect: createDialect(name, createDriver(connections)) })

/** A Kysely instance that runs every statement directly on one shared connection, without waiting and without transactions. */
export function createStatementDb<Tables>(name: 'sqlite' | 'postgres', connection: Connection): Kysely<Tables> {
  const driver = createDriver({ acquire: async () => connection, release: async () => {} })
  driver.beginTransaction = async () => {
    throw new Error('Reads outside a transaction have none: use inSnapshot')
  }
  const dialect = createDialect(name, driver)
  const executor = new DirectExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), connection)
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}

/**
 * Creates transactions on connections that have begun. Every statement runs directly on the connection; committing or rolling back is up
 * to the caller.
 */
export function createTransactions<Tables>(
  name: 'sqlite' | 'postgres',
): (connection: Connection) => Transaction<Tables> {
  const driver = createDriver({ acquire: notAcquired, release: notAcquired })
  const dialect = createDialect(name, driver)
  // Shared, because cached queries belong to the adapter.
  const [compiler, adapter] = [dialect.createQueryCompiler(), dialect.createAdapter()]
  return (connection) =>
    new Transaction<Tables>({
      config: { dialect },
      dialect,
      driver,
      executor: new DirectExecutor(compiler, adapter, connection),
    })
}

const notAcquired = async (): Promise<never> => {
  throw new Error('A transaction has its connection already')
}

/** Kysely's own executor awaits a dozen promises to acquire and release a connection, which costs more than a query on SQLite. */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: Connection

  constructor(compiler: QueryCompiler, adapter: DialectAdapter, connection: Connection) {
    super(compiler, adapter, { provideConnection: (consumer) => consumer(connection) })
    this.#connection = connection
  }

  get dataVersion(): string | undefined {
    return this.#connection.dataVersion
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.executeQuery<Row>(query)
  }
}

/** Changes with every commit to what an instance reads; undefined where that is not known, as on PostgreSQL and in transactions. */
export function readDataVersion<Tables>(db: Kysely<Tables>): string | undefined {
  const executor = db.getExecutor()
  return executor instanceof DirectExecutor ? executor.dataVersion : undefined
}

/** Returns a function that returns the tables that a transaction has written to since the call. */
export const followWrites = <Tables>(transaction: Transaction<Tables>): Promise<() => ReadonlySet<string>> =>
  transaction.getExecutor().provideConnection(async (connection) => (connection as Connection).followWrites())

/** One writer at a time: Kysely queues them. */
class SingleConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return false
  }
}

/** Whether statements of an instance run on SQLite. */
export const isSqlite = <Tables>(db: Kysely<Tables>): boolean => db.getExecutor().adapter instanceof SqliteAdapter

const createDialect = (name: 'sqlite' | 'postgres', driver: Driver): Dialect =>
  name === 'sqlite'
    ? {
        createAdapter: () => new SingleConnectionAdapter(),
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

const createDriver = (connections: ConnectionSource): Driver => ({
  init: async () => {},
  acquireConnection: () => connections.acquire(),
  beginTransaction: (connection) => (connection as Connection).begin(),
  commitTransaction: (connection) => (connection as Connection).commit(),
  rollbackTransaction: (connection) => (connection as Connection).rollBack(),
  releaseConnection: (connection) => {
    ;(connection as Connection).release()
    return connections.release(connection as Connection)
  },
  destroy: async () => {},
})

import type { Session } from '#server/db/session.ts'
import {
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Where the sessions of one Kysely come from and where they go back to. */
export interface Sessions {
  acquire(): Promise<Session>
  release(session: Session): Promise<void>
}

/** One writer at a time: Kysely lines them up. */
class OneAtATime extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return false
  }
}

class ManyAtATime extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Kysely over sessions of ours. On SQLite `writer` lines up its users, readers do not wait for one another. */
export function kyselyOver<Tables>(
  dialect: 'sqlite' | 'postgres',
  use: 'reader' | 'writer',
  sessions: Sessions,
): Kysely<Tables> {
  const sqlite = dialect === 'sqlite'
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => (!sqlite ? new PostgresAdapter() : use === 'writer' ? new OneAtATime() : new ManyAtATime()),
      createQueryCompiler: () => (sqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
      createIntrospector: (kysely): DatabaseIntrospector =>
        sqlite ? new SqliteIntrospector(kysely) : new PostgresIntrospector(kysely),
      createDriver: () => driverOf(sessions),
    } satisfies Dialect,
  })
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

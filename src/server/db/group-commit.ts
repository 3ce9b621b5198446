import type { Connection } from '#server/db/connection.ts'
import type { Transaction, TransactionOptions } from '#server/db/database.ts'
import { createTransactions } from '#server/db/dialect.ts'
import type { LargeWrites } from '#server/db/large-writes.ts'
import type { Tables } from '#server/db/schema.ts'
import { type BeginStatement, SqliteConnection } from '#server/db/sqlite-connection.ts'
import type { SqliteFile } from '#server/db/sqlite-file.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'

/** Runs a transaction after those before it; resolves once it is on the disk, and rejects with what it throws, after undoing it. */
export type RunTransaction = <Result>(
  work: (transaction: Transaction) => Promise<Result>,
  options?: TransactionOptions,
) => Promise<Result>

interface WaitingTransaction {
  /** Runs it within a group or alone; returns a callback for after the commit. */
  run(beginStatement: BeginStatement): Promise<() => void>
  reject(error: unknown): void
  isLarge: boolean
}

/** Transactions in one group; between groups other requests run. */
const maxMembers = 32

/**
 * Group commit: transactions that wait for the only writer of a SQLite file share one transaction of the database, and so one wait for the
 * disk. Each runs in a savepoint of its own, sees those before it, and undoes only itself when it throws. An error that makes SQLite give
 * up the whole transaction (a full disk) rejects every member of the group. One that waits alone needs no savepoint, and a large one is never in a
 * group: it runs in its own thread. None begins if `assertInPlace` throws.
 */
export function createGroupCommit(
  file: SqliteFile,
  largeWrites: LargeWrites,
  assertInPlace: () => void,
): RunTransaction {
  const transactionOn = createTransactions<Tables>('sqlite')
  const waiting: WaitingTransaction[] = []
  let isRunning = false

  async function runGroups(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      // Requests that have arrived by now join the group.
      await yieldToEventLoop()
      const members = waiting.splice(0, countMembers(waiting))
      const [first] = members
      if (first && members.length === 1) await runAlone(first)
      else await runGroup(file, members)
    }
    isRunning = false
  }

  return (work, { isLarge = false } = {}) =>
    new Promise((resolve, reject) => {
      const run = (beginStatement: BeginStatement): Promise<() => void> =>
        isLarge ? largeWrites.use(runOn) : runOn(new SqliteConnection(file, beginStatement))
      const runOn = async (connection: Connection): Promise<() => void> => {
        assertInPlace()
        await connection.begin()
        try {
          const result = await work(transactionOn(connection))
          await connection.commit()
          return () => resolve(result)
        } catch (error) {
          await connection.rollBack()
          throw error
        }
      }
      waiting.push({ run, reject, isLarge })
      if (!isRunning) void runGroups()
    })
}

/** How many of those that wait are the next group: up to the next large one, which is alone. */
function countMembers(waiting: readonly WaitingTransaction[]): number {
  const large = waiting.slice(0, maxMembers).findIndex(({ isLarge }) => isLarge)
  return large === -1 ? maxMembers : Math.max(large, 1)
}

/** SQLite copies every page that changes after a savepoint, and goes through all copies after each statement, which doubles the time of an import. */
async function runAlone({ run, reject }: WaitingTransaction): Promise<void> {
  try {
    const onCommit = await run('begin immediate')
    onCommit()
  } catch (error) {
    reject(error)
  }
}

/** A member that throws is rejected after the commit, too: it may have decided by what members before it wrote. */
async function runGroup(file: SqliteFile, members: readonly WaitingTransaction[]): Promise<void> {
  const group = new SqliteConnection(file, 'begin immediate')
  const onCommit: (() => void)[] = []
  const rejections: (() => void)[] = []
  try {
    await group.begin()
    for (const { run, reject } of members)
      try {
        onCommit.push(await run('savepoint member'))
      } catch (error) {
        rejections.push(() => reject(error))
        // Some errors end the transaction of the whole group.
        if (!file.handle.inTransaction) throw error
      }
    await group.commit()
  } catch (error) {
    // This fails only if the file was closed meanwhile, which undoes the group, too. Its members get the first error either way.
    await group.rollBack().catch(() => undefined)
    // A member that threw keeps its own error.
    for (const reject of rejections) reject()
    for (const { reject } of members) reject(error)
    return
  }
  for (const settle of [...onCommit, ...rejections]) settle()
}

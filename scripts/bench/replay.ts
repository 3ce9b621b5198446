/**
 * `bun replay.ts SQLITE_FILE RECORDING together|alone TABLE` runs the statements that a `recording-server.ts` has recorded, each prepared once,
 * without anything else, and prints a `ReplayResult` of the second half of them as JSON. Each action inserts into `TABLE` once. `together` commits what the server committed
 * together, `alone` commits each transaction by itself.
 */
import type { RecordedStatement } from './recording-server.ts'
import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { readFileSync } from 'node:fs'

export interface ReplayResult {
  perSecond: number
  /** CPU time of an action, µs. */
  cpuUs: number
}

const [sqliteFile = '', recording = '', mode, table = ''] = process.argv.slice(2)
const recorded = JSON.parse(readFileSync(recording, 'utf8')) as RecordedStatement[]
const statements = mode === 'alone' ? commitAlone(recorded) : recorded
const middle = Math.floor(statements.length / 2)

const connections = new Map<
  number,
  { database: Database; prepared: Map<string, Statement<unknown, SQLQueryBindings[]>> }
>()
let startedAt = 0
let cpuBefore = process.cpuUsage()
let actions = 0
for (const [index, [connection, text, values]] of statements.entries()) {
  if (index === middle) [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
  const { database, prepared } = connections.getOrInsertComputed(connection, () => ({
    database: new Database(sqliteFile, { readwrite: true, strict: true }),
    prepared: new Map<string, Statement<unknown, SQLQueryBindings[]>>(),
  }))
  const statement = prepared.getOrInsertComputed(text, () => database.prepare<unknown, SQLQueryBindings[]>(text))
  if (statement.reader) statement.all(...values)
  else statement.run(...values)
  if (index >= middle && /^insert (or fail )?into "(\w+)"/.exec(text)?.[2] === table) actions += 1
}
const { user, system } = process.cpuUsage(cpuBefore)
const result: ReplayResult = {
  perSecond: actions / ((performance.now() - startedAt) / 1000),
  cpuUs: (user + system) / actions,
}
console.log(JSON.stringify(result))

/** The statements as they are when the members of a group are transactions of their own. */
function commitAlone(together: readonly RecordedStatement[]): RecordedStatement[] {
  let isGroup = false
  return together.flatMap(([connection, text, values], index): RecordedStatement[] => {
    if (text === 'begin immediate') {
      const next = together.find(([other], later) => later > index && other === connection)
      isGroup = next?.[1] === 'savepoint member'
    }
    if (isGroup && (text === 'begin immediate' || text === 'commit')) return []
    const alone = { 'savepoint member': 'begin immediate', 'release member': 'commit' }[text] ?? text
    return [[connection, alone, values]]
  })
}

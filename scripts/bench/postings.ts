import { createOperatorContext } from '#server/context.ts'
import { SqliteFile } from '#server/db/sqlite-file.ts'
import { type AccountPurpose, resolveAccounts } from '#server/finance/accounts.ts'
import { postEntries } from '#server/finance/ledger.ts'
import type { SQLQueryBindings } from 'bun:sqlite'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openForScript } from '../seed/open-kontor.ts'
import { createBook } from './book.ts'
import { type Bench, median, printTable } from './measurement.ts'
import type { RecordedStatement } from './recording-server.ts'
import type { ReplayResult } from './replay.ts'
import { replayStatements } from './replay-statements.ts'

const entryCount = 10_000
const waiting = 64
const rounds = 5
const targets = { perSecond: 5000, ratio: 0.5 }

/**
 * Entries of three postings per second, each in a transaction of its own, of which 64 wait at any time, on SQLite; beside the same statements
 * alone, committed in the same groups.
 */
export async function measurePostings({ folder }: Bench): Promise<void> {
  const book = await createBook(join(folder, 'postings'), 10)
  const copyBook = (name: string): string => {
    const copy = join(folder, `postings-${name}`)
    rmSync(copy, { recursive: true, force: true })
    cpSync(book, copy, { recursive: true })
    return copy
  }
  const recording = join(folder, 'postings.json')
  await recordStatements(recording, () => post(copyBook('recorded')))
  const results: { posted: ReplayResult; replayed: ReplayResult }[] = []
  for (let round = 0; round < rounds; round += 1)
    results.push({
      posted: await post(copyBook('posted')),
      replayed: await replayStatements(copyBook('replayed'), recording, 'together', 'ledger_entries'),
    })
  const medianOf = (pick: (result: (typeof results)[number]) => number): string => median(results.map(pick)).toFixed(2)
  printTable(
    [`${entryCount} entries, ${waiting} waiting`, '', 'posted', 'statements', 'ratio', 'target'],
    [
      [
        'per second',
        '',
        medianOf(({ posted }) => posted.perSecond),
        medianOf(({ replayed }) => replayed.perSecond),
        medianOf(({ posted, replayed }) => posted.perSecond / replayed.perSecond),
        `${targets.perSecond}, ${targets.ratio}`,
      ],
      [
        'CPU of an entry, µs',
        '',
        medianOf(({ posted }) => posted.cpuUs),
        medianOf(({ replayed }) => replayed.cpuUs),
        medianOf(({ posted, replayed }) => replayed.cpuUs / posted.cpuUs),
        '',
      ],
    ],
  )
}

/** Posts the entries to the book of a data folder; the result is that of the second half of them. */
async function post(dataFolder: string): Promise<ReplayResult> {
  const kontor = await openForScript({ dataFolder })
  const context = createOperatorContext(kontor)
  const { currency } = kontor.book
  const purposes: AccountPurpose[] = (['bank_fee', 'rent', 'transit'] as const).map((role) => ({
    role,
    provider: '',
    currency,
  }))
  const accountIdOf = await kontor.database.inTransaction((transaction) =>
    resolveAccounts(transaction, currency, purposes),
  )
  const [fee = '', rent = '', transit = ''] = purposes.map(accountIdOf)
  const postRange = async (from: number, to: number): Promise<void> => {
    let next = from
    const work = async (): Promise<void> => {
      for (let n = next++; n < to; n = next++) {
        const lines = [
          { accountId: fee, amountMinor: 30 },
          { accountId: rent, amountMinor: 1000 + (n % 7919) },
          { accountId: transit, amountMinor: -1030 - (n % 7919) },
        ]
        const occurredAt = kontor.now()
        const draft = { kind: 'entry.manual' as const, memo: 'Rent', source: 'bench', externalId: String(n), links: [] }
        await kontor.database.inTransaction((transaction) =>
          postEntries(transaction, context, [{ ...draft, occurredAt, lines }]),
        )
      }
    }
    await Promise.all(Array.from({ length: waiting }, work))
  }
  const middle = entryCount / 2
  await postRange(0, middle)
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()]
  await postRange(middle, entryCount)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  await kontor.database.close()
  return { perSecond: middle / seconds, cpuUs: (user + system) / middle }
}

/** Writes the statements that `run` executes to a file. */
async function recordStatements(file: string, run: () => Promise<unknown>): Promise<void> {
  const statements: RecordedStatement[] = []
  const { execute } = SqliteFile.prototype
  SqliteFile.prototype.execute = function (text, values) {
    statements.push([0, text, [...values] as SQLQueryBindings[]])
    return execute.call(this, text, values)
  }
  await run()
  SqliteFile.prototype.execute = execute
  writeFileSync(file, JSON.stringify(statements))
}

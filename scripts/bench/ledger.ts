import { join } from 'node:path'
import { isDatabaseUrl, openPlace } from '../seed/open-kontor.ts'
import { openBareSql } from './open-bare-sql.ts'
import { createBook } from './book.ts'
import { fillLedger } from './ledger-book.ts'
import { type Bench, median, printTable } from './measurement.ts'
import { createKontorServer, logIn, startServer } from './servers.ts'

const postingCount = Number(process.env['BENCH_POSTINGS'] ?? 3_000_000)
const runs = 60
const warmUpRuns = 20

const month = 'from=2025-10-01&to=2025-10-31'
/** What finance staff open; `CLEARING` is the code of the busiest account. */
const cases: readonly [label: string, query: string][] = [
  ['cash flow', ''],
  ['cash flow of a month', month],
  ['refunds', 'kind=refund.succeeded'],
  ['money out, a month', `flow=out&${month}`],
  ['by day, a month', `group=day&${month}`],
  ['by month', 'group=month'],
  ['by kind', 'group=kind'],
  ['by channel', 'group=channel'],
  ['composition', 'chart=composition'],
  ['aging', 'chart=aging'],
  ['an account with running balance', 'tab=accounts&account=CLEARING'],
  ['the same at the end of a past month', 'tab=accounts&account=CLEARING&to=2024-05-31'],
]

/** The least that a page must ask: its figures and its rows, by prepared statements on the same file. */
const bareStatements: readonly [label: string, statement: string][] = [
  [
    'sums of all days by kind',
    `select kind, sum(in_minor), sum(out_minor) from ledger_day_totals join ledger_accounts on id = account_id
     where is_money_account = 1 and currency = 'CNY' group by kind`,
  ],
  [
    'sums of all days by day',
    `select accounting_day, sum(in_minor), sum(out_minor) from ledger_day_totals join ledger_accounts on id = account_id
     where is_money_account = 1 and currency = 'CNY' group by accounting_day`,
  ],
  [
    'the newest 50 entries with their postings',
    `select * from ledger_postings where entry_seq in
     (select seq from ledger_entries order by accounting_day desc, occurred_at desc, seq desc limit 50)`,
  ],
]

/**
 * How long the binary takes for the pages of the ledger with 3 million postings (`BENCH_POSTINGS`), beside the bare SQL: on SQLite, and on the empty
 * PostgreSQL databases given with `--books`.
 */
export async function measureLedger({ folder, books }: Bench): Promise<void> {
  const places = [join(folder, 'ledger'), ...books]
  const columns: string[][] = []
  for (const place of places) columns.push(await measurePlace(place))
  const labels = [...bareStatements.map(([label]) => `SQL: ${label}`), ...cases.map(([label]) => label)]
  printTable(
    [`${postingCount} postings`, '', 'SQLite: median / p95', ...books.map(() => 'PostgreSQL')],
    labels.map((label, row) => [label, '', ...columns.map((cells) => cells[row] ?? '')]),
  )
}

async function measurePlace(place: string): Promise<string[]> {
  await createBook(place, 100)
  const kontor = await openPlace(place)
  const clearing = await fillLedger(kontor, postingCount)
  await kontor.database.close()
  // What PostgreSQL does by itself after a while: only then the indexes say alone which rows count.
  if (isDatabaseUrl(place)) await new Bun.SQL(place).unsafe('vacuum analyze')
  const cells = await measureBareSql(place)
  await using server = await startServer(createKontorServer(place))
  const cookie = await logIn(server.origin)
  for (const [, query] of cases) {
    const url = `${server.origin}/finance?${query.replace('CLEARING', clearing)}`
    cells.push(
      await time(async () => {
        const response = await fetch(url, { headers: { Cookie: cookie, Accept: 'text/html' }, redirect: 'manual' })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
      }),
    )
  }
  return cells
}

async function measureBareSql(place: string): Promise<string[]> {
  await using connection = openBareSql(place)
  const cells: string[] = []
  for (const [, statement] of bareStatements) cells.push(await time(() => connection.run(statement)))
  return cells
}

async function time(run: () => unknown): Promise<string> {
  const times: number[] = []
  for (let each = 0; each < warmUpRuns + runs; each += 1) {
    const startedAt = performance.now()
    await run()
    if (each >= warmUpRuns) times.push(performance.now() - startedAt)
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0
  return `${median(times).toFixed(1)} / ${p95.toFixed(1)}`
}

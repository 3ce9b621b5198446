import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openForScript } from '../seed/open-kontor.ts'
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

/** How long the binary takes for the pages of the ledger with 3 million postings (`BENCH_POSTINGS`) on SQLite, beside the bare SQL. */
export async function measureLedger({ folder }: Bench): Promise<void> {
  const book = await createBook(join(folder, 'ledger'), 100)
  const kontor = await openForScript({ dataFolder: book })
  const clearing = await fillLedger(kontor, postingCount)
  await kontor.database.close()
  const rows = measureBareSql(join(book, 'kontor.sqlite'))
  await using server = await startServer(createKontorServer(book))
  const cookie = await logIn(server.origin)
  for (const [label, query] of cases) {
    const url = `${server.origin}/finance?${query.replace('CLEARING', clearing)}`
    const times: number[] = []
    for (let run = 0; run < warmUpRuns + runs; run += 1) {
      const startedAt = performance.now()
      const response = await fetch(url, { headers: { Cookie: cookie, Accept: 'text/html' }, redirect: 'manual' })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
      if (run >= warmUpRuns) times.push(performance.now() - startedAt)
    }
    rows.push(toRow(label, times))
  }
  printTable([`${postingCount} postings`, '', 'median ms', 'p95 ms'], rows)
}

function measureBareSql(file: string): string[][] {
  const database = new Database(file, { readonly: true })
  const rows = bareStatements.map(([label, text]) => {
    const statement = database.query(text)
    const times = Array.from({ length: warmUpRuns + runs }, () => {
      const startedAt = performance.now()
      statement.all()
      return performance.now() - startedAt
    })
    return toRow(`SQL: ${label}`, times.slice(warmUpRuns))
  })
  database.close()
  return rows
}

function toRow(label: string, times: readonly number[]): string[] {
  const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0
  return [label, '', median(times).toFixed(1), p95.toFixed(1)]
}

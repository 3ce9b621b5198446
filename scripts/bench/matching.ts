import type { Kontor } from '#server/context.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { matchingRun } from '#shared/finance/matching/views.ts'
import { sql } from 'kysely'
import { join } from 'node:path'
import { openForScript } from '../seed/open-kontor.ts'
import { createBook } from './book.ts'
import { type Bench, printTable } from './measurement.ts'
import { createKontorServer, logIn, startServer } from './servers.ts'

const lineCount = Number(process.env['BENCH_LINES'] ?? 100_000)
const days = 31
const firstDay = Date.UTC(2026, 2, 1)
const dayMs = 86_400_000
const probeIntervalMs = 5

/** How long the binary takes to match 100,000 lines of a month (`BENCH_LINES`) with as many postings, how long others wait meanwhile, and the pages after it. */
export async function measureMatching({ folder }: Bench): Promise<void> {
  const book = await createBook(join(folder, 'matching'), 100)
  const kontor = await openForScript({ dataFolder: book })
  const account = await fill(kontor)
  await kontor.database.close()
  await using server = await startServer(createKontorServer(book))
  const cookie = await logIn(server.origin)
  const headers = { 'Cookie': cookie, 'Origin': server.origin, 'Content-Type': 'application/json' }
  const run = async (): Promise<[number, number]> => {
    const startedAt = performance.now()
    const response = await fetch(`${server.origin}/api/finance/matching-runs`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ account }),
    })
    const { rules } = matchingRun.parse(await response.json())
    return [performance.now() - startedAt, rules.reduce((sum, { lines }) => sum + lines, 0)]
  }
  const waits: number[] = []
  const probe = new AbortController()
  const probing = probeWaits(server.origin, waits, probe.signal)
  const [firstMs, matched] = await run()
  probe.abort()
  await probing
  const [secondMs] = await run()
  const page = async (query: string): Promise<number> => {
    const startedAt = performance.now()
    await (
      await fetch(`${server.origin}/finance?tab=reconciliation${query}`, { headers: { Cookie: cookie } })
    ).arrayBuffer()
    return performance.now() - startedAt
  }
  const sorted = waits.toSorted((a, b) => a - b)
  await page('')
  printTable(
    [`${lineCount} lines`, '', 'ms'],
    [
      [`matched ${matched}`, '', firstMs.toFixed(0)],
      ['again, nothing left', '', secondMs.toFixed(0)],
      ['others wait, p99', '', (sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(0)],
      ['others wait, longest', '', (sorted.at(-1) ?? 0).toFixed(0)],
      ['tab Reconciliation', '', (await page('')).toFixed(0)],
      ['open lines of the account', '', (await page(`&account=${account}`)).toFixed(0)],
      ['matched lines of the account', '', (await page(`&account=${account}&state=matched`)).toFixed(0)],
    ],
  )
}

async function probeWaits(origin: string, waits: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now()
    await (await fetch(`${origin}/login`)).arrayBuffer()
    waits.push(performance.now() - startedAt)
    await Bun.sleep(probeIntervalMs)
  }
}

/** Payments of a month by one provider and a statement with a line for each, written directly, without hashes. Returns the code of its account. */
async function fill({ database, book }: Kontor): Promise<string> {
  const purpose = { role: 'clearing', provider: 'Bench', currency: book.currency } as const
  const sales = { role: 'sales', provider: '', currency: book.currency } as const
  return database.inTransaction(async (transaction) => {
    const idOf = await resolveAccounts(transaction, book.currency, [purpose, sales])
    const [account, counter] = [idOf(purpose), idOf(sales)]
    const { head_seq: head } = await transaction.selectFrom('book').select('head_seq').executeTakeFirstOrThrow()
    const { id: user } = await transaction.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
    const numbers = sql`with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${lineCount - 1})`
    const day = sql`date(${firstDay} / 1000 + n * ${days} / ${lineCount} * 86400, 'unixepoch')`
    const at = sql`${firstDay} + n * ${days} / ${lineCount} * ${dayMs} + n % 80000 * 1000`
    const seq = sql`${head} + 1 + n`
    await sql`
      insert into ledger_entries (seq, kind, accounting_day, occurred_at, recorded_at, memo, source, external_id, posting_count, previous_hash, hash)
      ${numbers} select ${seq}, 'payment.captured', ${day}, ${at}, ${at}, 'T' || n, 'bench', n, 2, '', '' from numbers`.execute(
      transaction,
    )
    for (const [id, position, sign] of [
      [account, 1, 1],
      [counter, 2, -1],
    ] as const)
      await sql`
        insert into ledger_postings
        ${numbers} select ${id}, n + 1, ${day}, ${at}, ${seq}, ${position}, ${sign} * (1000 + n % 7919), 0 from numbers`.execute(
        transaction,
      )
    await sql`insert into ledger_links ${numbers} select ${seq}, 'payment', 'bench' || n, 'PY' || n from numbers`.execute(
      transaction,
    )
    await sql`update book set head_seq = ${head + lineCount}`.execute(transaction)
    const imported = { imported_at: firstDay, imported_by: user }
    await transaction
      .insertInto('statement_files')
      .values({
        ...imported,
        id: 'file',
        sha256: '',
        name: 'bench.csv',
        format: 'alipay',
        size_bytes: 1,
        lease_until: null,
      })
      .execute()
    const lastDay = new Date(firstDay + (days - 1) * dayMs).toISOString().slice(0, 10)
    await sql`
      insert into statements (id, file_id, position, account_id, number, identifier, first_day, last_day, line_count, new_count, in_minor, out_minor, neutral_minor, totals_check, imported_at)
      values ('bench', 'file', 1, ${account}, '', '', '2026-03-01', ${lastDay}, ${lineCount}, ${lineCount}, 0, 0, 0, 'none', ${firstDay})`.execute(
      transaction,
    )
    await sql`
      insert into statement_lines (statement_id, line_number, account_id, day, value_day, clock_time, class, amount_minor, counterparty,
        counterparty_account, description, reference, entry_reference, order_reference, payout_reference, related_reference, status, identity, occurrence, version)
      ${numbers} select 'bench', n + 1, ${account}, ${day}, '', '', 'in', 1000 + n % 7919, '', '', '', 'T' || n, '', '', '', '', '', 'line' || n, 1, 1
      from numbers`.execute(transaction)
    const { code } = await transaction
      .selectFrom('ledger_accounts')
      .select('code')
      .where('id', '=', account)
      .executeTakeFirstOrThrow()
    return code
  })
}

import { type AuthenticatedContext, createOperatorContext, type Kontor } from '#server/context.ts'
import { readAuditLog } from '#server/events/audit-log.ts'
import { topicOf } from '#shared/events/audit-log.ts'
import { eventActions } from '#shared/events/event-actions.ts'
import { listEventsQuery, type ListEventsQuery } from '#shared/events/inputs.ts'
import { toGrants } from '#server/roles/stored-role.ts'
import schema from '#server/db/migrations/001-initial.sql' with { type: 'text' }
import { sql } from 'kysely'
import { join } from 'node:path'
import { openForScript } from '../seed/open-kontor.ts'
import { inLongTransaction } from './long-transaction.ts'
import type { Bench } from './measurement.ts'
import { median, printTable } from './measurement.ts'

const eventCount = Number(process.env['BENCH_EVENTS'] ?? 5_000_000)
const runs = 20
const people = 40
const batch = 100_000

/** What staff look for: the office is the address of half of all events. */
const cases: readonly [label: string, query: Record<string, unknown>][] = [
  ['everything', {}],
  ['a topic', { topic: ['roles'] }],
  ['two topics', { topic: ['orders', 'logins'] }],
  ['a person', { actor: 'person-3' }],
  ['the program', { actor: 'program' }],
  ['a person and a topic', { actor: 'person-3', topic: ['refunds'] }],
  ['an address', { q: '203.0.113.1' }],
  ['an address and a topic', { q: '203.0.113.1', topic: ['settings'] }],
  ['an address and a person', { q: '203.0.113.1', actor: 'person-3' }],
  ['an address that a person never had', { q: '203.0.113.1', actor: 'person-0' }],
  ['the same in a month', { q: '203.0.113.1', actor: 'person-0', from: '2025-01-01', to: '2025-01-31' }],
  ['an order', { q: 'SO1234' }],
  ['an order and a person', { q: 'SO1234', actor: 'person-3' }],
  ['a person by name', { q: 'Person 3' }],
  // Five users: Person 3 and Person 30 to 33.
  ['users by a part of their name', { q: 'son 3' }],
  ['the same, and who did it', { q: 'son 3', actor: 'person-0' }],
  ['the same in a topic', { q: 'son 3', topic: ['logins'] }],
  ['what one person did to another', { q: 'Person 3', actor: 'person-0' }],
  ['a week', { from: '2025-01-01', to: '2025-01-07' }],
  ['nothing', { q: 'nothing' }],
]

/** How long a page of the audit log takes with 5 million events, in process: on SQLite, and on the empty databases given with `--books`. */
export async function measureAudit({ folder, books }: Bench): Promise<void> {
  const rows = cases.map(([label]) => [label, ''])
  for (const databaseUrl of ['', ...books]) {
    const kontor = await openForScript({ dataFolder: join(folder, 'audit'), databaseUrl })
    await fill(kontor)
    // What PostgreSQL does by itself after a while: only then the indexes say alone which rows count.
    if (databaseUrl) await new Bun.SQL(databaseUrl).unsafe('vacuum analyze events')
    for (const [index, [, query]] of cases.entries()) {
      const { wallMs, cpuMs } = await measure(kontor, listEventsQuery.parse(query))
      const p95 = wallMs.toSorted((a, b) => a - b)[Math.ceil(runs * 0.95) - 1] ?? 0
      rows[index]?.push(`${median(wallMs).toFixed(1)} / ${p95.toFixed(1)} (${cpuMs.toFixed(1)})`)
    }
    await kontor.database.close()
  }
  console.log(
    'milliseconds of a page and its count, median / 95th percentile, and CPU time of this process in brackets',
  )
  printTable(['filter', '', 'sqlite', ...books.map(() => 'postgresql')], rows)
}

/** Wall and CPU time of each page. */
async function measure(kontor: Kontor, query: ListEventsQuery): Promise<{ wallMs: number[]; cpuMs: number }> {
  const context = asOwner(kontor)
  const wallMs: number[] = []
  const cpuBefore = process.cpuUsage()
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    await readAuditLog(context, query)
    wallMs.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  return { wallMs, cpuMs: (user + system) / 1000 / runs }
}

/**
 * Fills the table directly: years of an office, in which a person logs in and works from a few addresses, and the program acts now and then. The person 0 never
 * was at the address that half of the events have. The indexes are built at the end, which takes a fraction of the time.
 */
async function fill({ database }: Kontor): Promise<void> {
  const actions = eventActions.filter((action) => action !== 'order.imported')
  await database.inTransaction(async (transaction) => {
    await transaction
      .insertInto('users')
      .values(
        Array.from({ length: people }, (_, n) => ({
          id: `person-${n}`,
          email: `person-${n}@example.com`,
          email_key: `person-${n}@example.com`,
          name: `Person ${n}`,
          name_sort_key: `person ${n}`,
          role: 'viewer',
          status: 'active' as const,
          locale: 'en' as const,
          created_at: 0,
        })),
      )
      .execute()
    await sql`create table bench_actions (n integer primary key, action text, topic text)`.execute(transaction)
    for (const [n, action] of actions.entries())
      await sql`insert into bench_actions values (${n}, ${action}, ${topicOf(action)})`.execute(transaction)
    for (const name of indexes) await sql`drop index ${sql.id(name)}`.execute(transaction)
  })
  for (let from = 0; from < eventCount; from += batch)
    await inLongTransaction(database, (transaction) =>
      sql`
        insert into events
        select '0190' || (1000000000000 + i), 1650000000000 + i * 25000, action, 'user',
          case when person = ${people} then null else 'person-' || person end, 'Person ' || person, null,
          case when action like 'user.%' then 'user' else 'order' end, 'object-' || (i % 300000),
          case when action like 'user.%' then 'Person ' || (i / 7 % ${people}) else 'SO' || (i % 300000) end,
          '{"version":2,"reason":"customer asked for it"}', 0, topic, 'abcdabcdabcdabcd',
          case when i % 2 = 0 and person > 0 then '203.0.113.1' else '198.51.100.' || (i / 3 % 200) end
        from (
          with recursive numbers (i) as (select cast(${from} as bigint) union all select i + 1 from numbers where i < ${Math.min(from + batch, eventCount) - 1})
          select i, (i / 64 * 40503 + i) % ${people + 1} as person, (i * 7919 / 128) % ${actions.length} as action_number from numbers
        ) as generated join bench_actions on n = action_number`.execute(transaction),
    )
  await inLongTransaction(database, async (transaction) => {
    for (const statement of indexStatements) await sql.raw(statement).execute(transaction)
  })
  await inLongTransaction(database, (transaction) => sql`analyze events`.execute(transaction))
}

/** The indexes of `events` as the schema makes them. */
const indexStatements = [...schema.matchAll(/^create index (?:\w+) on events \(.*;$/gm)].map(([statement]) => statement)
const indexes = indexStatements.map((statement) => statement.split(' ')[2] ?? '')

function asOwner(kontor: Kontor): AuthenticatedContext {
  const user = { id: 'person-1', role: 'owner', ...toGrants('owner') }
  return { ...createOperatorContext(kontor), session: { user } } as unknown as AuthenticatedContext
}

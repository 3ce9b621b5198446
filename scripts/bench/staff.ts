import { createNameSortKey } from '#server/list/name-sort-key.ts'
import type { Kontor } from '#server/context.ts'
import { newIdAt } from '#server/db/id.ts'
import { builtInRoles } from '#shared/permissions.ts'
import { join } from 'node:path'
import { openForScript } from '../seed/open-kontor.ts'
import { createBook } from './book.ts'
import { type Bench, median, printTable } from './measurement.ts'
import { createKontorServer, logIn, startServer } from './servers.ts'

const accounts = 10_000
const runs = 100
const warmUpRuns = 50
const dayMs = 86_400_000

const names = ['王芳', 'Anna Shen', '李伟', 'Tom Becker', '张敏', 'Zoë Núñez', '欧阳静', 'Lucy Grant']

/** The list of staff as people use it. */
const cases: readonly [label: string, query: string][] = [
  ['first page', ''],
  ['search in pinyin', 'search=wang'],
  ['search by email', 'search=person-4321'],
  ['role', 'role=viewer'],
  ['suspended', 'status=suspended'],
  ['two-step login', 'factor=on'],
  ['inactive', 'seen=inactive'],
  ['oldest visit first', 'sort=seen'],
  ['an open account', 'user=OPEN'],
]

/** How long the binary takes for the page of staff with 10,000 accounts on SQLite. */
export async function measureStaff({ folder }: Bench): Promise<void> {
  const book = await createBook(join(folder, 'staff'), 100)
  const kontor = await openForScript({ dataFolder: book })
  const ids = await addAccounts(kontor)
  await kontor.database.close()
  await using server = await startServer(createKontorServer(book))
  const cookie = await logIn(server.origin)
  const rows: string[][] = []
  for (const [label, query] of cases) {
    const url = `${server.origin}/users?${query.replace('OPEN', ids[4321] ?? '')}`
    const times: number[] = []
    for (let run = 0; run < warmUpRuns + runs; run += 1) {
      const startedAt = performance.now()
      const response = await fetch(url, { headers: { Cookie: cookie, Accept: 'text/html' }, redirect: 'manual' })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
      if (run >= warmUpRuns) times.push(performance.now() - startedAt)
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.ceil(runs * 0.95) - 1] ?? 0
    rows.push([label, '', median(times).toFixed(1), p95.toFixed(1)])
  }
  printTable([`${accounts} accounts`, '', 'median ms', 'p95 ms'], rows)
}

/** Adds the accounts directly: of every role, some suspended, a third with an authenticator app. */
async function addAccounts({ database, now }: Kontor): Promise<string[]> {
  const numbers = Array.from({ length: accounts }, (_, n) => n)
  const sortKeys = await Promise.all(names.map(createNameSortKey))
  const users = numbers.map((n) => {
    const createdAt = now() - (accounts - n) * (dayMs / 10)
    return {
      id: newIdAt(createdAt),
      email: `person-${n}@example.com`,
      email_key: `person-${n}@example.com`,
      name: `${names[n % names.length]} ${n}`,
      name_sort_key: `${sortKeys[n % names.length]} ${n}`,
      role: builtInRoles[n % builtInRoles.length] ?? null,
      status: n % 20 === 0 ? ('suspended' as const) : ('active' as const),
      locale: 'en' as const,
      created_at: createdAt,
      last_seen_at: n % 3 === 0 ? null : now() - (n % 200) * dayMs,
    }
  })
  const apps = users
    .filter((_, n) => n % 3 === 1)
    .map(({ id, created_at }) => ({
      id: newIdAt(created_at),
      user_id: id,
      kind: 'totp' as const,
      issuer: '',
      subject: null,
      secret: '',
      label: 'Phone',
      details: '{"counter":0}',
      created_at,
    }))
  await database.inTransaction(async (transaction) => {
    for (let from = 0; from < users.length; from += 500)
      await transaction
        .insertInto('users')
        .values(users.slice(from, from + 500))
        .execute()
    for (let from = 0; from < apps.length; from += 500)
      await transaction
        .insertInto('credentials')
        .values(apps.slice(from, from + 500))
        .execute()
  })
  return users.map(({ id }) => id)
}

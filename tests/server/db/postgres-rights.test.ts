import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/db/open.ts'
import { verify } from '#server/self-check/verify.ts'
import { createSmallBook } from '#tests/server/finance/small-book.ts'
import { createEmptyDatabase, type DatabaseLocation, quietLog } from '#tests/support/databases.ts'
import { getPostgresUrl } from '#tests/support/postgres.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { SQL } from 'bun'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'

allowSlowTests()
const id = crypto.randomUUID().slice(0, 8)
const [owner, app] = [`kontor_owner_${id}`, `kontor_app_${id}`]
let location: DatabaseLocation
let admin: SQL

const urlOf = (user: string): string => {
  const url = new URL(location.config.databaseUrl)
  url.username = user
  return url.href
}
const configOf = (user: string) => ({ ...location.config, databaseUrl: urlOf(user) })

const connections = new Map<string, SQL>()
/** The connection of a user, and of the superuser without one. */
const connect = (user?: string): SQL =>
  connections.getOrInsertComputed(
    user ?? '',
    () => new SQL(user === undefined ? location.config.databaseUrl : urlOf(user), { max: 1 }),
  )

/** What the error of a statement says, or nothing. */
const run = async (user: string, ...statements: string[]): Promise<string> => {
  try {
    for (const statement of statements) await connect(user).unsafe(statement)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

/** As docs/operations.md says: the rights of the owner for the user of the servers. */
const grantRights = async (): Promise<void> => {
  const sql = connect(owner)
  const grants: { statement: string }[] = await sql.unsafe(
    `select format('grant %s on %I to ${app}', string_agg(privilege_type, ', '), table_name) as statement
     from information_schema.table_privileges
     where table_schema = 'public' and grantee = '${owner}' and privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
     group by table_name`,
  )
  for (const { statement } of grants) await sql.unsafe(statement)
}

/** The tables whose rows a trigger protects. */
const listAppendOnly = async (): Promise<string[]> => {
  const sql = connect()
  const rows: { name: string }[] = await sql.unsafe(
    `select tgrelid::regclass::text as name from pg_trigger where tgname like '%_reject_change'`,
  )
  expect(rows.length).toBeGreaterThan(10)
  return rows.map(({ name }) => name)
}

/** The last column of a table, which is never the one that foreign keys lock. */
const findColumn = async (table: string): Promise<string> => {
  const sql = connect()
  const [{ name }] = await sql.unsafe(
    `select attname as name from pg_attribute where attrelid = '${table}'::regclass order by attnum desc limit 1`,
  )
  return name
}

/** PostgreSQL ends connections after their programs do. */
const waitUntilUnused = async (): Promise<void> => {
  for (;;) {
    const [{ count }] = await connect().unsafe(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = 'kontor'`,
    )
    if (count === 0) return
    await Bun.sleep(10)
  }
}

beforeAll(async () => {
  location = await createEmptyDatabase('postgres')
  admin = new SQL(await getPostgresUrl(), { max: 1 })
  const { pathname } = new URL(location.config.databaseUrl)
  for (const role of [owner, app]) await admin.unsafe(`create role ${role} login`)
  await admin.unsafe(`alter database ${pathname.slice(1)} owner to ${owner}`)
  await admin.unsafe(`grant create on database ${pathname.slice(1)} to ${app}`)
  await (await openDatabase(configOf(owner), quietLog)).close()
  await grantRights()
})

afterAll(async () => {
  await Promise.all([...connections.values()].map((sql) => sql.close()))
  await location.remove()
  for (const role of [owner, app]) await admin.unsafe(`drop role ${role}`)
  await admin.close()
})

test('a user who owns nothing runs everything, and neither that user nor the owner changes what is append-only', async () => {
  const database = await openDatabase(configOf(app), quietLog)
  const { kontor, createUser } = await createSmallBook({ database, config: configOf(app) })
  const findProblems = async (): Promise<string[]> =>
    (await verify(kontor)).checks.flatMap(({ violations }) => violations)
  expect(await findProblems()).toEqual([])

  for (const table of await listAppendOnly()) {
    const refused: [string, string][] = []
    for (const statement of [`truncate ${table} cascade`, `update ${table} set ${await findColumn(table)} = null`])
      refused.push([app, statement], [owner, statement])
    for (const [user, statement] of refused) expect(await run(user, statement)).toContain('permission denied')
  }
  const changed = `update ledger_postings set amount_minor = amount_minor + 1`
  expect(await run(app, 'alter table ledger_postings disable trigger user')).toContain('must be owner')
  expect(await run(app, changed)).toContain('permission denied')
  expect(await run(owner, 'alter table ledger_postings disable trigger user', changed)).toContain('permission denied')
  expect(await run(owner, 'delete from ledger_entries')).toContain('permission denied')
  expect(await run(owner, 'alter table ledger_postings enable trigger user')).toBe('')
  expect(await findProblems()).toEqual([])

  expect(await run(owner, `grant update on ledger_postings to ${app}`)).toBe('')
  expect(await run(owner, `grant update (memo) on ledger_entries to ${app}`)).toBe('')
  expect(await run(owner, 'revoke update (seq) on ledger_entries from current_user')).toBe('')
  expect(await findProblems()).toEqual([
    'right to update ledger_entries.seq: missing',
    'right to update ledger_entries.memo: not in the migrations',
    'right to update rows of ledger_postings: not in the migrations',
  ])
  const user = await createUser('finance')
  const posted = await user.fetch('/api/finance/entries', {
    json: {
      memo: 'Rent',
      lines: [
        { account: '5602.1', debit: '1' },
        { account: '3001', credit: '1' },
      ],
    },
  })
  const { number } = (await posted.json()) as { number: string }
  const reverse = () => user.fetch(`/api/finance/entries/${number}/reversal`, { json: { memo: 'Wrong month' } })
  // Foreign keys lock the entry that another one refers to, as the owner.
  expect((await reverse()).status).toBe(500)
  expect(await run(owner, 'grant update (seq) on ledger_entries to current_user')).toBe('')
  expect((await reverse()).status).toBe(201)

  const path = join(location.config.dataFolder, 'rights.backup')
  await writeBackup(kontor, path)
  await database.close()
  await waitUntilUnused()
  let verifiedCount = 0
  let isSound = true
  const restoreAs = (role: string, now = kontor.now) =>
    restoreBackup(configOf(role), path, {
      log: quietLog,
      now,
      signal: new AbortController().signal,
      onManifest: () => {},
      onProgress: () => {},
      onVerified: ({ checks }) => {
        verifiedCount++
        return (isSound &&= checks.every(({ passed }) => passed))
      },
    })
  const [refused] = await Promise.allSettled([restoreAs(app)])
  expect(refused).toHaveProperty(
    'reason.message',
    `The tables belong to the user ${owner}. Restore as that user: set it in DATABASE_URL.`,
  )
  expect(verifiedCount).toBe(0)
  const kept = await restoreAs(owner)
  expect([verifiedCount, isSound]).toEqual([1, true])
  expect(await run(owner, 'delete from ledger_entries')).toContain('permission denied')

  expect(await run(app, 'select from orders')).toContain('permission denied')
  const undo = (replaced: typeof kept) => run(owner, ...(replaced?.undo.split('; ') ?? []))
  expect(await undo(kept)).toBe('')
  expect(await run(app, 'select from orders')).toBe('')
  expect(await undo(await restoreAs(owner, () => kontor.now() + 1000))).toBe('')
})

import { writeBackup } from '#server/backup/write-backup.ts'
import { migrations } from '#server/db/migrate.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import {
  createBooks,
  createPlace,
  type Dialect,
  dialects,
  expectDone,
  owner,
  type Place,
  readLines,
  readManifest,
  readTables,
  setUpPlaces,
  writeLines,
} from '#tests/server/backup/books.ts'
import { limitFileSize } from '#tests/support/binary.ts'
import { cleanUpAfterRun } from '#tests/support/cleanup.ts'
import { SQL } from 'bun'
import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createZstdDecompress, zstdCompressSync } from 'node:zlib'
import { join } from 'node:path'

setUpPlaces()

/** The rows in the database, as a backup shows them, which needs no process of its own. */
const readBooks = (place: Place): Promise<Record<string, string[]>> =>
  place.withDatabase(async (database) => {
    const path = join(place.folder, `${crypto.randomUUID()}.backup`)
    await writeBackup({ database, now: Date.now }, path)
    return readTables(path)
  })

describe.each(dialects)('kontor restore on %s', (dialect) => {
  test('replaces the books, keeps the previous ones, and names what puts them back', async () => {
    const place = await createBooks(dialect)
    const path = await place.backUp()
    const orders = readTables(path)['orders']
    await place.withDatabase(({ inTransaction }) =>
      inTransaction((transaction) => transaction.updateTable('counters').set({ value: 77 }).execute()),
    )
    const changed = await readBooks(place)
    const output = await expectDone(place.run(['restore', path]))
    const restored = await readBooks(place)
    expect(restored['orders']).toEqual(orders)
    expect(restored['counters']).not.toEqual(changed['counters'])
    expect(output).toContain('Everyone has to log in again.')
    await expectDone(place.run(['verify']))

    const undo = /run: (.+)/.exec(output)?.[1] ?? ''
    if (dialect === 'sqlite') expect(Bun.spawnSync(['sh', '-c', undo]).exitCode).toBe(0)
    else await executeOnPostgres(place, undo)
    expect(await readBooks(place)).toEqual(changed)
  })

  test('ends all sessions, also those that were active when the backup was made', async () => {
    const place = await createBooks(dialect)
    const server = await place.serve()
    const login = await fetch(`${server.origin}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify(owner),
      headers: { 'content-type': 'application/json' },
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const readSession = async (origin: string): Promise<unknown> =>
      (await fetch(`${origin}/api/_auth/session`, { headers: { cookie } })).json()
    expect(await readSession(server.origin)).toMatchObject({ user: { email: owner.email } })
    const path = await place.backUp()
    await server.stop()
    await expectDone(place.run(['restore', path]))
    const restored = await place.serve()
    expect(await readSession(restored.origin)).toEqual({})
    await restored.stop()
  })

  test('refuses while a server runs, and changes nothing', async () => {
    const place = await createBooks(dialect)
    const path = await place.backUp()
    const before = await readBooks(place)
    const server = await place.serve()
    const { code, errors } = await place.run(['restore', path])
    expect([code, errors]).toEqual([69, expect.stringMatching(/server .*(is using|use).*\n$/)])
    await server.stop()
    expect(await readBooks(place)).toEqual(before)
  })

  test('refuses while another command uses the database', async () => {
    const place = await createBooks(dialect)
    const path = await place.backUp()
    const { code, errors } = await place.withDatabase(() => place.run(['restore', path]))
    expect([code, errors]).toEqual([69, expect.stringMatching(/^(Another program|A Kontor server or command) /)])
    await expectDone(place.run(['restore', path]))
  })

  test('does not replace books with such that fail the self-check, unless told to', async () => {
    const place = await createBooks(dialect)
    await place.withDatabase(({ inTransaction }) =>
      inTransaction((transaction) => transaction.updateTable('payments').set({ amount_minor: 999_999 }).execute()),
    )
    const path = await place.backUp()
    const target = await createBooks(dialect)
    const before = await readBooks(target)
    const refused = await target.run(['restore', path])
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('add --accept-failed-checks')])
    expect(refused.output).toContain('FAIL     order-money: ')
    expect(await readBooks(target)).toEqual(before)
    await expectDone(target.run(['restore', path, '--accept-failed-checks']))
    expect((await readBooks(target))['payments']).toEqual(readTables(path)['payments'])
  })

  test('refuses what the tables do not accept, and changes nothing', async () => {
    const place = await createBooks(dialect)
    const path = await place.backUp()
    const before = await readBooks(place)
    const forge = async (name: string, change: (line: string) => string): Promise<string> => {
      const forged = join(place.folder, name)
      writeLines(forged, readLines(path).slice(0, -1).map(change))
      const { code, errors } = await place.run(['restore', forged])
      expect([name, code]).toEqual([name, 65])
      expect(errors).toStartWith(forged)
      return errors
    }
    const lines = readLines(path)
    const order = lines[lines.findIndex((line) => line.startsWith('{"table":"orders"')) + 1] ?? ''
    const [, orderId] = JSON.parse(order) as [number, string]
    expect(await forge('orphan', (line) => (line === order ? line.replace(orderId, 'x') : line))).toMatch(/order/)
    expect(await forge('text', (line) => (line === order ? order.replace(/,\d{13},/, ',"late",') : line))).toMatch(/./)
    expect(await forge('column', (line) => line.replace('"placed_at"', '"paid_at"'))).toContain('paid_at')
    expect(await forge('table', (line) => line.replace('{"table":"orders"', '{"table":"pants"'))).toMatch(
      /damaged|pants/,
    )
    expect(await forge('heads', (line) => line.replace(/"heads":.+"hash":"\w/, '$&0'))).toContain('manifest')
    expect(await readBooks(place)).toEqual(before)
  })

  test.each(['SIGKILL', 'SIGINT'] as const)(
    '%s in the middle changes nothing, and the next restore works',
    async (signal) => {
      const place = await createBooks(dialect)
      const before = await readBooks(place)
      const { path } = await getLargeBooks(dialect)
      const child = place.spawn(['restore', path])
      const stderr = new Response(child.stderr).text()
      await isRestoring(place, dialect)
      child.kill(signal)
      await child.exited
      if (signal === 'SIGINT') expect(await stderr).toBe('The restore was interrupted. Nothing was replaced.\n')
      expect(await readBooks(place)).toEqual(before)
      const small = await place.backUp()
      await expectDone(place.run(['restore', small]))
      expect(readdirSync(place.config.dataFolder)).not.toContain('restore')
      expect(await readBooks(place)).toEqual(before)
    },
  )

  test.each(['SIGKILL', 'SIGINT'] as const)(
    '%s in the middle of a backup leaves no backup, and the next one cleans up',
    async (signal) => {
      const { place } = await getLargeBooks(dialect)
      const folder = join(place.folder, signal)
      mkdirSync(folder)
      const child = place.spawn(['backup', join(folder, 'books.backup')])
      while (readdirSync(folder).length === 0) await Bun.sleep(1)
      child.kill(signal)
      expect(await child.exited).not.toBe(0)
      expect(readdirSync(folder)).toEqual(signal === 'SIGKILL' ? [expect.stringMatching(/\.partial$/)] : [])
      await expectDone(place.run(['backup', join(folder, 'books.backup')]))
      expect(readdirSync(folder)).toEqual(['books.backup'])
    },
  )
})

describe('kontor restore FILE', () => {
  test('restores a backup of one database into the other, row by row the same', async () => {
    const sqlite = await createBooks('sqlite')
    const first = await sqlite.backUp()
    const postgres = await createPlace('postgres')
    await expectDone(postgres.run(['restore', first]))
    const second = await postgres.backUp()
    const again = await createPlace('sqlite')
    expect(await again.run(['restore', second])).toMatchObject({
      code: 0,
      errors: `There was no database in ${again.config.dataFolder}: a new one was created. If the server uses another folder, set KONTOR_DATA to it.\n`,
    })
    const third = await again.backUp()
    expect(readTables(second)).toEqual(readTables(first))
    expect(readTables(third)).toEqual(readTables(first))
    expect(readManifest(third).heads).toEqual(readManifest(first).heads)
    await expectDone(again.run(['verify']))
  })

  test('refuses every file that is not a whole backup of this version, and touches nothing', async () => {
    const place = await createBooks('sqlite')
    const path = await place.backUp()
    const bytes = readFileSync(path)
    const lines = readLines(path).slice(0, -1)
    const manifest = readManifest(path)
    const newest = { number: migrations.length + 1, name: '999-tomorrow', checksum: 'x' }
    const changeManifest = (changes: object): string[] => [
      ...lines.slice(0, -1),
      JSON.stringify({ manifest: { ...manifest, ...changes } }),
    ]
    const files: Record<string, { write(file: string): void; sentence: RegExp }> = {
      'empty': { write: (file) => writeFileSync(file, ''), sentence: /is not a Kontor backup\./ },
      'text': { write: (file) => writeFileSync(file, 'hello'), sentence: /is not a Kontor backup\./ },
      'database': {
        write: (file) => writeFileSync(file, readFileSync(sqlitePath(place.config.dataFolder))),
        sentence: /is not a Kontor backup\./,
      },
      'other zstd': {
        write: (file) => writeFileSync(file, zstdCompressSync('hello\n'.repeat(1000))),
        sentence: /is not a Kontor backup\./,
      },
      'other zstd without lines': {
        write: (file) => writeFileSync(file, zstdCompressSync('hello'.repeat(1000))),
        sentence: /is not a Kontor backup\./,
      },
      'truncated': {
        write: (file) => writeFileSync(file, bytes.subarray(0, bytes.length - 20)),
        sentence: /is incomplete or damaged\. Use another backup\./,
      },
      'extended': {
        write: (file) => writeFileSync(file, Buffer.concat([bytes, zstdCompressSync('[1]\n')])),
        sentence: /is incomplete or damaged\./,
      },
      'without a row': {
        write: (file) =>
          writeLines(
            file,
            lines.filter((_line, index) => index !== 2),
          ),
        sentence: /is incomplete or damaged\./,
      },
      'newer format': {
        write: (file) => writeLines(file, ['{"format":"kontor-backup","version":2}', ...lines.slice(1)]),
        sentence: /was written by a newer version of Kontor\./,
      },
      'newer schema': {
        write: (file) => writeLines(file, changeManifest({ migrations: [...manifest.migrations, newest] })),
        sentence: /^The backup is newer than this version of Kontor: it has the migration 999-tomorrow, /,
      },
      'other schema': {
        write: (file) =>
          writeLines(file, changeManifest({ migrations: [{ number: 1, name: '001-x', checksum: 'x' }] })),
        sentence: /^The backup was created by another build of Kontor: /,
      },
    }
    const before = readdirSync(place.config.dataFolder)
    for (const [name, { write, sentence }] of Object.entries(files)) {
      const file = join(place.folder, name)
      write(file)
      const { code, output, errors } = await place.run(['restore', file])
      expect([name, output, errors]).toEqual([name, '', expect.stringMatching(sentence)])
      expect([65, 69]).toContain(code)
    }
    expect(readdirSync(place.config.dataFolder)).toEqual(before)
    const missing = await place.run(['restore', join(place.folder, 'missing')])
    expect([missing.code, missing.errors]).toEqual([66, expect.stringMatching(/: there is no such file\.\n$/)])
    const folder = await place.run(['restore', place.folder])
    expect([folder.code, folder.errors]).toEqual([66, expect.stringMatching(/: it is not a file\.\n$/)])
  })

  test('finds a flipped bit anywhere in the file that changes what it contains', async () => {
    const place = await createBooks('sqlite')
    const path = await place.backUp()
    const bytes = readFileSync(path)
    const { checkBackup } = await import('#server/backup/read-backup.ts')
    const flipped = join(place.folder, 'flipped')
    const content = await decompress(bytes)
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 200)) {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8))
      writeFileSync(flipped, copy)
      const outcome = await checkBackup(flipped).then(
        () => 'accepted',
        (error: unknown) => (error as Error).message,
      )
      // A few bits of a compressed file mean nothing for its content, such as the one that says which block is the last.
      if (outcome === 'accepted') expect([at, content.equals(await decompress(copy))]).toEqual([at, true])
      else expect([at, outcome]).toEqual([at, expect.stringContaining('backup')])
    }
  })

  test.each(['not a database any more', ''])('replaces a damaged database, which it keeps: %j', async (content) => {
    const place = await createBooks('sqlite')
    const path = await place.backUp()
    writeFileSync(sqlitePath(place.config.dataFolder), content)
    await expectDone(place.run(['restore', path]))
    await expectDone(place.run(['verify']))
    const kept = readdirSync(place.config.dataFolder).find((name) => name.includes('.before-restore-')) ?? ''
    expect(readFileSync(join(place.config.dataFolder, kept), 'utf8')).toBe(content)
  })

  test('names what puts the previous database back even if the server was killed meanwhile', async () => {
    const place = await createBooks('sqlite')
    const output = await expectDone(place.run(['restore', await place.backUp()]))
    const kept = /kept as (.+)\./.exec(output)?.[1] ?? ''
    const previous = readFileSync(kept)
    const server = await place.serve()
    await expectDone(place.run(['user', 'reset-password', '--link', '--email', owner.email]))
    server.child.kill('SIGKILL')
    await server.child.exited
    expect(existsSync(`${sqlitePath(place.config.dataFolder)}-wal`)).toBe(true)

    const undo = /run: (.+)/.exec(output)?.[1] ?? ''
    expect(Bun.spawnSync(['sh', '-c', undo]).exitCode).toBe(0)
    expect(readFileSync(sqlitePath(place.config.dataFolder))).toEqual(previous)
    await expectDone(place.run(['verify']))
  })

  test('collects the statistics that queries are planned with', async () => {
    const place = await createBooks('sqlite')
    await expectDone(place.run(['restore', await place.backUp()]))
    const tables = await place.withDatabase(({ read }) =>
      sql<{ tbl: string }>`select tbl from sqlite_stat1 where tbl = 'orders'`.execute(read),
    )
    expect(tables.rows).not.toBeEmpty()
  })

  test('on a full disk it changes nothing', async () => {
    const place = await createBooks('sqlite')
    const path = await place.backUp()
    const before = await readBooks(place)
    const { code, errors } = await place.run(['restore', path], limitFileSize(128))
    expect([code, errors]).toEqual([
      69,
      expect.stringMatching(/^The database is not reachable or its disk is full: .+\n$/),
    ])
    expect(readdirSync(place.config.dataFolder)).not.toContain('restore')
    expect(await readBooks(place)).toEqual(before)
  })
})

async function executeOnPostgres({ config }: Place, statements: string): Promise<void> {
  await using connection = new SQL(config.databaseUrl, { max: 1 })
  for (const statement of statements.split(';')) await connection.unsafe(statement)
}

const largeBooks = new Map<Dialect, Promise<{ place: Place; path: string }>>()

/** Books whose backup and restore take long enough to be interrupted, and a backup of them. Tests share them and do not change them. */
const getLargeBooks = (dialect: Dialect): Promise<{ place: Place; path: string }> =>
  largeBooks.getOrInsertComputed(dialect, async () => {
    const place = await createBooks(dialect, cleanUpAfterRun)
    const numbers = {
      sqlite: sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 150000) select 'N' || i, i from n`,
      postgres: sql`select 'N' || i, i from generate_series(1, 150000) as i`,
    }
    await place.withDatabase(({ inTransaction }) =>
      inTransaction((transaction) => sql`insert into counters ${numbers[dialect]}`.execute(transaction)),
    )
    return { place, path: await place.backUp() }
  })

/** Resolves while rows are being inserted. */
async function isRestoring({ config }: Place, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') {
    while (!readdirSync(config.dataFolder).includes('restore')) await Bun.sleep(1)
    return
  }
  await using connection = new SQL(config.databaseUrl, { max: 1 })
  const query = `select 1 from pg_stat_activity where application_name = 'kontor restore' and query like 'insert into %'`
  while ((await connection.unsafe(query)).length === 0) await Bun.sleep(1)
}

/** The content of a compressed file, as far as it can be read. */
async function decompress(bytes: Uint8Array): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of Readable.from([bytes]).pipe(createZstdDecompress())) chunks.push(chunk)
  } catch {
    // What came before the damage is what is compared.
  }
  return Buffer.concat(chunks)
}

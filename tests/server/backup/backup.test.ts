import { sqlitePath } from '#server/db/sqlite.ts'
import {
  buildOrders,
  countRows,
  createBooks,
  createPlace,
  dialects,
  expectDone,
  owner,
  type Place,
  readManifest,
  readTables,
  setUpPlaces,
} from '#tests/server/backup/books.ts'
import { limitFileSize, runKontor } from '#tests/support/binary.ts'
import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

setUpPlaces()

/** How many backups are made under load on each database; set it to 50 for a long drill. */
const rounds = Number(process.env['BACKUP_ROUNDS'] ?? 2)

const ordersPerFile = 5

/** Imports new orders, a file after the other, while `work` runs; the first is imported before. Returns how many were, and what `work` returned. */
async function whileImporting<Result>(
  place: Place,
  first: number,
  work: () => Promise<Result>,
): Promise<{ imported: number; result: Result }> {
  let isDone = false
  let imported = 0
  const importFile = async (): Promise<void> => {
    const csv = join(place.folder, 'more.csv')
    writeFileSync(csv, buildOrders(ordersPerFile, first + imported))
    await expectDone(place.run(['import', 'orders', csv]))
    imported += ordersPerFile
  }
  await importFile()
  const importing = (async () => {
    while (!isDone) await importFile()
  })()
  const result = await work().finally(() => (isDone = true))
  await importing
  return { imported, result }
}

describe.each(dialects)('kontor backup on %s', (dialect) => {
  test(
    'saves every row of one moment while others write, and the restored books prove it',
    async () => {
      const place = await createBooks(dialect)
      let importedCount = 0
      for (let round = 1; round <= rounds; round++) {
        const { imported, result: path } = await whileImporting(place, 5000 + importedCount, place.backUp)
        importedCount += imported
        const restored = await createPlace(dialect)
        const output = await expectDone(restored.run(['restore', path]))
        const { heads, counts } = readManifest(path)
        const shownHeads = Object.entries(heads).map(([chain, { seq, hash }]) => `${chain}:${seq}:${hash}`)
        for (const head of shownHeads) expect(output).toContain(`head     ${head}\n`)
        expect(await restored.withDatabase((database) => countRows(database, Object.keys(counts)))).toEqual(counts)
        await expectDone(restored.run(['verify', ...shownHeads.flatMap((head) => ['--expect', head])]))
        const again = await restored.backUp()
        expect(readManifest(again).heads).toEqual(heads)
        expect(readTables(again, ['sessions'])).toEqual(readTables(path, ['sessions']))
        await restored.remove()
      }
      const last = await place.backUp()
      expect(readManifest(last).counts['orders']).toBe(12 + importedCount)
      await expectDone(place.run(['verify']))
    },
    rounds > 2 ? Infinity : undefined,
  )

  test('has all tables, is readable by its owner only, and leaves nothing else behind', async () => {
    const place = await createBooks(dialect)
    const path = join(place.folder, 'books.backup')
    const output = await expectDone(place.run(['backup', path]))
    expect(output).toContain(`Saved ${path} (`)
    expect(output).toContain('orders 12')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(place.folder)).toEqual(['books.backup'])
    const listTables = {
      sqlite: sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`,
      postgres: sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`,
    }
    const { rows } = await place.withDatabase(({ read }) => listTables[dialect].execute(read))
    const names = rows.map(({ name }) => name).filter((name) => name !== 'migrations')
    expect(Object.keys(readManifest(path).counts).toSorted()).toEqual(names.toSorted())
  })

  test('does not contain the secret, which signs sessions', async () => {
    const place = await createBooks(dialect)
    const path = await place.backUp()
    expect(Object.values(readTables(path)).flat().join('\n')).not.toContain(place.config.secret ?? '')
  })
})

describe('kontor backup FILE', () => {
  test('refuses a name that is taken or cannot be written, and changes nothing there', async () => {
    const place = await createBooks('sqlite')
    const inFolder = (name: string): string => join(place.folder, name)
    writeFileSync(inFolder('file'), 'precious')
    mkdirSync(inFolder('folder'))
    symlinkSync(inFolder('file'), inFolder('link'))
    symlinkSync(inFolder('nowhere'), inFolder('dangling'))
    const existing = `exists already. A backup never replaces a file: choose another name.\n`
    const cases: [name: string, sentence: string][] = [
      ['file', `${inFolder('file')} ${existing}`],
      ['link', `${inFolder('link')} ${existing}`],
      ['dangling', `${inFolder('dangling')} ${existing}`],
      ['folder', `${inFolder('folder')} is a folder. Name a new file in it.\n`],
      ['none/x', `Cannot write the backup ${inFolder('none/x')}: its folder does not exist.\n`],
      ['file/x', `Cannot write the backup ${inFolder('file/x')}: its folder is a file.\n`],
    ]
    for (const [name, sentence] of cases)
      expect(await place.run(['backup', inFolder(name)])).toEqual({ code: 73, output: '', errors: sentence })
    expect(readdirSync(place.folder).toSorted()).toEqual(['dangling', 'file', 'folder', 'link'])
    expect(readFileSync(inFolder('file'), 'utf8')).toBe('precious')
  })

  test('two backups under one name: one is saved, the other says so', async () => {
    const place = await createBooks('sqlite')
    const path = join(place.folder, 'books.backup')
    const codes = (await Promise.all([place.run(['backup', path]), place.run(['backup', path])])).map(
      ({ code }) => code,
    )
    expect(codes.toSorted()).toEqual([0, 73])
    expect(readdirSync(place.folder)).toEqual(['books.backup'])
  })

  test('on a full disk it says so and leaves nothing', async () => {
    const place = await createBooks('sqlite')
    const path = join(place.folder, 'books.backup')
    // The database is not written: its journal exists already.
    const ended = await place.withDatabase(() => place.run(['backup', path], limitFileSize(16)))
    expect(ended).toEqual({
      code: 73,
      output: '',
      errors: `Cannot write the backup ${path}: the file would be larger than the limit for files.\n`,
    })
    expect(readdirSync(place.folder)).toEqual([])
  })

  test('says of a damaged database, and not of the new file, that it cannot be read, as the self-check does', async () => {
    const place = await createBooks('sqlite')
    const path = sqlitePath(place.config.dataFolder)
    const [root] = await place.withDatabase(async ({ read }) => {
      const { rows } = await sql<{ page: number; size: number }>`
        select rootpage as page, page_size as size from sqlite_schema, pragma_page_size where name = 'order_lines'`.execute(
        read,
      )
      return rows
    })
    if (!root) throw new Error('The table is missing')
    writeFileSync(path, readFileSync(path).fill(0xff, (root.page - 1) * root.size, root.page * root.size))
    for (const args of [['backup', join(place.folder, 'books.backup')], ['verify'], ['verify', '--full']]) {
      const { code, errors } = await place.run(args)
      expect([args, code, errors]).toEqual([
        args,
        69,
        'The database is damaged: database disk image is malformed. Restore a backup with kontor restore FILE.\n',
      ])
    }
    expect(readdirSync(place.folder)).toEqual([])
  })

  test('no command but those that fill books makes empty ones where there are none', async () => {
    const place = await createBooks('sqlite')
    const settings = { KONTOR_DATA: join(place.folder, 'misspelled') }
    const account = ['--email', owner.email]
    for (const args of [
      ['backup', join(place.folder, 'x')],
      ['verify'],
      ['optimize'],
      ['user', 'list'],
      ['user', 'unlock', ...account],
      ['user', 'reset-password', '--link', ...account],
      ['user', 'remove-factors', ...account],
      ['user', 'suspend', ...account],
    ])
      expect(await runKontor(args, '', { settings })).toMatchObject({
        code: 66,
        output: '',
        errors: `There is no database in ${settings.KONTOR_DATA}. Set KONTOR_DATA to the folder of the server.\n`,
      })
    expect(readdirSync(place.folder)).toEqual([])
  })

  test.if(process.getuid?.() !== 0)('names missing permissions', async () => {
    const place = await createBooks('sqlite')
    chmodSync(place.folder, 0o500)
    const { code, errors } = await place.run(['backup', join(place.folder, 'x')])
    chmodSync(place.folder, 0o700)
    expect([code, errors]).toEqual([73, expect.stringContaining('permission denied')])
  })
})

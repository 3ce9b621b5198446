import { createBook } from './book.ts'
import { type Bench, pickNamed, printTable } from './measurement.ts'
import { createKontorServer, logIn, startServer } from './servers.ts'
import { statementFiles } from './statement-files.ts'
import { observe } from './uploads.ts'
import { sqlitePath } from '#server/db/sqlite.ts'
import { Database } from 'bun:sqlite'
import { join } from 'node:path'

const lineCount = Number(process.env['BENCH_LINES'] ?? 100_000)
const pollEveryMs = 50

/**
 * How long the binary takes to check and to import files of 100,000 statement lines (`BENCH_LINES`), one after the other in the same server, and how
 * long other requests wait meanwhile, on SQLite.
 */
export async function measureStatements({ folder, only }: Bench): Promise<void> {
  const dataFolder = await createBook(join(folder, 'statements'), 100)
  await using server = await startServer(createKontorServer(dataFolder))
  using database = new Database(sqlitePath(dataFolder), { readonly: true })
  const headers = { cookie: await logIn(server.origin), origin: server.origin }
  const rows: string[][] = []
  for (const { name, create } of pickNamed(statementFiles, only)) {
    const created = await fetch(`${server.origin}/api/finance/accounts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'bank', currency: 'CNY', accountName: name }),
    })
    const { code } = (await created.json()) as { code: string }
    // From the disk, so that this process has little to do while it polls.
    const path = join(folder, 'statement')
    await Bun.write(path, await create(lineCount))
    for (const query of ['?dryRun=1', '', '?dryRun=1']) {
      const body = new FormData()
      body.set('account', code)
      body.set('file', new File([Bun.file(path)], 'statement'))
      const upload = async (): Promise<number> => {
        const response = await fetch(`${server.origin}/api/finance/statements${query}`, {
          method: 'POST',
          headers,
          body,
          timeout: false,
        })
        await response.text()
        return response.status
      }
      const startedAt = performance.now()
      const secondsSince = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`
      let imported = ''
      const importing =
        query === '' && awaitImported(database, rows.length).then(() => (imported = secondsSince(startedAt)))
      const observed = await observe(server, upload)
      await importing
      console.log(`${name}${query}: ${secondsSince(startedAt)}`)
      rows.push([name, query === '' ? 'imported' : 'checked', imported, secondsSince(startedAt), ...observed])
    }
  }
  const headings = [
    'import',
    'with matching',
    'status',
    'CPU',
    'longest wait',
    'without queue',
    'CPU in one',
    'peak memory',
  ]
  printTable(['file', '', ...headings], rows)
  console.log(`\n${lineCount} lines. Targets: at most 10 s for an import, 20 s for its matching, and 220 MB.`)
}

/** Waits until the file is imported, which its matching follows. */
async function awaitImported(database: Database, before: number): Promise<void> {
  const count = database.query<{ count: number }, []>(
    'select count(*) as count from statement_files where imported_at is not null',
  )
  const wanted = Math.floor(before / 3) + 1
  while ((count.get()?.count ?? 0) < wanted) await Bun.sleep(pollEveryMs)
}

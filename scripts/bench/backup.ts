import { type Bench, printTable } from './measurement.ts'
import { builtBinary } from './servers.ts'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Backs up each book with `kontor backup`, and restores it into an empty data folder, which includes the self-check. */
export async function measureBackup(bench: Bench): Promise<void> {
  const books = bench.books.length > 0 ? bench.books : [await bench.book()]
  const rows: string[][] = []
  for (const book of books) {
    const file = join(bench.folder, 'bench.backup')
    const restored = join(bench.folder, 'restored')
    mkdirSync(restored)
    const megabytes = (path: string): string => `${(statSync(path).size / 1_000_000).toFixed(0)} MB`
    const sizes = async () => [megabytes(join(book, 'kontor.sqlite')), megabytes(file)]
    const backup = await run(['backup', file], book)
    rows.push(['backup', book, ...(await sizes()), ...backup])
    const restore = await run(['restore', file], restored)
    rows.push(['restore', book, ...(await sizes()), ...restore])
    rmSync(file)
    rmSync(restored, { recursive: true })
  }
  printTable(['command', 'book', 'database', 'backup', 'time', 'CPU', 'peak memory'], rows)
}

/** Runs a command to its end; returns its time, its CPU time and its peak memory. Throws what it printed if it fails. */
async function run(args: string[], dataFolder: string): Promise<string[]> {
  const startedAt = performance.now()
  const child = Bun.spawn([builtBinary, ...args], {
    env: { KONTOR_DATA: dataFolder, LOG_LEVEL: 'error' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const errors = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(errors)
  const seconds = (performance.now() - startedAt) / 1000
  const { cpuTime, maxRSS = 0 } = child.resourceUsage() ?? {}
  return [
    `${seconds.toFixed(1)} s`,
    `${(Number(cpuTime?.total) / 1_000_000).toFixed(1)} s`,
    `${(maxRSS / 1_000_000).toFixed(0)} MB`,
  ]
}

/** Which test files run in one process. */
import { dirname } from 'node:path'

/** The files of one process, from one of three sorts of tests: `rank` 0 is the slowest. */
export interface TestGroup {
  name: string
  files: string[]
  bytes: number
  rank: number
}

/** The most bytes of small folders, and of end-to-end tests, that run in one process. */
const maxGroupBytes = 40_000
const slowestFirst = ['tests/server/', 'tests/e2e/', 'tests/']

/**
 * The files of each process, which load what they share once: those of a folder, of several small folders, or some end-to-end tests. Not
 * all in one, so that processes end about at the same time.
 */
export function groupTestFiles(): TestGroup[] {
  const files = [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync()].map((path) => ({ path, unit: unitOf(path) }))
  const units = Map.groupBy(files, ({ unit }) => unit)
  const sorted = [...units]
    .map(([unit, members]): TestGroup => {
      const paths = members.map(({ path }) => path)
      const bytes = paths.reduce((sum, path) => sum + Bun.file(path).size, 0)
      return {
        name: unit,
        files: paths.map((path) => `./${path}`),
        bytes,
        rank: slowestFirst.findIndex((folder) => paths[0]?.startsWith(folder)),
      }
    })
    .toSorted((a, b) => a.rank - b.rank || b.bytes - a.bytes)
  const groups: TestGroup[] = []
  for (const unit of sorted) {
    const last = groups.at(-1)
    if (last?.rank === unit.rank && last.bytes + unit.bytes <= maxGroupBytes) {
      last.name += ` ${unit.name}`
      last.files.push(...unit.files)
      last.bytes += unit.bytes
    } else groups.push(unit)
  }
  return groups
}

/** What always runs in one process: the folder of a file, or an end-to-end test. */
function unitOf(file: string): string {
  if (file.startsWith('tests/e2e/')) return file
  return dirname(file)
    .split('/')
    .slice(0, file.startsWith('tests/server/') ? 3 : 2)
    .join('/')
}

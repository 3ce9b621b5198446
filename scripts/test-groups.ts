/** Which test files run in one process. */
import { dirname } from 'node:path'

/** The files of one process. */
interface TestGroup {
  name: string
  files: string[]
  /** Of CPU, about, with those of the browser and the database. */
  seconds: number
}

/** Tests of one kind share modules and services; of most, the size says how long they take. Measured on an idle machine. */
const kinds = [
  { folder: 'tests/server/', secondsPerKilobyte: 0.16 },
  { folder: 'tests/e2e/', secondsPerKilobyte: 1.1 },
  { folder: 'tests/', secondsPerKilobyte: 0.03 },
]
/** Short files that run many programs or make up a long past. */
const measuredSeconds: Readonly<Record<string, number>> = {
  'tests/server/backup': 40,
  'tests/server/commands': 9,
  'tests/server/demo': 11,
}
/** What starts last must not take long, because the other processes have ended by then. */
const maxSeconds = 16

/**
 * The files of each process, the longest first: those of a folder, of several small folders, or some end-to-end tests. A process needs a
 * second to load what its files share.
 */
export function groupTestFiles(): TestGroup[] {
  const files = [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync()].map((path) => ({ path, unit: unitOf(path) }))
  const units = [...Map.groupBy(files, ({ unit }) => unit)]
    .map(([unit, members]) => ({
      unit,
      ...describe(
        unit,
        members.map(({ path }) => path),
      ),
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
  const groups: (TestGroup & { folder: string })[] = []
  for (const { unit, folder, files: paths, seconds } of units) {
    const group = groups.find((each) => each.folder === folder && each.seconds + seconds <= maxSeconds)
    if (group) {
      group.name += ` ${unit}`
      group.files.push(...paths)
      group.seconds += seconds
    } else groups.push({ name: unit, folder, files: paths, seconds })
  }
  return groups.toSorted((a, b) => b.seconds - a.seconds)
}

function describe(unit: string, paths: readonly string[]): { folder: string; files: string[]; seconds: number } {
  const { folder = '', secondsPerKilobyte = 0 } =
    kinds.find((kind) => unit.startsWith(kind.folder)) ?? kinds.at(-1) ?? {}
  const bytes = paths.reduce((sum, path) => sum + Bun.file(path).size, 0)
  return {
    folder,
    files: paths.map((path) => `./${path}`),
    seconds: measuredSeconds[unit] ?? (bytes / 1000) * secondsPerKilobyte,
  }
}

/** What always runs in one process: the folder of a file, or an end-to-end test. */
function unitOf(file: string): string {
  if (file.startsWith('tests/e2e/')) return file
  return dirname(file)
    .split('/')
    .slice(0, file.startsWith('tests/server/') ? 3 : 2)
    .join('/')
}

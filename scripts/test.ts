/** `npm test`: the checks of the sources, then the tests. Prints `N passed, N failed` as its last line. */
import { cleanUpRun } from '#tests/support/cleanup.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { startTestService } from '#tests/support/test-service.ts'
import { runChecks } from './check.ts'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'

interface TestCounts {
  passed: number
  failed: number
}

const bun = process.execPath
/** One more than two cores, because tests also wait: for processes that start and stop, for what a page or a server does later. */
const maxRuns = 3
/** The most bytes of small folders, and of end-to-end tests, that run in one process. */
const maxGroupBytes = 40_000
/** A run takes a minute: compiling its functions with the last of JavaScriptCore's compilers takes longer than they then save. */
const runEnvironment = { BUN_JSC_useFTLJIT: '0' }

let isInterrupted = false
const runs = new Set<Bun.Subprocess>()
// Wait for the tests to clean up after a signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isInterrupted = true
    for (const run of runs) run.kill(signal)
  })

const failedChecks = await runChecks()
const args = process.argv.slice(2)
const counts = args.length > 0 ? await runTests(args) : await runAllTests()
const allFailed = counts.failed + failedChecks
console.log(`${counts.passed} passed, ${allFailed} failed`)
process.exit(allFailed > 0 ? 1 : 0)

/** Runs the groups of test files, the longest first and a few at a time, with one binary, one PostgreSQL and one browser for all. */
async function runAllTests(): Promise<TestCounts> {
  const folder = createTestFolder()
  try {
    await Bun.spawn([bun, 'src/server/build.ts', '--if-changed'], { stdin: 'ignore' }).exited
    await shareService('postgres-server.ts', 'TEST_POSTGRES_URL')
    await shareService('chromium-server.ts', 'TEST_CHROMIUM_URL')
    const total: TestCounts = { passed: 0, failed: 0 }
    const groups = groupTestFiles().values()
    const runGroups = async (): Promise<void> => {
      for (const { name, files } of groups) {
        const { passed, failed } = await runTests(files, name)
        total.passed += passed
        total.failed += failed
        if (isInterrupted) return
      }
    }
    await Promise.all(Array.from({ length: Math.min(availableParallelism() + 1, maxRuns) }, runGroups))
    return total
  } finally {
    await cleanUpRun().finally(folder.remove)
  }
}

/** If it fails to start, it has printed why, and the tests that need it fail. */
async function shareService(program: string, variable: string): Promise<void> {
  const service = process.env[variable] ? undefined : await startTestService(program).catch(() => undefined)
  if (service) process.env[variable] = service.url
}

/** The files of one process, from one of three sorts of tests: `rank` 0 is the slowest. */
interface TestGroup {
  name: string
  files: string[]
  bytes: number
  rank: number
}

/**
 * The files of each process, which load what they share once: those of a folder, of several small folders, or some end-to-end tests. Not
 * all in one, so that processes end about at the same time.
 */
function groupTestFiles(): TestGroup[] {
  const files = [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync()].map((path) => ({ path, unit: unitOf(path) }))
  const units = Map.groupBy(files, ({ unit }) => unit)
  const slowestFirst = ['tests/server/', 'tests/e2e/', 'tests/']
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

/**
 * Runs `bun test`; arguments choose the files. Prints what it prints; for the group with this name only the failures and after it has ended,
 * so that the lines of several runs do not mix.
 */
async function runTests(options: string[], groupName?: string): Promise<TestCounts> {
  const isBuffered = groupName !== undefined
  const command = [bun, 'test', ...(isBuffered ? ['--only-failures'] : []), ...options]
  const start = performance.now()
  const run = Bun.spawn(command, {
    env: { ...process.env, ...runEnvironment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  runs.add(run)
  const [output, report] = await Promise.all([
    readText(run.stdout, (text) => isBuffered || process.stdout.write(text)),
    readText(run.stderr, (text) => isBuffered || process.stderr.write(text)),
  ])
  const code = await run.exited
  runs.delete(run)
  const result = readCounts(report, code)
  if (isBuffered) {
    if (result.failed > 0) console.log(output, report)
    const seconds = Math.round((performance.now() - start) / 1000)
    console.log(`${groupName}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`)
  }
  return result
}

async function readText(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onText: (text: string) => void,
): Promise<string> {
  let text = ''
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    text += piece
    onText(piece)
  }
  return text
}

function readCounts(report: string, code: number): TestCounts {
  const lines = Bun.stripANSI(report)
  const lastCount = (label: string): number =>
    Number([...lines.matchAll(new RegExp(`^ *(\\d+) ${label}s?$`, 'gm'))].at(-1)?.[1] ?? 0)
  const failed = lastCount('fail') + lastCount('error')
  // A run that was interrupted prints no counts, but it did not pass.
  return { passed: lastCount('pass'), failed: failed === 0 && code !== 0 ? 1 : failed }
}

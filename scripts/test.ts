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
const counts = args.length > 0 ? await runTests(args, { isBuffered: false }) : await runAllTests()
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
      for (const files of groups) {
        const { passed, failed } = await runTests(files, { isBuffered: true })
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

/** The files of one process: those of a folder, which share databases and modules, or one end-to-end test, which has a server of its own. */
function groupTestFiles(): string[][] {
  const files = [...new Bun.Glob('tests/**/*.test.{ts,tsx}').scanSync()]
  const slowestFirst = ['tests/server/', 'tests/e2e/', 'tests/']
  const rankOf = (file = ''): number => slowestFirst.findIndex((folder) => file.startsWith(folder))
  const groups = Object.groupBy(files, (file) => {
    if (file.startsWith('tests/e2e/')) return file
    return dirname(file)
      .split('/')
      .slice(0, file.startsWith('tests/server/') ? 3 : 2)
      .join('/')
  })
  const sizeOf = (group: readonly string[]): number => group.reduce((sum, file) => sum + Bun.file(file).size, 0)
  return Object.values(groups)
    .filter((group) => group !== undefined)
    .toSorted((a, b) => rankOf(a[0]) - rankOf(b[0]) || sizeOf(b) - sizeOf(a))
    .map((group) => group.map((file) => `./${file}`))
}

/**
 * Runs `bun test`; arguments choose the files. Prints what it prints, or only the failures and after it has ended, so
 * that the lines of several runs do not mix.
 */
async function runTests(options: string[], { isBuffered }: { isBuffered: boolean }): Promise<TestCounts> {
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
    console.log(`${nameOf(options)}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`)
  }
  return result
}

/** The path of the one file of a group, or the folder that its files share. */
function nameOf(files: readonly string[]): string {
  const [first = '', ...others] = files
  let folder = first
  while (others.some((file) => !file.startsWith(folder))) folder = dirname(folder)
  return folder
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

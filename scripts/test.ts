/** `npm test`: the checks of the sources, then the tests. Prints `N passed, N failed` as its last line. */
import { cleanUpRun } from '#tests/support/cleanup.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { installJournalPrograms } from '#tests/support/journals.ts'
import { buildPrograms } from '#tests/support/start-program.ts'
import { startTestService } from '#tests/support/test-service.ts'
import { runChecks } from './check.ts'
import { runTests, signalRuns, type TestResult } from './run-tests.ts'
import { groupTestFiles } from './test-groups.ts'
import { availableParallelism, tmpdir } from 'node:os'

type TestCounts = Pick<TestResult, 'passed' | 'failed'>

/** One more than two cores, because tests also wait: for processes that start and stop, for what a page or a server does later. */
const maxRuns = 3

let isInterrupted = false
// Wait for the tests to clean up after a signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isInterrupted = true
    signalRuns(signal)
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
    await Bun.spawn([process.execPath, 'src/server/build/build.ts', '--if-changed'], { stdin: 'ignore' }).exited
    await shareService('postgres-server.ts', 'TEST_POSTGRES_URL')
    await shareService('chromium-server.ts', 'TEST_CHROMIUM_URL')
    // If it cannot be built, the tests run these programs from their sources.
    process.env['TEST_PROGRAM'] = await buildPrograms(tmpdir()).catch(() => '')
    await installJournalPrograms()
    const results: TestResult[] = []
    const groups = groupTestFiles().values()
    const runGroups = async (): Promise<void> => {
      for (const { name, files } of groups) {
        results.push(await runTests(files, name))
        if (isInterrupted) return
      }
    }
    await Promise.all(Array.from({ length: Math.min(availableParallelism() + 1, maxRuns) }, runGroups))
    results.push(...(isInterrupted ? [] : await repeatBrowserTests(results.flatMap(({ failures }) => failures))))
    const sum = (count: keyof TestCounts): number => results.reduce((total, result) => total + result[count], 0)
    return { passed: sum('passed'), failed: sum('failed') }
  } finally {
    await cleanUpRun().finally(folder.remove)
  }
}

/** If it fails to start, it has printed why, and the tests that need it fail. */
async function shareService(program: string, variable: string): Promise<void> {
  const service = process.env[variable] ? undefined : await startTestService(program).catch(() => undefined)
  if (service) process.env[variable] = service.url
}

/**
 * Retries each file of failed end-to-end tests, alone and in its own process: a browser under load may miss what no user
 * would. If all of its tests pass then, names those that failed before as flaky. Returns the corrections of the counts.
 */
async function repeatBrowserTests(failures: TestResult['failures']): Promise<TestResult[]> {
  const files = Map.groupBy(
    failures.filter(({ file }) => file.startsWith('tests/e2e/')),
    ({ file }) => file,
  )
  const corrections: TestResult[] = []
  const flaky: string[] = []
  for (const [file, before] of files) {
    const { failed } = await runTests([`./${file}`], `${file} again`)
    if (failed > 0) continue
    corrections.push({ passed: before.length, failed: -before.length, failures: [] })
    flaky.push(...before.map(({ test }) => `flaky: ${file} › ${test}`))
  }
  for (const line of flaky) console.log(line)
  return corrections
}

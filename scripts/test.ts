/** `npm test`: the checks of the sources, then the tests. Prints `N passed, N failed` as its last line. */
import { runChecks } from './check.ts'

interface TestCounts {
  passed: number
  failed: number
}

const failedChecks = await runChecks()
const counts = await runTests(process.argv.slice(2))
const allFailed = counts.failed + failedChecks
console.log(`${counts.passed} passed, ${allFailed} failed`)
process.exit(allFailed > 0 ? 1 : 0)

/** The arguments choose test files, as those of `bun test` do. */
async function runTests(args: string[]): Promise<TestCounts> {
  const child = Bun.spawn([process.execPath, 'test', ...args], { stdin: 'ignore', stdout: 'inherit', stderr: 'pipe' })
  // Wait for the tests to clean up after a signal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  let report = ''
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(text)
    report += text
  }
  const code = await child.exited
  const lines = Bun.stripANSI(report)
  const lastCount = (label: string): number =>
    Number([...lines.matchAll(new RegExp(`^ *(\\d+) ${label}s?$`, 'gm'))].at(-1)?.[1] ?? 0)
  const failed = lastCount('fail') + lastCount('error')
  // A run that was interrupted prints no counts, but it did not pass.
  return { passed: lastCount('pass'), failed: failed === 0 && code !== 0 ? 1 : failed }
}

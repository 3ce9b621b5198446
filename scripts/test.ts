/** `npm test`: everything that must be green. Ends with `N passed, N failed` alone on a line and leaves nothing behind. */
import { startChromium } from '#tests/support/browser.ts'
import type { TestService } from '#tests/support/test-service.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { runChecks } from './check.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface TestCounts {
  passed: number
  failed: number
}

// Whatever a test writes and forgets goes with this folder. Other users may pass through it: PostgreSQL is one.
const folder = mkdtempSync(join(tmpdir(), 'kontor-run-'))
chmodSync(folder, 0o711)
process.env['TMPDIR'] = folder

const childProcesses: { kill(signal: NodeJS.Signals): void }[] = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => childProcesses.forEach((child) => child.kill(signal)))

const services: TestService[] = []
const counts: TestCounts = { passed: 0, failed: 0 }
try {
  counts.failed += await runBuild()
  counts.failed += await runChecks()
  const postgres = process.env['TEST_POSTGRES_URL'] ?? (await startService(startPostgres))
  const chromium = process.env['TEST_CHROMIUM_URL'] ?? (await startService(startChromium))
  const testCounts = await runTests({ TEST_POSTGRES_URL: postgres, TEST_CHROMIUM_URL: chromium })
  counts.passed += testCounts.passed
  counts.failed += testCounts.failed
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  counts.failed++
} finally {
  await Promise.all(services.map(({ stop }) => stop()))
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed > 0 ? 1 : 0)

async function startService(launch: () => Promise<TestService>): Promise<string> {
  const service = await launch()
  services.push(service)
  return service.url
}

/** The end-to-end tests run what was built. */
async function runBuild(): Promise<number> {
  const build = Bun.spawn([process.execPath, 'src/server/build.ts', '--if-changed'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  childProcesses.push(build)
  return (await build.exited) === 0 ? 0 : 1
}

/** The arguments of this script choose test files, as those of `bun test` do. */
async function runTests(environment: Record<string, string>): Promise<TestCounts> {
  const options = ['--isolate', '--no-orphans', '--timeout=60000', ...process.argv.slice(2)]
  const child = Bun.spawn([process.execPath, 'test', ...options], {
    env: { ...process.env, ...environment },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'pipe',
  })
  childProcesses.push(child)
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
  // A run that broke off says no figures, but it did not pass.
  return { passed: lastCount('pass'), failed: failed === 0 && code !== 0 ? 1 : failed }
}

/** `npm test`: everything that must be green. Ends with `N passed, N failed` alone on a line and leaves nothing behind. */
import { startChromium } from '#tests/support/browser.ts'
import type { Companion } from '#tests/support/companion.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { failedChecks } from './check.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Figures {
  passed: number
  failed: number
}

// Whatever a test writes and forgets goes with this folder. Other users may pass through it: PostgreSQL is one.
const folder = mkdtempSync(join(tmpdir(), 'kontor-run-'))
chmodSync(folder, 0o711)
process.env['TMPDIR'] = folder

const running: { kill(signal: NodeJS.Signals): void }[] = []
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => running.forEach((child) => child.kill(signal)))

const companions: Companion[] = []
const figures: Figures = { passed: 0, failed: 0 }
try {
  figures.failed += await failedBuild()
  figures.failed += await failedChecks()
  const postgres = process.env['TEST_POSTGRES_URL'] ?? (await start(startPostgres))
  const chromium = process.env['TEST_CHROMIUM_URL'] ?? (await start(startChromium))
  const tests = await runTests({ TEST_POSTGRES_URL: postgres, TEST_CHROMIUM_URL: chromium })
  figures.passed += tests.passed
  figures.failed += tests.failed
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  figures.failed++
} finally {
  await Promise.all(companions.map(({ stop }) => stop()))
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${figures.passed} passed, ${figures.failed} failed`)
process.exit(figures.failed > 0 ? 1 : 0)

async function start(companion: () => Promise<Companion>): Promise<string> {
  const started = await companion()
  companions.push(started)
  return started.address
}

/** The end-to-end tests run what was built. */
async function failedBuild(): Promise<number> {
  const build = Bun.spawn([process.execPath, 'src/server/build.ts', '--if-changed'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  running.push(build)
  return (await build.exited) === 0 ? 0 : 1
}

/** The arguments of this script choose test files, as those of `bun test` do. */
async function runTests(environment: Record<string, string>): Promise<Figures> {
  const options = ['--isolate', '--no-orphans', '--timeout=60000', ...process.argv.slice(2)]
  const child = Bun.spawn([process.execPath, 'test', ...options], {
    env: { ...process.env, ...environment },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'pipe',
  })
  running.push(child)
  let report = ''
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(text)
    report += text
  }
  const code = await child.exited
  const lines = Bun.stripANSI(report)
  const last = (word: string): number =>
    Number([...lines.matchAll(new RegExp(`^ *(\\d+) ${word}s?$`, 'gm'))].at(-1)?.[1] ?? 0)
  const failed = last('fail') + last('error')
  // A run that broke off says no figures, but it did not pass.
  return { passed: last('pass'), failed: failed === 0 && code !== 0 ? 1 : failed }
}

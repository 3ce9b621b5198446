/** `npm test`: the checks of the sources, then the tests. Prints `N passed, N failed` as its last line. */
import { runChecks } from './check.ts'
import { availableParallelism } from 'node:os'

interface TestCounts {
  passed: number
  failed: number
}

const bun = process.execPath
/** Each part starts services of its own, so more parts than this save no time. */
const maxParts = 2

const failedChecks = await runChecks()
const counts = await runTests(process.argv.slice(2))
const allFailed = counts.failed + failedChecks
console.log(`${counts.passed} passed, ${allFailed} failed`)
process.exit(allFailed > 0 ? 1 : 0)

/** Arguments choose test files, as those of `bun test` do. Without them, the files run in two parts at the same time. */
async function runTests(args: string[]): Promise<TestCounts> {
  // Once, so that the parts don't build the binary at the same time.
  if (args.length === 0) await Bun.spawn([bun, 'src/server/build.ts', '--if-changed'], { stdin: 'ignore' }).exited
  const partCount = args.length === 0 ? Math.min(availableParallelism(), maxParts) : 1
  const commands = Array.from({ length: partCount }, (_, index) =>
    partCount === 1 ? args : [`--shard=${index + 1}/${partCount}`],
  )
  const parts = commands.map((options) =>
    Bun.spawn([bun, 'test', ...options], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' }),
  )
  // Wait for the tests to clean up after a signal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      for (const part of parts) part.kill(signal)
    })
  let turn = Promise.resolve()
  const results = parts.map(async (part) => {
    const isTurn = turn
    const { promise, resolve } = Promise.withResolvers<void>()
    turn = promise
    const output = print(part.stdout, process.stdout, isTurn)
    const report = await print(part.stderr, process.stderr, isTurn)
    await output
    resolve()
    return readCounts(report, await part.exited)
  })
  const all = await Promise.all(results)
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/** Copies a stream once it is its turn, so that the parts' lines do not mix, and returns its text. */
async function print(from: ReadableStream<Uint8Array<ArrayBuffer>>, to: NodeJS.WriteStream, isTurn: Promise<void>) {
  let waiting = ''
  let text = ''
  let started = false
  const start = isTurn.then(() => {
    started = true
    to.write(waiting)
  })
  for await (const piece of from.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (started) to.write(piece)
    else waiting += piece
  }
  await start
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

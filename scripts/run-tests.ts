/** Runs `bun test` in processes and reads what they report. */

export interface TestResult {
  passed: number
  failed: number
  /** The tests that failed, as far as they have a name. */
  failures: Failure[]
}

interface Failure {
  file: string
  test: string
}

/**
 * A run takes a minute: compiling its functions with the last of JavaScriptCore's compilers takes longer than they then save, and giving unused memory back to the system takes a
 * twentieth of its time.
 */
const runEnvironment = { BUN_JSC_useFTLJIT: '0', MIMALLOC_PURGE_DELAY: '-1' }

const runs = new Set<Bun.Subprocess>()

/** Sends a signal to the processes that run tests. */
export function signalRuns(signal: NodeJS.Signals): void {
  for (const run of runs) run.kill(signal)
}

/**
 * Runs `bun test`; arguments choose the files. Prints what it prints; for a group with a name only the failures and after it has ended,
 * so that the lines of several runs do not mix.
 */
export async function runTests(options: string[], groupName?: string): Promise<TestResult> {
  const isBuffered = groupName !== undefined
  const command = [process.execPath, 'test', ...(isBuffered ? ['--only-failures'] : []), ...options]
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
  const result = readResult(Bun.stripANSI(report), code)
  if (isBuffered) {
    if (result.failed > 0) console.log(output, report)
    const seconds = Math.round((performance.now() - start) / 1000)
    const cpuSeconds = Math.round(Number(run.resourceUsage()?.cpuTime.total ?? 0) / 1e6)
    console.log(`${groupName}: ${result.passed} passed, ${result.failed} failed (${seconds} s, ${cpuSeconds} s of CPU)`)
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

/** Reads the report of a process that has ended with an exit code. */
export function readResult(report: string, code: number): TestResult {
  const lastCount = (label: string): number =>
    Number([...report.matchAll(new RegExp(`^ *(\\d+) ${label}s?$`, 'gm'))].at(-1)?.[1] ?? 0)
  const failed = lastCount('fail') + lastCount('error')
  return {
    passed: lastCount('pass'),
    // A run that was interrupted prints no counts, but it did not pass.
    failed: failed === 0 && code !== 0 ? 1 : failed,
    failures: readFailures(report),
  }
}

/** Of a run that prints failures only: a file is named before its failed tests. */
function readFailures(report: string): Failure[] {
  const failures: Failure[] = []
  let file = ''
  for (const line of report.split('\n')) {
    file = /^(\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file
    const test = /^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/.exec(line)?.[1]
    if (test) failures.push({ file, test })
  }
  return failures
}

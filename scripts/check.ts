/** `npm run check`: the static checks (types, lint, format, dead code). */
const bun = process.execPath

const checks: Record<string, string[]> = {
  'types': [bun, 'check', '--no-script'],
  'lint': [bun, 'node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  'format': [bun, 'fmt', '--check'],
  'dead code': [bun, 'node_modules/knip/bin/knip-bun.js', '--no-progress'],
}

/** Runs all checks side by side, prints the output of the failed ones, and returns how many failed. */
export async function runChecks(): Promise<number> {
  const results = await Promise.all(Object.entries(checks).map(runCheck))
  return results.filter((hasPassed) => !hasPassed).length
}

async function runCheck([name, command]: [string, string[]]): Promise<boolean> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [output, errors] = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
  const code = await child.exited
  console.log(`(${code === 0 ? 'pass' : 'fail'}) ${name}`)
  if (code !== 0) console.log(output, errors)
  return code === 0
}

if (import.meta.main && (await runChecks()) > 0) process.exit(1)

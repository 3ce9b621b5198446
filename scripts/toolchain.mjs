/**
 * Installs the pinned Bun and the packages. Requires Node ≥ 20 with npm, or any Bun, and nothing else. Plain JavaScript without
 * dependencies, because it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const pinned = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager.replace('bun@', '')
const home = join(root, '.toolchain')
const runsInBun = process.versions.bun !== undefined

/** Installs the pinned Bun and the packages of bun.lock if needed; returns Bun's path. On failure it prints one sentence and exits. */
export function prepare() {
  if (!runsInBun && Number(process.versions.node.split('.')[0]) < 20)
    fail(`Kontor needs Node 20 or newer (or Bun) to start; this is Node ${process.versions.node}.`)
  const bun = findBun() || fetchBun()
  installPackages(bun)
  return bun
}

/** Runs `program` to completion; if it fails, exits with its exit code. */
export function run(program, values) {
  const { status } = spawnSync(program, values, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status || 1)
}

/** Replaces this process as far as Node can: runs `program` with the same folder, streams and signals, and exits with its exit code. */
export function replaceProcess(program, values) {
  const child = spawn(program, values, { stdio: 'inherit' })
  const forward = (signal) => {
    // The terminal sends Ctrl-C to both processes.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward)
  child.on('error', (error) => fail(`${program} does not start: ${error.message}.`))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

function findBun() {
  return [runsInBun ? process.execPath : 'bun', ...fetchedBuns()].find(isPinned)
}

/** Paths of installed Bun binaries, per platform package; the install script that would link them is disabled. */
function fetchedBuns() {
  const folder = join(home, 'node_modules', '@oven')
  if (!existsSync(folder)) return []
  const name = process.platform === 'win32' ? 'bun.exe' : 'bun'
  return readdirSync(folder).map((platform) => join(folder, platform, 'bin', name))
}

/** Retries once after a brief network error, but fails quickly when there is no network. */
const npmOptions = [
  '--ignore-scripts',
  '--no-save',
  '--no-package-lock',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=2000',
]

const isPinned = (program) => {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 && stdout.trim() === pinned
}

function fetchBun() {
  console.log(`Fetching Bun ${pinned} …`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const installer = runsInBun
    ? [process.execPath, 'add', '--exact', '--ignore-scripts', `bun@${pinned}`]
    : [...npm(), 'install', ...npmOptions, `bun@${pinned}`]
  const { status, stderr, error } = quietly(installer, home)
  if (status !== 0)
    fail(`Bun ${pinned} could not be fetched (is there a network, and npm?): ${lastLine(stderr, error)}`)
  const bun = findBun()
  if (!bun)
    fail(
      `The Bun ${pinned} of the package registry does not run on this machine (${process.platform} ${process.arch}).`,
    )
  return bun
}

function installPackages(bun) {
  if (!existsSync(join(root, 'node_modules'))) console.log('Installing packages …')
  const { status, stderr, error } = quietly([bun, 'install', '--frozen-lockfile'], root)
  if (status !== 0) fail(`The packages could not be installed (is there a network?): ${lastLine(stderr, error)}`)
}

/** The npm that runs this script, else the one on the PATH. */
function npm() {
  const started = process.env.npm_execpath
  return started && started.endsWith('npm-cli.js') ? [process.execPath, started] : ['npm']
}

const quietly = ([program, ...values], cwd) => spawnSync(program, values, { cwd, encoding: 'utf8' })

const lastLine = (stderr, error) =>
  error
    ? error.message
    : (stderr || '')
        .trim()
        .split('\n')
        .filter((line) => !line.includes('debug-0.log'))
        .pop()

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

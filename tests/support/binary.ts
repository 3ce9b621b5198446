import { openKontor } from '#server/commands/command.ts'
import type { Config } from '#server/config.ts'
import type { BuiltInRole } from '#shared/permissions.ts'
import { cleanUpAfterRun } from '#tests/support/cleanup.ts'
import { quietLog, testConfig } from '#tests/support/databases.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { createAccount, password } from '#tests/support/test-user.ts'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { beforeAll } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')
/** The path of the program. */
export const binary = join(root, 'dist/kontor')

let build: Promise<void> | undefined

/** For a test file that runs the binary: has it built before the first test, and gives the tests time for processes. */
export function setUpBinary(): void {
  allowSlowTests()
  beforeAll(ensureBuilt, { timeout: Infinity })
}

/** Builds the binary unless it is up to date, once in a run. Throws what the build printed if it fails. */
const ensureBuilt = (): Promise<void> => (build ??= runBuild())

async function runBuild(): Promise<void> {
  const child = Bun.spawn([process.execPath, join(root, 'src/server/build/build.ts'), '--if-changed'], {
    cwd: root,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'pipe',
  })
  const errors = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`The build failed: ${errors.trim()}`)
}

/** Where and how the binary runs. */
export interface BinaryOptions {
  /** Environment variables besides the tests' own; nothing comes from the developer's environment. */
  settings?: Record<string, string>
  /** The working directory; the temporary folder of the tests by default. */
  cwd?: string
  /** A command that runs the binary: as another user, with another limit. */
  commandPrefix?: string[]
}

/** The settings of an installation that tests opened. */
export const settingsOf = ({ dataFolder, databaseUrl, secret = '' }: Config): Record<string, string> => ({
  KONTOR_DATA: dataFolder,
  DATABASE_URL: databaseUrl,
  KONTOR_SECRET: secret,
})

/** The exit code and output of a command. */
export interface CommandResult {
  code: number
  output: string
  errors: string
}

/** A running server, with a data folder of its own unless `KONTOR_DATA` is set. */
export interface KontorProcess {
  origin: string
  settings: Record<string, string>
  /** The link for creating the owner account; empty once an account exists. */
  setupLink: string
  child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  /** Everything it has printed so far. */
  output(): string
  /** Sends SIGTERM, waits for the end and returns the exit code. */
  stop(): Promise<number>
}

/** A `commandPrefix` that simulates a full disk: no file can grow beyond this many blocks of 512 bytes. */
export const limitFileSize = (blocks: number): string[] => [
  'sh',
  '-c',
  `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`,
  'sh',
]

/** Starts one command of the binary. */
export const spawnKontor = (
  args: string[],
  input = '',
  options: BinaryOptions = {},
): Bun.Subprocess<Blob, 'pipe', 'pipe'> =>
  Bun.spawn(buildCommand(args, options), {
    cwd: options.cwd ?? tmpdir(),
    env: buildEnvironment(options.settings),
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })

/** Runs one command of the binary to its end. */
export async function runKontor(args: string[], input = '', options: BinaryOptions = {}): Promise<CommandResult> {
  const child = spawnKontor(args, input, options)
  const [output, errors] = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
  return { code: await child.exited, output: output ?? '', errors: errors ?? '' }
}

/** Starts the binary, on a free port unless `PORT` is set, and returns when it is ready. Throws its output if it ends before. */
export async function startKontor(options: BinaryOptions = {}): Promise<KontorProcess> {
  const port = options.settings?.['PORT'] ?? String(findFreePort())
  const ownDataFolder = options.settings?.['KONTOR_DATA'] ? undefined : mkdtempSync(join(tmpdir(), 'kontor-data-'))
  const settings = { PORT: port, ...(ownDataFolder ? { KONTOR_DATA: ownDataFolder } : {}), ...options.settings }
  const child = Bun.spawn(buildCommand(['serve'], options), {
    cwd: options.cwd ?? tmpdir(),
    env: buildEnvironment(settings),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  // Has already ended, unless the run was interrupted.
  cleanUpAfterRun(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const ready = Promise.withResolvers<void>()
  let output = ''
  const collect = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output += text
      if (/^Kontor is ready: .*\n/m.test(output)) ready.resolve()
    }
  }
  void Promise.all([collect(child.stdout), collect(child.stderr)]).then(() => ready.reject(new Error(output)))
  const removeOwnDataFolder = (): void => {
    if (ownDataFolder) rmSync(ownDataFolder, { recursive: true, force: true })
  }
  try {
    await ready.promise
  } catch (error) {
    removeOwnDataFolder()
    throw error
  }
  return {
    origin: `http://localhost:${port}`,
    settings,
    setupLink: /\bhttp\S+\/register\?setup=\S+/.exec(output)?.[0] ?? '',
    child,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM')
      const code = await child.exited
      removeOwnDataFolder()
      return code
    },
  }
}

/** An account created by `addUser`. */
export interface StaffAccount {
  name: string
  email: string
  password: string
}

/** Creates an active account as `kontor user add` does, without a process of its own. */
export async function addUser(settings: Record<string, string>, role: BuiltInRole): Promise<StaffAccount> {
  const account = { name: `Kim ${role}`, email: `kim.${role}@example.com`, password }
  const config = testConfig({ dataFolder: settings['KONTOR_DATA'] ?? '', databaseUrl: settings['DATABASE_URL'] ?? '' })
  const kontor = await openKontor(config, quietLog)
  try {
    await createAccount({ kontor }, role, account)
  } finally {
    await kontor.database.close()
  }
  return account
}

const buildCommand = (args: string[], { commandPrefix = [] }: BinaryOptions): string[] => [
  ...commandPrefix,
  binary,
  ...args,
]

/** A fixed time zone, so that days don't depend on the machine. */
const buildEnvironment = (settings: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  TMPDIR: tmpdir(),
  KONTOR_TIMEZONE: 'Asia/Shanghai',
  ...settings,
})

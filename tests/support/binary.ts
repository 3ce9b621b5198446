import type { Role } from '#shared/permissions.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const binary = join(import.meta.dir, '../../dist/kontor')

/** Where and how the binary runs. */
export interface BinaryOptions {
  /** Settings of the installation; those that are not given are the tests' own, never the developer's. */
  settings?: Record<string, string>
  /** The folder it is started in; another one that is empty if not given. */
  cwd?: string
  /** What stands before the program's name, to run it as somebody else or somewhere else. */
  commandPrefix?: string[]
}

/** What a command that ended said. */
export interface CommandResult {
  code: number
  output: string
  errors: string
}

/** A program that serves, on a data folder of its own unless one was given. */
export interface KontorProcess {
  origin: string
  settings: Record<string, string>
  /** The address that makes the first owner; empty when there is an account. */
  setupLink: string
  child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>
  /** Everything it has printed so far. */
  output(): string
  /** Asks it to stop, waits for its end, and gives the exit code. */
  stop(): Promise<number>
}

/** What lets a program write files of so many blocks of 512 bytes and no more, as a full disk does: to run it `through`. */
export const limitFileSize = (blocks: number): string[] => [
  'sh',
  '-c',
  `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`,
  'sh',
]

/** Runs one command of the binary to its end. */
export async function runKontor(args: string[], input = '', options: BinaryOptions = {}): Promise<CommandResult> {
  const child = Bun.spawn(buildCommand(args, options), {
    cwd: options.cwd ?? tmpdir(),
    env: buildEnvironment(options.settings),
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
  return { code: await child.exited, output: output ?? '', errors: errors ?? '' }
}

/** Starts the binary on a free port and returns when it is ready. Throws what it said if it ends before. */
export async function startKontor(options: BinaryOptions = {}): Promise<KontorProcess> {
  const port = findFreePort()
  const ownDataFolder = options.settings?.['KONTOR_DATA'] ? undefined : mkdtempSync(join(tmpdir(), 'kontor-data-'))
  const settings = { PORT: String(port), ...(ownDataFolder ? { KONTOR_DATA: ownDataFolder } : {}), ...options.settings }
  const child = Bun.spawn(buildCommand(['serve'], options), {
    cwd: options.cwd ?? tmpdir(),
    env: buildEnvironment(settings),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
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

/** The account of a role that `addUser` makes. */
export interface StaffAccount {
  name: string
  email: string
  password: string
}

/** Makes an active account by the command, as an operator does. */
export async function addUser(settings: Record<string, string>, role: Role): Promise<StaffAccount> {
  const account = { name: `Kim ${role}`, email: `kim.${role}@example.com`, password: 'correct horse battery' }
  const args = ['user', 'add', '--email', account.email, '--name', account.name, '--role', role]
  const { code, errors } = await runKontor(args, `${account.password}\n`, { settings })
  if (code !== 0) throw new Error(errors)
  return account
}

const buildCommand = (args: string[], { commandPrefix: through = [] }: BinaryOptions): string[] => [
  ...through,
  binary,
  ...args,
]

/** Nothing of the developer's own settings; the zone is fixed so that days are. */
const buildEnvironment = (settings: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  TMPDIR: tmpdir(),
  KONTOR_TIMEZONE: 'Asia/Shanghai',
  ...settings,
})

import { findFreePort } from '#tests/support/find-free-port.ts'
import { findPostgres } from '#tests/support/postgres-binaries.ts'
import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, cpSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A PostgreSQL server with a data folder of its own. */
export interface Cluster {
  /** Starts the server on a free port and returns the URL of its database `postgres`. */
  start(): string
  /** Stops the server if it runs and deletes everything it wrote. */
  remove(): void
}

interface SystemUser {
  uid: number
  gid: number
}

/** Runs a program of PostgreSQL; throws an error with its output if it fails. */
type RunProgram = (program: 'initdb' | 'pg_ctl', ...args: string[]) => void

/**
 * Creates a cluster below the first of these folders that PostgreSQL can use: as root it runs as another user, who may not be
 * allowed to enter some of them. Throws an error with what `initdb` printed for each folder when none works.
 */
export function createCluster(parents: readonly string[]): Cluster {
  const serverUser = findServerUser()
  const failures: string[] = []
  for (const parent of new Set(parents).values())
    if (existsSync(parent))
      try {
        return createClusterIn(mkdtempSync(join(parent, 'kontor-postgres-')), serverUser)
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error))
      }
  throw new Error(`PostgreSQL for the tests could not be set up.\n${failures.join('\n')}`)
}

/** PostgreSQL refuses to run as root; every other user runs it as themselves (undefined). */
function findServerUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.')
}

function createClusterIn(folder: string, serverUser: SystemUser | undefined): Cluster {
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true })
  const data = join(folder, 'data')
  const serverLog = join(folder, 'server.log')
  try {
    if (serverUser) chownSync(folder, serverUser.uid, serverUser.gid)
    const run = createRunner(folder, ensureExecutable(findPostgres(), folder, serverUser), serverUser)
    run('initdb', '-D', data, '-U', 'kontor', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
    return {
      start() {
        const port = findFreePort()
        try {
          run('pg_ctl', '-D', data, '-l', serverLog, '-w', '-o', buildServerOptions(port), 'start')
        } catch (error) {
          throw new Error(`${(error as Error).message}\n${readIfPresent(serverLog)}`, { cause: error })
        }
        return `postgres://kontor@127.0.0.1:${port}/postgres`
      },
      remove() {
        try {
          if (existsSync(join(data, 'postmaster.pid'))) run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
        } finally {
          removeFolder()
        }
      },
    }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** The folder of the programs, or a copy of it if the server's user cannot execute them where they are. */
function ensureExecutable(binaries: string, folder: string, serverUser: SystemUser | undefined): string {
  if (!serverUser || spawnSync(join(binaries, 'initdb'), ['--version'], { ...serverUser, cwd: '/' }).status === 0)
    return binaries
  cpSync(dirname(binaries), join(folder, 'postgres'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'postgres', 'bin')
}

function createRunner(folder: string, binaries: string, serverUser: SystemUser | undefined): RunProgram {
  return (program, ...args) => {
    const outputFile = join(folder, 'output.log')
    // A file, not a pipe: the server inherits it from pg_ctl and would keep a pipe open as long as it runs.
    const output = openSync(outputFile, 'w')
    const { status, error } = spawnSync(join(binaries, program), args, {
      ...serverUser,
      cwd: folder,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    if (status === 0) return
    const reason = error?.message ?? `exit code ${status}`
    throw new Error(`${program} failed in ${folder} (${reason}): ${readIfPresent(outputFile)}`)
  }
}

function readIfPresent(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

/** Test data does not have to survive a crash, so nothing waits for the disk. */
function buildServerOptions(port: number): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 400,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    autovacuum: 'off',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`)
    .join(' ')
}

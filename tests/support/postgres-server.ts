/** A throw-away PostgreSQL, a companion of the test run: leaves neither process nor file behind. */
import { serveUntilStopped } from '#tests/support/test-service.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { findPostgres } from '#tests/support/postgres-binaries.ts'
import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

interface SystemUser {
  uid: number
  gid: number
}

const folder = mkdtempSync(join(tmpdir(), 'kontor-postgres-'))
const data = join(folder, 'data')
try {
  const serverUser = findServerUser()
  if (serverUser) chownSync(folder, serverUser.uid, serverUser.gid)
  const binaries = ensureRunnable(serverUser, findPostgres())
  const run = (program: string, ...args: string[]): void => execute(join(binaries, program), args, serverUser)
  run('initdb', '-D', data, '-U', 'kontor', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
  const port = findFreePort()
  run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o', buildServerOptions(port), 'start')
  try {
    await serveUntilStopped(`postgres://kontor@127.0.0.1:${port}/postgres`)
  } finally {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** PostgreSQL refuses to run as root, so root lends it another user; anybody else is that user already. */
function findServerUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.')
}

/** The same programs, copied where `owner` may read them if the folder they lie in is closed to that user. */
function ensureRunnable(serverUser: SystemUser | undefined, binaries: string): string {
  if (!serverUser || spawnSync(join(binaries, 'initdb'), ['--version'], { ...serverUser, cwd: folder }).status === 0)
    return binaries
  cpSync(dirname(binaries), join(folder, 'postgres'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'postgres', 'bin')
}

function execute(program: string, args: string[], serverUser: SystemUser | undefined): void {
  // Not piped: the server inherits what its starter had and would keep a pipe open for ever.
  const { status, error } = spawnSync(program, args, { ...serverUser, cwd: folder, stdio: 'ignore' })
  if (status === 0) return
  throw new Error(
    `PostgreSQL for the tests: ${program} ${args.at(-1)} failed (${error?.message ?? status}). ${readServerLog()}`,
  )
}

function readServerLog(): string {
  try {
    return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').slice(-5).join(' ')
  } catch {
    return ''
  }
}

/** Nothing here has to survive a crash, so nothing waits for the disk. */
function buildServerOptions(port: number): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 400,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`)
    .join(' ')
}

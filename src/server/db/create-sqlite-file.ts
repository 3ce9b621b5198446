import { Database as BunDatabase } from 'bun:sqlite'
import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Creates a database file without tables, readable only by its owner, in one step: an empty file is never ours. Leaves a file that another process creates at the same time, and creates none where it
 * cannot be linked: a link to a missing file, or a file system without hard links.
 */
export function createSqliteFile(path: string): void {
  const written = `${path}-${Bun.randomUUIDv7()}`
  using database = new BunDatabase(':memory:')
  try {
    writeFileSync(written, database.serialize(), { mode: 0o600, flush: true })
    linkSync(written, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== 'link') throw error
  } finally {
    rmSync(written, { force: true })
  }
}

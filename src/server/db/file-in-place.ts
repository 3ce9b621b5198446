import { OpenError } from '#server/db/open-error.ts'
import { statSync } from 'node:fs'

/**
 * Creates a check that throws an `OpenError` once the file at a path is another one, or there is none: SQLite goes on writing to the file that it has
 * open, even after that was deleted, moved or replaced, and the next start would not find what was saved.
 */
export function createInPlaceCheck(path: string): () => void {
  const opened = identify(path)
  return () => {
    if (identify(path) === opened) return
    throw new OpenError(
      `The database file ${path} was deleted, moved or replaced while Kontor was using it, so nothing is saved. Move it back, or restart Kontor to use the file that is there now.`,
    )
  }
}

/** Undefined if there is no file, or it cannot be found out. */
function identify(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path)
    return `${dev} ${ino}`
  } catch {
    return undefined
  }
}

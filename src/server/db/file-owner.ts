import { lchownSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Gives a new file or folder to the owner of the folder that it is in, where root runs a command for a server of another user, which could not open it
 * otherwise. SQLite does the same for its journals.
 */
export function giveToOwnerOfFolder(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (uid === 0) return
  try {
    // Not what a link refers to, which that user may have put there.
    lchownSync(path, uid, gid)
  } catch (error) {
    // Root of a container, or of a client of NFS, may not be allowed to.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Creates a folder and those around it, readable only by their owner, which is that of the folder that they are in. */
export function createFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const created: string[] = []
  for (let folder = resolve(path); folder.length >= resolve(first).length; folder = dirname(folder))
    created.unshift(folder)
  for (const folder of created) giveToOwnerOfFolder(folder)
}

import { chownSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Gives a new file or folder to the owner of the folder that it is in, where root runs a command for a server of another user, which could not open it
 * otherwise. SQLite does the same for its journals.
 */
export function giveToOwnerOfFolder(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  if (uid === 0) return
  try {
    chownSync(path, uid, gid)
  } catch (error) {
    // Root of a container, or of a client of NFS, may not be allowed to.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

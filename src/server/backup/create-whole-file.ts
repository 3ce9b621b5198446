import { BackupError } from '#server/backup/backup-error.ts'
import { link, lstat, open, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'

/** How often a process that writes a backup marks its partial file, also while it only reads. */
const heartbeatMs = 60_000
/** Partial files that were not marked for this long are deleted: another process or thread may have got the id of a backup that was killed. */
const abandonedAfterMs = 10 * heartbeatMs
/** The same for those of other machines, whose clocks may differ. */
const abandonedElsewhereAfterMs = 86_400_000
/** Processes that do not see each other's announcements after this time have not announced a backup at the same time. */
const announcementMs = 1000

/**
 * Creates a file that exists under its name only once it is complete: `write` fills a hidden file beside it, which then gets the name.
 * Readable by its owner only, flushed to the disk with its folder. Throws a `BackupError` when the name is taken, before or after
 * writing, or when the file cannot be written, and any other error of `write` as it is; nothing is left of it then.
 */
export async function createWholeFile(path: string, write: (partialPath: string) => Promise<void>): Promise<void> {
  const folder = dirname(path)
  await assertFree(path)
  const partialPath = partialPathIn(folder)
  const heartbeat = setInterval(() => void markAsWritten(partialPath), heartbeatMs)
  try {
    await removeAbandoned(folder)
    await (await open(partialPath, 'wx', 0o600)).close()
    await write(partialPath)
    await flush(partialPath)
    await giveName(partialPath, path)
    await flush(folder)
  } catch (error) {
    // What is not about files is about the database that was read.
    const isAboutFile = !(error instanceof BackupError) && (error as NodeJS.ErrnoException).syscall !== undefined
    throw isAboutFile ? cannotWrite(path, error as NodeJS.ErrnoException) : error
  } finally {
    clearInterval(heartbeat)
    await rm(partialPath, { force: true }).catch(() => {})
  }
}

/** The partial file of this process. */
const partialPathIn = (folder: string): string => join(folder, `.kontor-backup.${hostname()}.${process.pid}.partial`)

/** Failures are those of the write itself, which reports them. */
const markAsWritten = (path: string): Promise<void> => utimes(path, new Date(), new Date()).catch(() => {})

async function assertFree(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw cannotWrite(path, error)
  })
  if (found?.isDirectory()) throw new BackupError('file exists', `${path} is a folder. Name a new file in it.`)
  if (found) throw taken(path)
}

/** Whether another process is writing a backup into the folder at the moment, as far as one can see from its partial file. */
async function isBeingWrittenTo(folder: string): Promise<boolean> {
  return (await listPartialFiles(folder)).some(({ isAbandoned }) => !isAbandoned)
}

/**
 * Announces that this process is about to have a backup written into the folder; of several that do so at the same time one may. Returns how to
 * withdraw the announcement; `undefined` if another process writes or may write one.
 */
export async function announceBackup(folder: string): Promise<(() => Promise<void>) | undefined> {
  if (await isBeingWrittenTo(folder)) return undefined
  const path = partialPathIn(folder)
  const withdraw = (): Promise<void> => rm(path, { force: true }).catch(() => {})
  // A folder that cannot be written is a failure of the backup itself, which says why.
  await writeFile(path, '', { mode: 0o600 }).catch(() => {})
  await Bun.sleep(announcementMs)
  const others = (await listPartialFiles(folder)).filter((other) => !other.isAbandoned)
  if (others.every((other) => other.path > path)) return withdraw
  await withdraw()
  return undefined
}

/** Deletes what backups left that were killed. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const { path, isAbandoned } of await listPartialFiles(folder)) if (isAbandoned) await rm(path, { force: true })
}

/** The partial files in a folder. One is abandoned when its process is gone, and when that has not marked it for long, by a clock that may have been set since. */
async function listPartialFiles(folder: string): Promise<{ path: string; isAbandoned: boolean }[]> {
  const found: { path: string; isAbandoned: boolean }[] = []
  for (const name of await readdir(folder)) {
    const [, host, pid] = /^\.kontor-backup\.(.+)\.(\d+)\.partial$/.exec(name) ?? []
    if (host === undefined) continue
    const path = join(folder, name)
    const unmarkedMs = await findUnmarkedMs(path)
    if (unmarkedMs === undefined) continue
    const isAbandoned =
      host === hostname()
        ? unmarkedMs > abandonedAfterMs || !isOtherProcess(Number(pid))
        : unmarkedMs > abandonedElsewhereAfterMs
    found.push({ path, isAbandoned })
  }
  return found
}

/** For how long a file was not written to; undefined if it is gone, because it was complete or was deleted meanwhile. */
async function findUnmarkedMs(path: string): Promise<number | undefined> {
  try {
    return Math.abs(Date.now() - (await lstat(path)).mtimeMs)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a process with this id runs that is not this one, which has not written anything yet. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A hard link never replaces a file, unlike a rename; file systems without links get a rename after another look. */
async function giveName(partialPath: string, path: string): Promise<void> {
  try {
    await link(partialPath, path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw taken(path)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) throw error
    await assertFree(path)
    await rename(partialPath, path)
  }
}

const taken = (path: string): BackupError =>
  new BackupError('file exists', `${path} exists already. A backup never replaces a file: choose another name.`)

function cannotWrite(path: string, { code, message }: NodeJS.ErrnoException): BackupError {
  const reasons: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'the file would be larger than the limit for files',
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is a file',
    EACCES: 'permission denied',
    EROFS: 'the file system is read-only',
  }
  const reason = (code !== undefined && reasons[code]) || message
  return new BackupError('cannot write', `Cannot write the backup ${path}: ${reason}.`)
}

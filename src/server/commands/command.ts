import type { BackupFailure } from '#server/backup/backup-error.ts'
import { type Config, readConfig } from '#server/config.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { Kontor } from '#server/context.ts'
import { listStopSignals } from '#server/commands/stop-signals.ts'
import { createLog } from '#server/log/log.ts'
import { statSync } from 'node:fs'
import { constants } from 'node:os'
import type { ParseArgsOptionsConfig } from 'node:util'

/** The standard streams of a command; tests pass their own. */
export interface Terminal {
  /** One line on standard output. */
  print(line: string): void
  /** One line on standard error. */
  printError(line: string): void
  /** Replaces the progress that was shown last; an empty text removes it. Shows nothing unless standard error is a terminal. */
  showProgress(text: string): void
  /** All of standard input as text; asks for it at a terminal. */
  readPassword(): Promise<string>
}

/** One call of a command, with its parsed options and arguments. */
export interface Invocation {
  /** A list for an option that may be given several times. */
  options: Record<string, string | boolean | (string | boolean)[] | undefined>
  args: string[]
  terminal: Terminal
}

/** A command of the program. `run` returns the exit code. */
export interface Command {
  /** The words that call it, such as `import orders`. */
  name: string
  /** What follows the name in `--help`; arguments are in capitals. */
  usage: string
  summary: string
  options: ParseArgsOptionsConfig
  /** The exact number of positional arguments. */
  args: number
  run(invocation: Invocation): Promise<number>
}

/** Exit codes; those from 64 follow sysexits.h. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 64,
  dataError: 65,
  noInput: 66,
  unavailable: 69,
  internal: 70,
  cannotCreate: 73,
  cannotWrite: 74,
  configuration: 78,
} as const

/** What shells add to the number of the signal that ended a command. */
const signalBase = 128

const backupExitCodes: Record<BackupFailure, number> = {
  'file exists': exitCodes.cannotCreate,
  'cannot write': exitCodes.cannotCreate,
  'cannot read': exitCodes.noInput,
  'invalid file': exitCodes.dataError,
  'in use': exitCodes.unavailable,
  'failed checks': exitCodes.failed,
  'interrupted': exitCodes.failed,
}

/** Ends a command with one sentence on standard error and an exit code. */
export class CommandError extends Error {
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}

/** Aborts at the first stop signal, so that what was begun is finished or cleaned up. The reason ends the command as shells expect it. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of listStopSignals())
    process.once(signal, () =>
      controller.abort(new CommandError(`Interrupted by ${signal}.`, signalBase + constants.signals[signal])),
    )
  return controller.signal
}

/** Throws when the data folder has no database yet: an empty one that is made for it has no account, and a backup or a check of it would say nothing about the books. */
export async function requireDatabase(): Promise<void> {
  const { databaseUrl, dataFolder } = readConfig()
  const { sqlitePath } = await import('#server/db/sqlite.ts')
  if (databaseUrl === '' && isMissing(sqlitePath(dataFolder)))
    throw new CommandError(
      `There is no database in ${dataFolder}. Set KONTOR_DATA to the folder of the server.`,
      exitCodes.noInput,
    )
}

/** False in a folder that this user may not look into: opening the database says so. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES'
  }
}

/**
 * Opens the configured installation, runs `callback`, and closes it again. The log goes to standard error, and so does that there was no database: with a
 * misspelled folder, what a command adds would be missing on the server.
 */
export async function withKontor(terminal: Terminal, callback: (kontor: Kontor) => Promise<number>): Promise<number> {
  const config = readConfig()
  const log = createLog(config.logLevel, (line) => terminal.printError(line.trimEnd()))
  const kontor = await openKontor(config, log, (book) => {
    terminal.printError(describeNewDatabase(config))
    terminal.printError(describeBook(book))
  })
  try {
    return await callback(kontor)
  } finally {
    await kontor.database.close()
  }
}

/** Where a command created a database, so that a misspelled folder is noticed. */
export const describeNewDatabase = ({ databaseUrl, dataFolder }: Config): string =>
  databaseUrl === ''
    ? `There was no database in ${dataFolder}: a new one was created. If the server uses another folder, set KONTOR_DATA to it.`
    : 'There were no books in the database of DATABASE_URL: new ones were created. If the server uses another database, set DATABASE_URL to it.'

/** What the first start or command decides. */
export const describeBook = ({ currency, timeZone }: Kontor['book']): string =>
  `The books use the currency ${currency} and the time zone ${timeZone}, which cannot be changed later. For others, start with an empty database and set KONTOR_CURRENCY and KONTOR_TIMEZONE.`

/** Opens the database and loads the book; `onNewBook` runs if it had none. Throws an `OpenError` with one sentence. */
export async function openKontor(
  config: Config,
  log: Kontor['log'],
  onNewBook?: (book: Kontor['book']) => void,
): Promise<Kontor> {
  const [{ openDatabase }, { loadOrCreateBook }, { buildId }, { createLiveUpdates }] = await Promise.all([
    import('#server/db/open.ts'),
    import('#server/db/book.ts'),
    import('#server/build/build-info.ts'),
    import('#server/live/live-updates.ts'),
  ])
  // Loaded by the first page that is open, not by every command.
  const readOpenWork: Parameters<typeof createLiveUpdates>[0]['readOpenWork'] = async (db) =>
    (await import('#server/home/open-work.ts')).readOpenWork(db)
  const database = await openDatabase(config, log)
  try {
    const book = await loadOrCreateBook(database, config, Date.now(), onNewBook)
    const live = createLiveUpdates({ database, log, readOpenWork, now: Date.now })
    return { config, database, book, log, now: Date.now, buildId, live }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The message and exit code for an expected error, or `undefined` for an unexpected one. */
export async function describeFailure(error: unknown): Promise<{ message: string; code: number } | undefined> {
  const [{ BackupError }, { OpenError }, { isDamaged, isUnreachable }, { ProblemError }, { toProblem }] =
    await Promise.all([
      import('#server/backup/backup-error.ts'),
      import('#server/db/open-error.ts'),
      import('#server/db/unreachable.ts'),
      import('#shared/problem.ts'),
      import('#server/problems/to-problem.ts'),
    ])
  if (error instanceof CommandError) return { message: error.message, code: error.code }
  if (error instanceof ConfigError) return { message: error.message, code: exitCodes.configuration }
  if (error instanceof BackupError) return { message: error.message, code: backupExitCodes[error.failure] }
  if (error instanceof OpenError) return { message: error.message, code: exitCodes.unavailable }
  if (error instanceof ProblemError) {
    const { title, detail, errors = [] } = toProblem(error, 'en').problem
    const fields = errors.map((field) => `${field.pointer.slice(1)}: ${field.detail}`)
    return { message: fields.length > 0 ? fields.join(' ') : `${title}: ${detail}`, code: exitCodes.failed }
  }
  if (isUnreachable(error))
    return {
      message: `The database is not reachable or its disk is full: ${(error as Error).message}.`,
      code: exitCodes.unavailable,
    }
  if (isDamaged(error))
    return {
      message: `The database is damaged: ${(error as Error).message}. Restore a backup with kontor restore FILE.`,
      code: exitCodes.unavailable,
    }
  return undefined
}

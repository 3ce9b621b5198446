import { type App, createApp } from '#server/app.ts'
import { loadOrCreateSecret } from '#server/auth/secret.ts'
import { issueSetupLink } from '#server/auth/setup.ts'
import { startBackgroundWork, startBackups } from '#server/commands/background-work.ts'
import { CommandError, describeBook, exitCodes, type Invocation, openKontor } from '#server/commands/command.ts'
import { listen } from '#server/commands/listen.ts'
import { listStopSignals } from '#server/commands/stop-signals.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Setting } from '#server/config/settings.ts'
import type { Kontor } from '#server/context.ts'
import { parseRefundLimit } from '#server/orders/money/refund-policy.ts'
import { acquireServerLock } from '#server/db/server-lock.ts'
import { isLoopbackIp } from '#server/http/network.ts'
import { ensureUploadsFolder, purgeStaleUploads, staleUploadAgeMs } from '#server/http/temp-uploads.ts'
import { createLog, toErrorFields, type Log } from '#server/log/log.ts'
import { createLogOutput } from '#server/log/log-output.ts'
import { createWebhookSender } from '#server/webhooks/webhook-sender.ts'
import type { Server } from 'bun'
import { accessSync, constants, mkdirSync } from 'node:fs'

/** How long running requests may take to finish after a stop signal. */
const shutdownTimeoutMs = 10_000
/** The first answers do not wait for work in the background. */
const backgroundDelayMs = 500
/** How long writing the last lines of the log may take at a stop. */
const flushTimeoutMs = 1000
const standardOutput = 1
/** Signals within this time count as one. */
const signalDebounceMs = 1000

/**
 * `kontor serve`: opens the installation, serves until a stop signal, then closes everything in reverse order. It listens before it opens
 * the database, so that a wrong `HOST` or `PORT` changes nothing; requests wait until the database is open.
 */
export async function serve({ options }: Invocation): Promise<number> {
  const config = readConfig()
  const output = createLogOutput(standardOutput, (lines) => log.warn('log lines dropped', { lines }))
  const log = createLog(config.logLevel, output.write, Date.now, output.countDropped)
  const print = (line: string): void => output.write(`${line}\n`)
  logUnexpectedErrors(log)
  const { promise: opened, resolve: open } = Promise.withResolvers<App>()
  const server = await listen(config, opened)
  try {
    const lock = config.databaseUrl === '' ? acquireServerLock(config.dataFolder) : undefined
    try {
      prepareBackupFolder(config)
      await prepareUploads(config)
      const kontor = await openKontor({ ...config, secret: loadOrCreateSecret(config) }, log)
      try {
        // Limits with decimals that the currency of the book does not have stop the start.
        parseRefundLimit(config, kontor.book)
        kontor.webhooks = createWebhookSender(kontor)
        const app = createApp(kontor)
        open(app)
        if (options['demo']) for (const line of await prepareDemo(kontor, print)) print(line)
        for (const line of await getWelcomeLines(kontor)) print(line)
        await serveUntilSignal(kontor, app, server)
      } finally {
        await kontor.database.close()
      }
    } finally {
      lock?.release()
    }
  } finally {
    await server.stop(true)
  }
  // A write that is stuck would keep the process running.
  if (!(await output.flush(flushTimeoutMs))) process.exit(exitCodes.done)
  return exitCodes.done
}

async function serveUntilSignal(kontor: Kontor, app: App, server: Server<undefined>): Promise<void> {
  const { config, log } = kontor
  warnAboutPlainHttp(kontor)
  warnAboutIgnoredSettings(kontor)
  const timers: ReturnType<typeof startBackgroundWork> = []
  const backgroundStart = setTimeout(() => timers.push(...startBackgroundWork(kontor)), backgroundDelayMs)
  log.info('started', { build: kontor.buildId, origin: config.origin.origin, database: kontor.database.dialect })
  const backups = startBackups(kontor)
  await waitForShutdownSignal()
  await backups?.stop()
  clearTimeout(backgroundStart)
  for (const timer of timers) clearInterval(timer)
  await shutDown(server, app, log)
}

/** Creates the uploads folder and deletes what a crash left in it. With PostgreSQL other servers may share the folder, so only old files. */
async function prepareUploads({ dataFolder, databaseUrl }: Config): Promise<void> {
  try {
    await ensureUploadsFolder(dataFolder)
    await purgeStaleUploads(dataFolder, databaseUrl === '' ? 0 : staleUploadAgeMs)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new CommandError(
      `Cannot store uploads in the data folder ${dataFolder}: ${reason}. Set KONTOR_DATA to a writable folder.`,
      exitCodes.unavailable,
    )
  }
}

/** Creates the folder for backups, so that a wrong setting is noticed at the start and not when a backup is needed. */
function prepareBackupFolder({ backups }: Config): void {
  if (!backups) return
  try {
    mkdirSync(backups.folder, { recursive: true, mode: 0o700 })
    accessSync(backups.folder, constants.W_OK)
  } catch (error) {
    throw new CommandError(
      `Cannot write to the folder for backups ${backups.folder}: ${(error as Error).message}. Set KONTOR_BACKUP_DIR to a writable folder.`,
      exitCodes.unavailable,
    )
  }
}

/** For an empty installation what is decided by the first start, and the one-time setup link, which is never logged; last the URL, so that scripts that wait for it have read the rest. */
async function getWelcomeLines(kontor: Kontor): Promise<string[]> {
  const { origin } = kontor.config.origin
  const token = await issueSetupLink(kontor)
  const setup = token && [
    describeBook(kontor.book),
    `Create the owner account within 30 minutes: ${origin}/register?setup=${token}`,
  ]
  return [...(setup || []), `Kontor is ready: ${origin}`]
}

/** Seeds the demo shop and returns lines with its logins, or with the reason why it was skipped. */
async function prepareDemo(kontor: Kontor, print: (line: string) => void): Promise<string[]> {
  const { seedDemo } = await import('#server/demo/seed-demo.ts')
  const { createDemoProviders } = await import('#server/demo/refund-providers.ts')
  kontor.refundProviders = createDemoProviders()
  const login = await seedDemo(kontor, () => print('Creating the demo shop, which takes some seconds …'))
  if (!login) {
    const isSqlite = kontor.database.dialect === 'sqlite'
    const advice = isSqlite ? 'Set KONTOR_DATA to an empty folder.' : 'Set DATABASE_URL to an empty database.'
    return [`No demo data loaded: the database already has accounts or orders. ${advice}`]
  }
  const colleagues = login.colleagues.map(({ email, role }) => `${email} (${role})`)
  return [
    `Demo data loaded. Log in as ${login.email} with the password ${login.password}`,
    `The same password works for ${colleagues.join(', ')}`,
  ]
}

function warnAboutPlainHttp({ config: { origin }, log }: Kontor): void {
  if (origin.protocol === 'http:' && origin.hostname !== 'localhost' && !isLoopbackIp(origin.hostname))
    log.warn('insecure origin', {
      origin: origin.origin,
      hint: 'passwords are sent unencrypted: use https for KONTOR_ORIGIN',
    })
}

/** Time zone and currency are those of the first start: a start with others changes nothing. */
function warnAboutIgnoredSettings({ config, book, log }: Kontor): void {
  const settings: [setting: Setting, value: string | undefined, stored: string][] = [
    ['KONTOR_TIMEZONE', config.timeZone, book.timeZone],
    ['KONTOR_CURRENCY', config.currency, book.currency],
  ]
  for (const [setting, value, stored] of settings)
    if (value !== undefined && value !== stored) log.warn('setting ignored', { setting, value, stored })
}

/**
 * Resolves at the first stop signal; a later one exits at once. Signals in quick succession count as one, because a terminal, npm and
 * a process manager may each forward the same signal.
 */
function waitForShutdownSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let firstSignalAt: number | undefined
  for (const signal of listStopSignals())
    process.on(signal, () => {
      if (firstSignalAt !== undefined && performance.now() - firstSignalAt > signalDebounceMs)
        process.exit(exitCodes.failed)
      firstSignalAt ??= performance.now()
      resolve()
    })
  return promise
}

async function shutDown(server: Server<undefined>, app: App, log: Log): Promise<void> {
  log.info('stopping', { pendingRequests: server.pendingRequests })
  const until = performance.now() + shutdownTimeoutMs
  void server.stop()
  await app.drain(shutdownTimeoutMs)
  // A finished response may still be on its way to the client.
  while (server.pendingRequests > 0 && performance.now() < until) await Bun.sleep(10)
  const abortedRequests = server.pendingRequests
  await server.stop(true)
  log.info('stopped', { abortedRequests })
}

/** Logs errors thrown outside of a request and keeps serving: by default they would end the process. */
function logUnexpectedErrors(log: Log): void {
  const logError = (error: unknown): void => log.error('unexpected error', toErrorFields(error))
  process.on('unhandledRejection', logError)
  process.on('uncaughtException', logError)
}

import { type App, createApp } from '#server/app.ts'
import { loadOrCreateSecret } from '#server/auth/secret.ts'
import { issueSetupLink } from '#server/auth/setup.ts'
import { purgeExpired } from '#server/auth/actions.ts'
import { CommandError, exitCodes, type Invocation, openKontor } from '#server/commands/command.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Kontor } from '#server/context.ts'
import { acquireServerLock } from '#server/db/server-lock.ts'
import { isLoopbackIp } from '#server/http/network.ts'
import { idleTimeoutSeconds, serverBodyLimitBytes } from '#server/http/limits.ts'
import { ensureUploadsFolder, purgeStaleUploads } from '#server/http/temp-uploads.ts'
import { createLog, toErrorFields, type Log } from '#server/log.ts'
import type { Server } from 'bun'

/** What runs when the program is asked to stop has so long to end. */
const shutdownTimeoutMs = 10_000
const cleanupIntervalMs = 3_600_000
/** No upload lies this long: whoever brought it is dead. */
const staleUploadAgeMs = 86_400_000
/** Signals that come within this time ask for one thing. */
const signalDebounceMs = 1000

/** `kontor serve`: opens everything, serves until it is asked to stop, closes everything in the opposite order. */
export async function serve({ options, terminal }: Invocation): Promise<number> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  logUnexpectedErrors(log)
  const lock = config.databaseUrl === '' ? acquireServerLock(config.dataFolder) : undefined
  try {
    await prepareUploads(config)
    const kontor = await openKontor({ ...config, secret: loadOrCreateSecret(config) }, log)
    try {
      const app = createApp(kontor)
      const server = listen(config, app)
      if (options['demo']) terminal.print(await prepareDemo(kontor))
      for (const line of await getWelcomeLines(kontor)) terminal.print(line)
      warnAboutPlainHttp(kontor)
      const cleanupTimer = scheduleCleanup(kontor)
      log.info('started', { build: kontor.buildId, origin: config.origin.origin, database: kontor.database.dialect })
      await waitForShutdownSignal()
      clearInterval(cleanupTimer)
      await shutDown(server, app, log)
    } finally {
      await kontor.database.close()
    }
  } finally {
    lock?.release()
  }
  return exitCodes.done
}

/** Makes room for uploads and clears away what a crash left; beside other servers that may use the folder, only what is old. */
async function prepareUploads({ dataFolder, databaseUrl }: Config): Promise<void> {
  try {
    await ensureUploadsFolder(dataFolder)
    await purgeStaleUploads(dataFolder, databaseUrl === '' ? 0 : staleUploadAgeMs)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new CommandError(
      `Uploads cannot be kept in the data folder ${dataFolder}: ${reason}. Name another one in KONTOR_DATA.`,
      exitCodes.unavailable,
    )
  }
}

function listen({ host, port }: Config, app: App): Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      development: false,
      // Bun would else let a second process listen beside this one, and split the requests between the two.
      reusePort: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: serverBodyLimitBytes,
      fetch: (request, server) => app.fetch(request, server),
    })
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    const reason = code === 'EADDRINUSE' ? 'another program listens there' : message
    throw new CommandError(`Kontor cannot listen on ${host}:${port}: ${reason}.`, exitCodes.unavailable)
  }
}

/** The address, and for an empty installation the link that makes its owner: printed here and nowhere else. */
async function getWelcomeLines(kontor: Kontor): Promise<string[]> {
  const { origin } = kontor.config.origin
  const token = await issueSetupLink(kontor)
  const lines = [`Kontor is ready: ${origin}`]
  if (token !== null) lines.push(`Make the first account within 30 minutes: ${origin}/register?setup=${token}`)
  return lines
}

/** The log-in of the demo shop, or why there is none. */
async function prepareDemo(kontor: Kontor): Promise<string> {
  const { seedDemo } = await import('#server/demo/seed-demo.ts')
  const login = await seedDemo(kontor)
  return login
    ? `The demo shop is open. Log in as ${login.email} with the password ${login.password}`
    : 'There is an account or an order already, so the demo shop was left out: name an empty folder in KONTOR_DATA.'
}

function warnAboutPlainHttp({ config: { origin }, log }: Kontor): void {
  if (origin.protocol === 'http:' && origin.hostname !== 'localhost' && !isLoopbackIp(origin.hostname))
    log.warn('passwords travel unprotected: KONTOR_ORIGIN is not https', { origin: origin.origin })
}

function scheduleCleanup(kontor: Kontor): ReturnType<typeof setInterval> {
  const run = (): void =>
    void Promise.all([purgeExpired(kontor), purgeStaleUploads(kontor.config.dataFolder, staleUploadAgeMs)]).catch(
      (error: unknown) => kontor.log.warn('not swept', { error: String(error) }),
    )
  run()
  return setInterval(run, cleanupIntervalMs)
}

/**
 * Resolves with the first signal; another one ends the process at once, unless it comes so soon that it is the same wish: a
 * terminal, npm and a process manager may each pass it on.
 */
function waitForShutdownSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let firstSignalAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (firstSignalAt !== undefined && performance.now() - firstSignalAt > signalDebounceMs)
        process.exit(exitCodes.failed)
      firstSignalAt ??= performance.now()
      resolve()
    })
  return promise
}

async function shutDown(server: Server<undefined>, app: App, log: Log): Promise<void> {
  log.info('stopping', { running: server.pendingRequests })
  const until = performance.now() + shutdownTimeoutMs
  void server.stop()
  await app.drain(shutdownTimeoutMs)
  // An answer that is given may still be on its way out.
  while (server.pendingRequests > 0 && performance.now() < until) await Bun.sleep(10)
  const cutOff = server.pendingRequests
  await server.stop(true)
  log.info('stopped', { cutOff })
}

/** A surprise outside of any request is told and survived: there is nobody to answer, and everybody else is served on. */
function logUnexpectedErrors(log: Log): void {
  const logError = (error: unknown): void => log.error('unexpected outside of a request', toErrorFields(error))
  process.on('unhandledRejection', logError)
  process.on('uncaughtException', logError)
}

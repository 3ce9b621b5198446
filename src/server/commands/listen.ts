import { CommandError, exitCodes } from '#server/commands/command.ts'
import type { App } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { idleTimeoutSeconds, serverBodyLimitBytes } from '#server/http/limits.ts'
import type { Server } from 'bun'
import { lookup } from 'node:dns/promises'

/** Listens on the configured host and port; requests wait until `opened`. Throws a `CommandError` that names the variable to change. */
export async function listen({ host, port }: Config, opened: Promise<App>): Promise<Server<undefined>> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      development: false,
      // With `development: false` Bun sets SO_REUSEPORT: a second process could then take half of the requests unnoticed.
      reusePort: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: serverBodyLimitBytes,
      fetch: async (request, server) => (await opened).fetch(request, server),
    })
  } catch (error) {
    throw new CommandError(await describeListenError(error as NodeJS.ErrnoException, host, port), exitCodes.unavailable)
  }
}

async function describeListenError(
  { code, message }: NodeJS.ErrnoException,
  host: string,
  port: number,
): Promise<string> {
  const prefix = `Cannot listen on ${host}:${port}:`
  // Bun says of a name that nothing resolves that its port is in use.
  const isFound = await lookup(host).then(Boolean, () => false)
  if (isFound && code === 'EADDRINUSE') return `${prefix} the port is already in use. Set PORT to another one.`
  if (code === 'EACCES') return `${prefix} this port needs more privileges. Set PORT to one above 1023.`
  if (!isFound || code === 'ENOENT' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${prefix} this machine does not have the address. Set HOST to one that it has, for example 127.0.0.1 or 0.0.0.0.`
  return `${prefix} ${message}. Set HOST or PORT to another value.`
}

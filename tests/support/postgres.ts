import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'

/** A running server; `url` names a database of its own that tests may leave alone. */
export interface PostgresServer {
  url: string
  /** Ends the server and waits until its files are gone. */
  stop(): Promise<void>
}

let server: Promise<PostgresServer> | undefined

/** `TEST_POSTGRES_URL`, else a throw-away server that starts with the first caller and ends with this process. */
export async function postgresUrl(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL']
  if (given) return given
  server ??= startPostgres()
  return (await server).url
}

/** Starts a throw-away server. It ends with `stop`, or by itself when this process ends, in whatever way. */
export async function startPostgres(): Promise<PostgresServer> {
  const child = spawn(process.execPath, [join(import.meta.dir, 'postgres-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await Promise.race([firstLine(child.stdout), exited])
  if (!url) throw new Error('PostgreSQL for the tests did not start; the reason stands above.')
  child.unref()
  return {
    url,
    stop: async () => {
      child.stdin.end()
      await exited
    },
  }
}

const firstLine = (stream: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => createInterface({ input: stream }).once('line', resolve))

import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import {
  addUser,
  runKontor,
  startKontor,
  type KontorProcess,
  limitFileSize,
  setUpBinary,
} from '#tests/support/binary.ts'
import { createEmptyDatabase } from '#tests/support/databases.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const kilobyte = 1024
const halfMegabyte = 512 * kilobyte

setUpBinary()

describe('an upload to the binary', () => {
  let data: string
  const servers: KontorProcess[] = []
  beforeEach(() => void (data = mkdtempSync(join(tmpdir(), 'kontor-uploads-'))))
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop()
    rmSync(data, { recursive: true, force: true })
  })
  const uploads = (): string[] => readdirSync(join(data, 'uploads'))

  /** Starts a server on the folder of this test, with an import by its owner. */
  async function serve(commandPrefix: string[] = []) {
    const server = await startKontor({ settings: { KONTOR_DATA: data }, commandPrefix })
    servers.push(server)
    const { origin } = server
    const headers = { 'content-type': 'application/json' }
    const credentials = JSON.stringify({ email: owner.email, password: owner.password })
    const login = await fetch(`${origin}/api/auth/login`, { method: 'POST', body: credentials, headers })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    const send = (body: BodyInit, type?: string): Promise<Response> => {
      const requestHeaders = { cookie, origin, ...(type === undefined ? {} : { 'content-type': type }) }
      return fetch(`${origin}/api/imports/orders`, { method: 'POST', body, headers: requestHeaders })
    }
    const importFile = (text: string): Promise<Response> => {
      const body = new FormData()
      body.set('file', new File([text], 'orders.csv'))
      return send(body)
    }
    return { server, send, importFile }
  }
  let owner: { email: string; password: string }
  beforeEach(async () => {
    owner = await addUser({ KONTOR_DATA: data }, 'owner')
  })

  test('that does not fit on the disk is rejected, leaves no files behind, and blocks no one', async () => {
    const { server, importFile } = await serve(limitFileSize((8 * 1024 * kilobyte) / 512))
    const refused = await importFile(buildExportCsv([{ name: '#1' }]) + '\n'.repeat(20 * halfMegabyte))
    expect([refused.status, await refused.json()]).toMatchObject([507, { type: '/problems/storage-full' }])
    expect(uploads()).toEqual([])
    expect(await (await importFile(buildExportCsv([{ name: '#2' }]))).json()).toMatchObject({ read: 1, created: 1 })
    // The log is written in the background, and all of it before the server ends.
    await server.stop()
    expect(server.output()).toContain('An upload could not be kept: E')
  })

  test('that a killed server left behind is removed at the next start', async () => {
    const { server, send } = await serve()
    const head = '--b0\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head + 'x'.repeat(halfMegabyte))),
    })
    const interrupted = send(body, 'multipart/form-data; boundary=b0').catch(() => 'broken off')
    while (uploads().length === 0) await Bun.sleep(5)
    server.child.kill('SIGKILL')
    await server.child.exited
    expect(uploads()).toHaveLength(1)
    expect(await interrupted).toBe('broken off')
    await serve()
    expect(uploads()).toEqual([])
  })
})

test('with PostgreSQL too, the server does not start when it cannot store uploads', async () => {
  const { config, remove } = await createEmptyDatabase('postgres')
  const data = mkdtempSync(join(tmpdir(), 'kontor-uploads-'))
  try {
    writeFileSync(join(data, 'uploads'), 'a file where the folder should be')
    const settings = { KONTOR_DATA: data, DATABASE_URL: config.databaseUrl, KONTOR_SECRET: config.secret ?? '' }
    const { code, errors } = await runKontor(['serve'], '', { settings })
    expect([code, errors.trim().split('\n').length]).toEqual([69, 1])
    expect(errors).toMatch(/^Cannot store uploads in the data folder .+ Set KONTOR_DATA to a writable folder\.\n$/)
  } finally {
    rmSync(data, { recursive: true, force: true })
    await remove()
  }
})

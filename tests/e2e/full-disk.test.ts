import { addUser, type KontorProcess, setUpBinary, startKontor } from '#tests/support/binary.ts'
import { cleanUpAfterRun } from '#tests/support/cleanup.ts'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

setUpBinary()

const folder = mountSmallDisk()

/** A disk of 8 MB, for root only. */
function mountSmallDisk(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'kontor-disk-'))
  const { exitCode } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path])
  cleanUpAfterRun(async () => {
    if (exitCode === 0) Bun.spawnSync(['umount', path])
    rmdirSync(path)
  })
  return exitCode === 0 ? path : undefined
}

describe.if(folder !== undefined)('on a full disk', () => {
  const settings = { KONTOR_DATA: join(folder ?? '', 'data') }
  const servers: KontorProcess[] = []
  afterAll(() => Promise.all(servers.map((server) => server.stop())))
  const serve = async (): Promise<KontorProcess> => {
    const server = await startKontor({ settings })
    servers.push(server)
    return server
  }
  const filler = join(folder ?? '', 'filler')
  const fillDisk = (): void => {
    for (let size = 8 * 1024 * 1024; size >= 1; size = Math.floor(size / 2))
      try {
        writeFileSync(filler, new Uint8Array(size), { flag: 'a' })
      } catch {
        // What fits has been written.
      }
  }
  const getStatus = async ({ origin }: KontorProcess, path: string): Promise<number> =>
    (await fetch(origin + path)).status

  test('the server is not ready, uploads are refused, and a logout still ends the session, for good once there is space', async () => {
    const account = await addUser(settings, 'owner')
    const server = await serve()
    const { origin } = server
    const login = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    })
    const cookie = login.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const getSession = async (from = origin): Promise<object> =>
      (await (await fetch(`${from}/api/_auth/session`, { headers: { cookie } })).json()) as object
    expect(await getSession()).toHaveProperty('user')

    fillDisk()
    expect(await getStatus(server, '/readyz')).toBe(503)
    expect(await getStatus(server, '/healthz')).toBe(200)
    const body = new FormData()
    body.set('file', new File(['Name\n'], 'orders.csv'))
    const upload = await fetch(`${origin}/api/imports/orders`, { method: 'POST', body, headers: { cookie, origin } })
    expect([upload.status, await upload.json()]).toMatchObject([507, { type: '/problems/storage-full' }])

    const logout = await fetch(`${origin}/api/_auth/session`, { method: 'DELETE', headers: { cookie, origin } })
    expect([logout.status, await logout.json()]).toEqual([200, { loggedOut: true }])
    expect(await getSession()).toEqual({})

    rmSync(filler)
    while ((await getStatus(server, '/readyz')) !== 200) await Bun.sleep(50)
    // Closing the database stores what waits.
    expect(await server.stop()).toBe(0)
    const restarted = await serve()
    expect(await getSession(restarted.origin)).toEqual({})
    expect(await restarted.stop()).toBe(0)
  })

  test('the server is not ready either while only the smallest changes fit', async () => {
    const server = await serve()
    fillDisk()
    truncateSync(filler, statSync(filler).size - 256 * 1024)
    expect(await getStatus(server, '/readyz')).toBe(503)
    rmSync(filler)
    while ((await getStatus(server, '/readyz')) !== 200) await Bun.sleep(50)
  })
})

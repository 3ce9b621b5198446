import { openDatabase } from '#server/db/open.ts'
import { openStream } from '#tests/server/live/read-updates.ts'
import { forEachDatabase, quietLog } from '#tests/support/databases.ts'
import { createTestClient, type TestClient } from '#tests/support/test-client.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password, type TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'

forEachDatabase((dialect, open) => {
  if (dialect === 'sqlite') return
  describe('on two servers with one database', () => {
    let first: TestKontor
    let second: TestKontor
    let owner: TestUser
    beforeEach(async () => {
      const opened = await open()
      first = await createTestKontor(opened)
      second = await createTestKontor({ ...opened, database: await openDatabase(opened.config, quietLog) })
      owner = await first.createUser('owner')
    })
    afterEach(() => second.kontor.database.close())

    /** The same browser at the second server. */
    function atSecond({ cookies }: TestUser): TestClient {
      const client = createTestClient(second)
      for (const [name, value] of cookies) client.cookies.set(name, value)
      return client
    }
    const suspend = ({ id }: TestUser): Promise<Response> =>
      owner.fetch(`/api/users/${id}/suspension`, { method: 'POST' })
    const statusOf = async (client: Pick<TestClient, 'fetch'>, path = '/api/orders', init = {}): Promise<number> =>
      (await client.fetch(path, init)).status

    test('a logout, a suspension, a new password and an administrator at one end sessions at the other, with their streams', async () => {
      const changePassword = async ({ email }: TestUser): Promise<Response> => {
        const elsewhere = first.createClient()
        await elsewhere.fetch('/api/auth/login', { json: { email, password } })
        const json = { currentPassword: password, password: 'another long password' }
        return elsewhere.fetch('/api/account/password', { method: 'PUT', json })
      }
      const endings: ((user: TestUser) => Promise<Response>)[] = [
        (user) => user.fetch('/api/_auth/session', { method: 'DELETE' }),
        suspend,
        changePassword,
        ({ id }) => owner.fetch(`/api/users/${id}/sessions`, { method: 'DELETE' }),
      ]
      const streams = await Promise.all(
        endings.map(async (endSession) => {
          const user = await first.createUser('operations')
          const browser = atSecond(user)
          const stream = await openStream(browser, `since=${first.clock.now}`)
          expect(await statusOf(browser)).toBe(200)
          expect((await endSession(user)).ok).toBe(true)
          expect(await statusOf(browser)).toBe(401)
          return stream
        }),
      )
      for (const stream of streams) await stream.ended
      expect(second.kontor.live.countStreams()).toBe(0)
    })

    test('a lower role at one counts at the other, also for its streams', async () => {
      const user = await first.createUser('finance')
      const browser = atSecond(user)
      const stream = await openStream(browser, `since=${first.clock.now}`)
      expect(await statusOf(browser, '/api/finance/entries')).toBe(200)
      await owner.fetch(`/api/users/${user.id}/role`, { method: 'PUT', json: { role: 'viewer' } })
      expect(await statusOf(browser, '/api/finance/entries')).toBe(403)
      await stream.ended
    })

    test('an API token that is revoked at one, or whose owner is suspended, is dead at the other', async () => {
      const json = { tokenName: 'Shop', permissions: ['orders.view'] }
      const admin = await first.createUser('admin')
      for (const revoke of [
        (id: string) => admin.fetch(`/api/tokens/${id}`, { method: 'DELETE' }),
        () => suspend(admin),
      ]) {
        const response = await admin.fetch('/api/tokens', { json })
        const { secret, token } = (await response.json()) as { secret: string; token: { id: string } }
        const init = { headers: { authorization: `Bearer ${secret}` } }
        expect(await statusOf(second, '/api/orders', init)).toBe(200)
        expect((await revoke(token.id)).ok).toBe(true)
        expect(await statusOf(second, '/api/orders', init)).toBe(401)
      }
    })

    test('a view as someone who is suspended at one ends at the other, with its streams', async () => {
      const admin = await first.createUser('admin')
      const viewed = await first.createUser('viewer', { name: 'Xu Tian' })
      expect((await admin.fetch(`/api/users/${viewed.id}/views`, { json: { reason: 'A question' } })).ok).toBe(true)
      const browser = atSecond(admin)
      const readName = async (): Promise<string> =>
        ((await (await browser.fetch('/api/_auth/session')).json()) as { user: { name: string } }).user.name
      expect(await readName()).toBe('Xu Tian')
      const stream = await openStream(browser, `since=${first.clock.now}`)
      await suspend(viewed)
      expect(await readName()).toBe('Test admin')
      await stream.ended
      await suspend(admin)
      expect(await statusOf(browser)).toBe(401)
    })
  })
})

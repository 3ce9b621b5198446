import { issueResetLink } from '#server/auth/reset-links.ts'
import { createOperatorContext } from '#server/context.ts'
import { resetPassword } from '#server/staff/operator-actions.ts'
import { ProblemError } from '#shared/problem.ts'
import type { Problem } from '#shared/problem.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import { password as currentPassword, type TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach, expect, test } from 'bun:test'

const breached = 'violet umbrella kettle 7'
const fresh = 'violet umbrella kettle 8'
const hashOf = (password: string): string => new Bun.CryptoHasher('sha1').update(password).digest('hex').toUpperCase()
const listed = (password: string, count: number): string => `${hashOf(password).slice(5)}:${count}`

onSqlite((open) => {
  let kontor: TestKontor
  let user: TestUser
  let service: ReturnType<typeof Bun.serve>
  let requests: { path: string; padding: string | null; body: string }[]
  let answer: () => Response | Promise<Response>
  beforeEach(async () => {
    requests = []
    answer = () =>
      new Response(['0018A45C4D1DEF81644B54AB7F969B88D65:3', listed(breached, 2), listed(fresh, 0)].join('\r\n'))
    service = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url)
        requests.push({
          path: pathname + search,
          padding: request.headers.get('add-padding'),
          body: await request.text(),
        })
        return answer()
      },
    })
    const { database, config } = await open()
    const passwordCheckUrl = `http://127.0.0.1:${service.port}/range`
    kontor = await createTestKontor({ database, config: { ...config, passwordCheckUrl } })
    user = await kontor.createUser('owner')
  })
  afterEach(() => service.stop(true))

  const resultOf = async (response: Response): Promise<unknown> =>
    response.ok ? response.status : ((await response.json()) as Problem).errors?.map(({ pointer }) => pointer)
  const change = async (password: string): Promise<unknown> =>
    resultOf(await user.fetch('/api/account/password', { method: 'PUT', json: { currentPassword, password } }))

  test('a password from a data breach is refused wherever one is set; the service gets five characters of its hash', async () => {
    const person = { name: 'Anna Shen', email: 'anna@example.com' }
    const register = async (password: string): Promise<unknown> =>
      resultOf(await kontor.fetch('/api/auth/register', { json: { ...person, password } }))
    const link = await kontor.kontor.database.inTransaction((transaction) =>
      issueResetLink(transaction, createOperatorContext(kontor.kontor), { id: user.id, name: user.name }),
    )
    const reset = async (password: string): Promise<unknown> =>
      resultOf(await kontor.fetch('/api/auth/password', { method: 'PUT', json: { reset: link, password } }))
    const command = async (password: string): Promise<unknown> => {
      const input = { email: user.email, password }
      try {
        await resetPassword(createOperatorContext(kontor.kontor), input)
        return 200
      } catch (error) {
        return error instanceof ProblemError && error.fields.map(({ pointer, reason }) => `${pointer} ${reason}`)
      }
    }
    expect(await register(breached)).toEqual(['/password'])
    expect(await change(breached)).toEqual(['/password'])
    expect(await reset(breached)).toEqual(['/password'])
    expect(await command(breached)).toEqual(['/password password-breached'])
    expect(requests).toHaveLength(4)
    for (const request of requests)
      expect(request).toEqual({ path: `/range/${hashOf(breached).slice(0, 5)}`, padding: 'true', body: '' })
    expect(await register(fresh)).toBe(201)
    expect(await change(fresh)).toBe(200)
    expect(await command('violet umbrella kettle 9')).toBe(200)
    expect(kontor.log.filter(({ event }) => event === 'password check failed')).toEqual([])
  })

  test('passwords that are common or too short are not asked about, nor are logins', async () => {
    requests = []
    expect(await change('password1234')).toEqual(['/password'])
    expect(await change('short')).toEqual(['/password'])
    await kontor.fetch('/api/auth/login', { json: { email: user.email, password: breached } })
    expect(requests).toEqual([])
  })

  test.each<[string, () => Response | Promise<Response>]>([
    ['fails', () => new Response('no', { status: 503 })],
    ['redirects', () => Response.redirect('http://127.0.0.1:1/', 302)],
    ['answers something else', () => new Response('<html>'.repeat(10))],
    ['answers without end', () => new Response('x'.repeat(2_000_000))],
    ['does not answer', () => new Promise<Response>(() => undefined)],
  ])('a service that %s keeps no one from setting a password', async (_, wrong) => {
    answer = wrong
    expect(await change(breached)).toBe(200)
    const lines = JSON.stringify(kontor.log)
    expect(lines).not.toContain(hashOf(breached).slice(0, 5))
    expect(lines).not.toContain(breached)
  })

  test('a service that is gone is logged', async () => {
    await service.stop(true)
    expect(await change(breached)).toBe(200)
    const [line] = kontor.log.filter(({ event }) => event === 'password check failed')
    expect(line?.level).toBe('warn')
    expect(JSON.stringify(line)).not.toContain('/range')
  })
})

import { bodyLimitBytes, guestBodyLimitBytes } from '#server/http/limits.ts'
import type { Problem } from '#shared/problem.ts'
import { createEmptyDatabase, quietLog } from '#tests/support/databases.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestRequestInit } from '#tests/support/test-client.ts'
import { createAccount, password, type TestUser } from '#tests/support/test-user.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { openDatabase } from '#server/db/open.ts'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

let kontor: TestKontor
let close: () => Promise<void>
beforeAll(async () => {
  const { config, remove } = await createEmptyDatabase('sqlite')
  const database = await openDatabase(config, quietLog)
  kontor = await createTestKontor({ config, database })
  close = async () => {
    await database.close()
    await remove()
  }
})
afterAll(() => close())

let viewer: TestUser
beforeAll(async () => void (viewer = await kontor.createUser('viewer')))
const sendAsUser = (init: TestRequestInit): Promise<Response> =>
  viewer.fetch('/api/auth/login', { method: 'POST', ...init })

const send = (init: TestRequestInit): Promise<Response> => kontor.fetch('/api/auth/login', { method: 'POST', ...init })
const createInit = (type: string, body: BodyInit): TestRequestInit => ({ headers: { 'content-type': type }, body })
async function readProblem(response: Response): Promise<[number, string]> {
  const { type, status } = (await response.json()) as Problem
  expect(status).toBe(response.status)
  return [status, type]
}

describe('a body', () => {
  const malformed: [string, TestRequestInit][] = [
    ['broken JSON', createInit('application/json', '{"email":')],
    ['a list', createInit('application/json', '[]')],
    ['a text', createInit('application/json', '"x"')],
    ['null', createInit('application/json', 'null')],
    ['invalid UTF-8', createInit('application/json', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))],
    ['invalid percent encoding', createInit('application/x-www-form-urlencoded', 'email=%zz')],
    ['thousands of fields', createInit('application/x-www-form-urlencoded', 'a=&'.repeat(2001))],
    [
      'more parts than any form has',
      createInit(
        'multipart/form-data; boundary=b',
        `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(15_000)}--b--\r\n`,
      ),
    ],
    ['percent-encoded bytes that are no UTF-8', createInit('application/x-www-form-urlencoded', 'email=%ff')],
    ['multipart without a boundary', createInit('multipart/form-data', 'x')],
    [
      'multipart that ends early',
      createInit('multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="e'),
    ],
  ]
  test.each(malformed)('with %s is malformed', async (_what, init) => {
    expect(await readProblem(await sendAsUser(init))).toEqual([400, '/problems/malformed-body'])
  })

  const tooManyValues: [string, string][] = [
    ['more values in a list than any call has', `{"a":[${'0,'.repeat(500_000)}0]}`],
    ['more lists than any call has', `{"a":[${'[],'.repeat(300_000)}0]}`],
    ['very deep JSON', '['.repeat(400_000)],
    ['closed but very deep JSON', `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
  ]
  test.each(tooManyValues)('with %s is too large', async (_what, body) => {
    const response = await sendAsUser(createInit('application/json', body))
    expect(await response.json()).toMatchObject({ type: '/problems/too-large', detail: 'Send less data at once.' })
  })

  test('with text that databases cannot store names each of its fields, except a password', async () => {
    const detail = 'Remove the characters that cannot be stored: U+0000 and halves of surrogate pairs.'
    const sent = '{"email":"a\\u0000b","password":"x\\u0000","unknown":"\\u0000"}'
    for (const [type, body] of [
      ['application/json', sent],
      ['application/json', '{"email":"\\ud800","password":"x"}'],
      ['application/x-www-form-urlencoded', 'email=a%00b&password=x'],
    ] as const) {
      const response = await sendAsUser(createInit(type, body))
      expect(response.status).toBe(422)
      expect(((await response.json()) as Problem).errors).toEqual([{ pointer: '/email', detail }])
    }
    const owner = await kontor.createUser('owner')
    const json = { customerName: 'a', lines: [{ name: 'Tea\0', unitPrice: '1' }, { name: 'b' }], note: '\ud800' }
    const order = await owner.fetch('/api/orders/drafts', { json })
    expect(((await order.json()) as Problem).errors?.map(({ pointer }) => pointer)).toEqual(['/note', '/lines/0/name'])
    const query = await owner.fetch('/api/orders?q=%00')
    expect(((await query.json()) as Problem).errors).toEqual([{ in: 'query', pointer: '/q', detail }])
  })

  test('that is compressed is rejected', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    for (const body of [Bun.gzipSync('{"email":"a"}'), '{"email":"a"}']) {
      const response = await send({ headers, body })
      expect(await response.json()).toMatchObject({
        type: '/problems/unsupported-media-type',
        detail: 'Send JSON or a form, without compression.',
      })
    }
  })

  test('whose encoding names no compression is read', async () => {
    for (const encoding of ['', 'identity', 'UTF-8']) {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
      const answer = await (await send({ headers, body: '{"email":"a"}' })).json()
      expect([encoding, answer.type]).toEqual([encoding, '/problems/invalid-input'])
    }
  })

  test('of a visitor has at most 64 KB, whatever its type, and no file in it is written to the disk', async () => {
    const uploads = join(kontor.kontor.config.dataFolder, 'uploads')
    await rm(uploads, { recursive: true, force: true })
    const text = 'x'.repeat(guestBodyLimitBytes)
    const form = new FormData()
    form.set('file', new File([text], 'x.csv'))
    const inits = [{ json: { email: text } }, { body: new URLSearchParams({ email: text }) }, { body: form }]
    for (const init of inits) {
      const response = await send(init)
      expect(await readProblem(response.clone())).toEqual([413, '/problems/too-large'])
      expect(((await response.json()) as Problem).detail).toContain('64 KB')
      expect(await readProblem(await sendAsUser(init))).toEqual([422, '/problems/invalid-input'])
    }
    const small = new FormData()
    small.set('email', new File(['nobody@example.com'], 'x.csv'))
    for (const answer of [await send({ body: small }), await sendAsUser({ body: small })])
      expect(await readProblem(answer)).toEqual([422, '/problems/invalid-input'])
    expect(existsSync(uploads)).toBe(false)
  })

  test('of an unsupported type is rejected', async () => {
    for (const type of ['text/plain', 'application/xml', 'text/json'])
      expect(await readProblem(await send(createInit(type, '{"email":"a"}')))).toEqual([
        415,
        '/problems/unsupported-media-type',
      ])
  })

  test('that is too large is rejected, with and without a Content-Length', async () => {
    const large = `{"email":"${'x'.repeat(bodyLimitBytes)}"}`
    const stream = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < large.length; at += 65_536)
          controller.enqueue(new TextEncoder().encode(large.slice(at, at + 65_536)))
        controller.close()
      },
    })
    expect(await readProblem(await send(createInit('application/json', large)))).toEqual([413, '/problems/too-large'])
    expect(await readProblem(await send(createInit('application/json', stream)))).toEqual([413, '/problems/too-large'])
    const tooLongHeaders = { 'content-type': 'application/json', 'content-length': String(bodyLimitBytes + 1) }
    expect(await readProblem(await send({ headers: tooLongHeaders, body: '{}' }))).toEqual([413, '/problems/too-large'])
  })

  test('is read as JSON, form and multipart', async () => {
    const form = new FormData()
    form.set('email', 'nobody@example.com')
    form.set('password', 'a wrong password')
    const fields = { email: 'nobody@example.com', password: 'a wrong password' }
    for (const init of [{ json: fields }, { body: new URLSearchParams(fields) }, { body: form }])
      expect(await readProblem(await send(init))).toEqual([401, '/problems/invalid-credentials'])
  })

  test('that is missing is reported as missing fields', async () => {
    const response = await send({})
    expect(response.status).toBe(422)
    const { errors } = (await response.json()) as Problem
    expect(errors).toEqual([
      { pointer: '/email', detail: 'This field is required.' },
      { pointer: '/password', detail: 'This field is required.' },
    ])
  })

  test('cannot change object prototypes', async () => {
    const body = '{"__proto__":{"email":"a@b.example"},"constructor":{"prototype":{"polluted":1}},"password":"x"}'
    const response = await send(createInit('application/json', body))
    expect(response.status).toBe(422)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('an input', () => {
  test('is rejected with a pointer and a sentence for each field, in the language of the client', async () => {
    const json = { name: ' ', email: 'nobody', password: 'short' }
    const asked = async (headers: Record<string, string>): Promise<Problem> =>
      (await (await kontor.fetch('/api/auth/register', { json, headers })).json()) as Problem
    expect((await asked({})).errors).toEqual([
      { pointer: '/name', detail: 'This field is required.' },
      { pointer: '/email', detail: 'Enter an email address like name@example.com.' },
      { pointer: '/password', detail: 'Use 12 characters or more.' },
    ])
    expect((await asked({ 'accept-language': 'fr, zh-CN;q=0.8, en;q=0.5' })).errors?.[2]?.detail).toBe(
      '至少 12 个字符。',
    )
  })

  test('of the wrong type is reported', async () => {
    const response = await kontor.fetch('/api/auth/login', { json: { email: 7, password: 'x'.repeat(1001) } })
    expect(((await response.json()) as Problem).errors).toEqual([
      { pointer: '/email', detail: 'This value is not valid.' },
      { pointer: '/password', detail: 'Use 1000 characters or fewer.' },
    ])
    const locale = await kontor.fetch('/api/account/locale', { method: 'PUT', json: { locale: 'fr' } })
    expect(((await locale.json()) as Problem).errors).toEqual([
      { pointer: '/locale', detail: 'Choose an option from the list.' },
    ])
  })

  test('from the path is decoded once', async () => {
    const user = await kontor.createUser('owner')
    for (const id of ['%2e%2e', 'a%2fb', '%253Cb%253E', '%zz', '%00', '%ed%a0%80', 'x'.repeat(41)])
      expect((await user.fetch(`/api/users/${id}/suspension`, { method: 'POST' })).status).toBeOneOf([404, 422])
  })
})

describe('path, query and body', () => {
  const readErrors = async (response: Response) => ((await response.json()) as Problem).errors

  test('are separate: a field of the body is never read from the query', async () => {
    const { email } = await createAccount(kontor, 'owner')
    const query = new URLSearchParams({ email, password })
    for (const init of [{ json: {} }, {}, { json: { email: '' } }]) {
      const response = await kontor.fetch(`/api/auth/login?${query}`, { method: 'POST', ...init })
      expect([response.status, response.headers.get('set-cookie')]).toEqual([422, null])
      expect(await readErrors(response)).toEqual([
        { pointer: '/email', detail: expect.any(String) },
        { pointer: '/password', detail: expect.any(String) },
        { in: 'query', pointer: '/email', detail: 'There is no field of this name. Check its spelling.' },
        { in: 'query', pointer: '/password', detail: 'There is no field of this name. Check its spelling.' },
      ])
    }
  })

  test('are separate: the path selects the account, not the body', async () => {
    const owner = await kontor.createUser('owner')
    const [named, other] = [await createAccount(kontor, 'viewer'), await createAccount(kontor, 'viewer')]
    const response = await owner.fetch(`/api/users/${named.id}/suspension`, { json: { id: other.id } })
    expect(await readErrors(response)).toEqual([{ pointer: '/id', detail: expect.any(String) }])
  })

  test('a misspelled or misplaced dry run imports nothing', async () => {
    const owner = await kontor.createUser('owner')
    const createBody = (fields: Record<string, string> = {}): FormData => {
      const body = new FormData()
      body.set('file', new File([buildExportCsv([{ name: '#1' }])], 'orders.csv'))
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      return body
    }
    const misspelled = await owner.fetch('/api/imports/orders?dryrun=1', { method: 'POST', body: createBody() })
    expect(await readErrors(misspelled)).toEqual([{ in: 'query', pointer: '/dryrun', detail: expect.any(String) }])
    const inBody = await owner.fetch('/api/imports/orders', { method: 'POST', body: createBody({ dryRun: '1' }) })
    expect(await readErrors(inBody)).toEqual([{ pointer: '/dryRun', detail: 'Send this in the query of the URL.' }])
    expect(await (await owner.fetch('/api/orders')).json()).toMatchObject({ count: { exact: 0 } })
  })

  test('are named in errors', async () => {
    const owner = await kontor.createUser('owner')
    const query = await owner.fetch('/api/orders?status=bogus&from=2026-02-30')
    expect(await readErrors(query)).toEqual([
      { in: 'query', pointer: '/status/0', detail: expect.any(String) },
      { in: 'query', pointer: '/from', detail: expect.any(String) },
    ])
    const path = await owner.fetch(`/api/orders/${'x'.repeat(41)}`)
    expect(await readErrors(path)).toEqual([{ in: 'path', pointer: '/number', detail: expect.any(String) }])
  })

  test('of thousands of wrong fields the first thousand are named', async () => {
    const json = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`x${index}`, 1]))
    expect(await readErrors(await kontor.fetch('/api/auth/login', { json }))).toHaveLength(1000)
  })

  test('a parameter that an endpoint does not have is an error, but not in the URL of a page', async () => {
    const owner = await kontor.createUser('owner')
    const response = await owner.fetch('/api/orders?statsu=open')
    expect([response.status, await readErrors(response)]).toEqual([
      422,
      [{ in: 'query', pointer: '/statsu', detail: expect.any(String) }],
    ])
    expect((await owner.fetch('/orders?utm_source=mail')).status).toBe(200)
  })
})

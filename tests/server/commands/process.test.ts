import { binary, setUpBinary } from '#tests/support/binary.ts'
import { createEmptyDatabase } from '#tests/support/databases.ts'
import { afterEach, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

setUpBinary()

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

type Environment = Record<string, string>

async function createDataFolder(): Promise<string> {
  const { config, remove } = await createEmptyDatabase('sqlite')
  cleanups.push(remove)
  return config.dataFolder
}

function findFreePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  listener.stop(true)
  return listener.port
}

function spawnKontor(args: string[], environment: Environment, commandPrefix: string[] = []) {
  const { PATH = '', HOME = '' } = process.env
  const child = Bun.spawn([...commandPrefix, binary, ...args], {
    env: { PATH, HOME, ...environment },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  cleanups.push(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  return child
}

async function run(args: string[], environment: Environment, input = '') {
  const child = spawnKontor(args, environment)
  await child.stdin.write(input)
  await child.stdin.end()
  const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr)])
  return { code: await child.exited, stdout, stderr }
}

const readText = (stream: ReadableStream): Promise<string> => new Response(stream).text()

/** A running server and its output so far. */
async function serve(environment: Environment, commandPrefix?: string[]) {
  const port = findFreePort()
  const child = spawnKontor([], { PORT: String(port), ...environment }, commandPrefix)
  const reader = child.stdout.getReader()
  let stdout = ''
  while (!stdout.includes('"event":"started"')) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`It did not start: ${stdout} ${await readText(child.stderr)}`)
    stdout += new TextDecoder().decode(value)
  }
  return { child, port, stdout, origin: `http://localhost:${port}` }
}

describe('kontor serve', () => {
  test('prints its URL and the setup link, which creates the owner; later starts print no link', async () => {
    const KONTOR_DATA = await createDataFolder()
    const { child, stdout, origin } = await serve({ KONTOR_DATA })
    expect(stdout).toContain(`Kontor is ready: ${origin}\n`)
    const link = new RegExp(`${origin}/register\\?setup=[\\w-]{43}`).exec(stdout)?.[0] ?? ''
    const body = new URLSearchParams({ name: 'Anna', email: 'a@example.com', password: 'correct horse battery' })
    body.set('setup', new URL(link).searchParams.get('setup') ?? '')
    expect((await fetch(link)).status).toBe(200)
    expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    const restarted = await serve({ KONTOR_DATA })
    expect(restarted.stdout).not.toContain('setup=')
  })

  test('says before there is an account what cannot be changed later, and warns of settings that differ from it', async () => {
    const settings = { KONTOR_DATA: await createDataFolder(), KONTOR_TIMEZONE: 'Asia/Shanghai' }
    const { child, stdout } = await serve(settings)
    expect(stdout).toContain(
      'The books use the currency CNY and the time zone Asia/Shanghai, which cannot be changed later. For others, start with an empty database and set KONTOR_CURRENCY and KONTOR_TIMEZONE.\n',
    )
    expect(stdout).not.toContain('setting ignored')
    child.kill('SIGTERM')
    await child.exited
    await run(
      ['user', 'add', '--email', 'a@example.com', '--name', 'Anna', '--role', 'owner'],
      settings,
      'correct horse battery',
    )
    const changed = await serve({ ...settings, KONTOR_TIMEZONE: 'Europe/Berlin', KONTOR_CURRENCY: 'EUR' })
    expect(changed.stdout).not.toContain('The books use')
    expect(changed.stdout).toContain(
      '"event":"setting ignored","setting":"KONTOR_TIMEZONE","value":"Europe/Berlin","stored":"Asia/Shanghai"',
    )
    expect(changed.stdout).toContain(
      '"event":"setting ignored","setting":"KONTOR_CURRENCY","value":"EUR","stored":"CNY"',
    )
  })

  test('stores its secret in the data folder, readable only by its owner; sessions survive a restart', async () => {
    const KONTOR_DATA = await createDataFolder()
    const password = 'correct horse battery'
    const added = await run(
      ['user', 'add', '--email', 'a@example.com', '--name', 'Anna', '--role', 'owner'],
      { KONTOR_DATA },
      `${password}\n`,
    )
    expect([added.code, added.stdout]).toEqual([0, 'Anna <a@example.com> can now log in as owner.\n'])
    const first = await serve({ KONTOR_DATA })
    const login = await fetch(`${first.origin}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email: 'a@example.com', password }),
      headers: { 'content-type': 'application/json' },
    })
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(statSync(join(KONTOR_DATA, 'secret')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(KONTOR_DATA, 'secret'), 'utf8').trim()).toMatch(/^[0-9a-f]{64}$/)
    first.child.kill('SIGTERM')
    await first.child.exited
    const second = await serve({ KONTOR_DATA })
    const session = await fetch(`${second.origin}/api/_auth/session`, { headers: { cookie } })
    expect(await session.json()).toMatchObject({ user: { name: 'Anna' } })
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s finishes running requests, then exits with 0',
    async (signal) => {
      const { child, port, origin } = await serve({ KONTOR_DATA: await createDataFolder(), LOG_LEVEL: 'info' })
      // A login request is in progress: half of its body has arrived.
      const body = JSON.stringify({ email: 'nobody@example.com', password: 'a wrong password' })
      const { promise: answered, resolve } = Promise.withResolvers<string>()
      let answer = ''
      const socket = await Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: { data: (_socket, chunk) => void (answer += String(chunk)), close: () => resolve(answer) },
      })
      socket.write(
        `POST /api/auth/login HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.slice(0, 10))
      await fetch(`${origin}/healthz`)
      child.kill(signal)
      await waitUntilClosed(port)
      socket.write(body.slice(10))
      expect(await answered).toStartWith('HTTP/1.1 401')
      expect(await child.exited).toBe(0)
    },
  )

  test('goes on without its terminal under nohup', async () => {
    const { child, origin } = await serve({ KONTOR_DATA: await createDataFolder() }, ['nohup'])
    child.kill('SIGHUP')
    await Bun.sleep(200)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  })

  test('a second signal exits at once', async () => {
    const { child, port } = await serve({ KONTOR_DATA: await createDataFolder() })
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    )
    await Bun.sleep(50)
    child.kill('SIGTERM')
    await waitUntilClosed(port)
    const signalTimer = setInterval(() => child.kill('SIGTERM'), 100)
    expect(await child.exited).toBe(1)
    clearInterval(signalTimer)
    socket.end()
  })

  const wrong: [string, Environment, number, RegExp][] = [
    ['a wrong setting', { KONTOR_ORIGIN: 'nope' }, 78, /^KONTOR_ORIGIN must be .+\n$/],
    ['an unknown setting', { KONTOR_PORT: '1' }, 78, /^Unknown setting KONTOR_PORT\. Did you mean \w+\?\n$/],
    ['PostgreSQL without a secret', { DATABASE_URL: 'postgres://x/y' }, 78, /^KONTOR_SECRET must be set .+\n$/],
  ]
  test.each(wrong)('exits with one sentence for %s', async (_what, environment, code, sentence) => {
    const result = await run([], { KONTOR_DATA: await createDataFolder(), ...environment })
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(result.stderr).toMatch(sentence)
  })

  test('exits with one sentence when the port is in use', async () => {
    const { port } = await serve({ KONTOR_DATA: await createDataFolder() })
    const result = await run([], { KONTOR_DATA: await createDataFolder(), PORT: String(port), LOG_LEVEL: 'error' })
    expect([result.code, result.stdout]).toEqual([69, ''])
    expect(result.stderr).toBe(
      `Cannot listen on 127.0.0.1:${port}: the port is already in use. Set PORT to another one.\n`,
    )
  })

  test('exits with a sentence about HOST for a name that nothing resolves, before it writes anything', async () => {
    const KONTOR_DATA = join(await createDataFolder(), 'data')
    const result = await run([], { KONTOR_DATA, HOST: 'host.invalid', PORT: String(findFreePort()) })
    expect([result.code, result.stdout]).toEqual([69, ''])
    expect(result.stderr).toMatch(
      /^Cannot listen on host\.invalid:\d+: this machine does not have the address\. Set HOST to .+\n$/,
    )
    expect(existsSync(KONTOR_DATA)).toBeFalse()
  })

  test('exits with one sentence for a second server on the same folder and for a damaged secret', async () => {
    const KONTOR_DATA = await createDataFolder()
    const { child } = await serve({ KONTOR_DATA })
    const second = await run([], { KONTOR_DATA, PORT: String(findFreePort()) })
    expect([second.code, second.stderr.split('\n').length]).toEqual([69, 2])
    expect(second.stderr).toContain(KONTOR_DATA)
    child.kill('SIGTERM')
    await child.exited
    chmodSync(join(KONTOR_DATA, 'secret'), 0o600)
    writeFileSync(join(KONTOR_DATA, 'secret'), 'short')
    const damaged = await run([], { KONTOR_DATA, LOG_LEVEL: 'error' })
    expect([damaged.code, damaged.stderr]).toEqual([
      69,
      `The secret in ${join(KONTOR_DATA, 'secret')} is damaged. Put back a copy of the file, or remove it to create a new one: then everyone has to log in again, and set up authenticator apps and webhooks again.\n`,
    ])
  })
})

test.each(['--help', 'verify', 'user list'])(
  '%p says that its output cannot be written, and ends with an exit code of its own',
  async (words) => {
    const KONTOR_DATA = await createDataFolder()
    const account = ['user', 'add', '--email', 'a@example.com', '--name', 'Anna', '--role', 'owner']
    await run(account, { KONTOR_DATA }, 'correct horse battery')
    const child = Bun.spawn([binary, ...words.split(' ')], {
      env: { KONTOR_DATA },
      stdout: Bun.file('/dev/full'),
      stderr: 'pipe',
    })
    const errors = await readText(child.stderr)
    expect([await child.exited, errors]).toEqual([
      74,
      expect.stringMatching(/^Cannot write the output: .*no space left on device.*\.\n$/),
    ])
  },
)

test('a command whose output is no longer read ends as it would have', async () => {
  const { PATH = '' } = process.env
  // What reads has ended before the first line is written.
  const child = Bun.spawn(['sh', '-c', '(sleep 0.2; "$0" --help; echo "code $?" >&2) | true', binary], {
    env: { PATH },
    stderr: 'pipe',
  })
  expect(await readText(child.stderr)).toBe('code 0\n')
})

describe('kontor user add', () => {
  const args = (name: string, email: string, role: string): string[] => [
    'user',
    'add',
    '--email',
    email,
    '--name',
    name,
    '--role',
    role,
  ]

  test('names invalid input and adds no account', async () => {
    const KONTOR_DATA = await createDataFolder()
    const add = (input: string, name = 'Anna', email = 'a@example.com', role = 'owner') =>
      run(args(name, email, role), { KONTOR_DATA, LOG_LEVEL: 'error' }, input)
    expect(await add('short\n')).toEqual({ code: 1, stdout: '', stderr: 'password: Use 12 characters or more.\n' })
    expect((await add('correct horse battery', 'Anna', 'nobody')).stderr).toBe(
      'email: Enter an email address like name@example.com.\n',
    )
    expect(await add('correct horse battery', 'Anna', 'a@example.com', 'king')).toEqual({
      ...{ code: 64, stdout: '' },
      stderr: 'Specify the role with --role owner|admin|finance|operations|viewer.\n',
    })
    expect((await run(['user', 'add', '--role', 'owner'], { KONTOR_DATA })).stderr).toContain(
      'email: This field is required.',
    )
    expect(existsSync(join(KONTOR_DATA, 'kontor.sqlite'))).toBe(false)
    expect((await add('I am anna@example.com')).stderr).toEndWith(
      '\npassword: Your password must not contain your name.\n',
    )
    expect((await add('password1234')).stderr).toBe('password: This password is too common. Choose another one.\n')
    expect((await add('correct horse battery\r\n')).code).toBe(0)
    expect((await add('correct horse battery', 'Another', 'A@Example.com')).stderr).toBe(
      'email: An account with this email already exists.\n',
    )
  })
})

test('a command that reads a password asks for it at a terminal', async () => {
  const KONTOR_DATA = await createDataFolder()
  const args = ['user', 'add', '--name', 'Anna', '--role', 'owner', '--email', 'a@example.com']
  let shown = ''
  const child = Bun.spawn([binary, ...args], {
    env: { KONTOR_DATA },
    terminal: {
      data: (terminal, bytes) => {
        if (!shown.includes('Ctrl-D') && (shown += new TextDecoder().decode(bytes)).includes('Ctrl-D'))
          terminal.write('correct horse battery\n\x04')
      },
    },
  })
  expect(await child.exited).toBe(0)
  expect(shown).toStartWith('Type the password, then press Enter and Ctrl-D.')
})

test('a command that fills books says where it created a database, and with which currency and time zone', async () => {
  const KONTOR_DATA = join(await createDataFolder(), 'misspelled')
  const environment = { KONTOR_DATA, KONTOR_CURRENCY: 'EUR', KONTOR_TIMEZONE: 'Europe/Berlin', LOG_LEVEL: 'error' }
  const add = (email: string) =>
    run(['user', 'add', '--name', 'Anna', '--role', 'owner', '--email', email], environment, 'correct horse battery')
  const added = await add('a@example.com')
  expect([added.code, added.stderr]).toEqual([
    0,
    `There was no database in ${KONTOR_DATA}: a new one was created. If the server uses another folder, set KONTOR_DATA to it.\nThe books use the currency EUR and the time zone Europe/Berlin, which cannot be changed later. For others, start with an empty database and set KONTOR_CURRENCY and KONTOR_TIMEZONE.\n`,
  ])
  expect((await add('b@example.com')).stderr).toBe('')
})

/** Waits until the port is free. */
async function waitUntilClosed(port: number): Promise<void> {
  for (;;) {
    try {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
      socket.end()
    } catch {
      return
    }
    await Bun.sleep(5)
  }
}

import {
  addUser,
  runKontor,
  startKontor,
  type KontorProcess,
  type BinaryOptions,
  limitFileSize,
  setUpBinary,
} from '#tests/support/binary.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { createEmptyDatabase } from '#tests/support/databases.ts'
import { afterEach, describe, expect, test } from 'bun:test'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isRoot = process.getuid?.() === 0
const nobodyUid = 65_534

setUpBinary()

describe('the program as a process', () => {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
  })

  const serve = async (options?: BinaryOptions): Promise<KontorProcess> => {
    const kontor = await startKontor(options)
    cleanups.push(() => kontor.stop())
    return kontor
  }
  const createFolder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'kontor-place-'))
    cleanups.push(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  test('reads no configuration from the folder it is started in', async () => {
    const cwd = createFolder()
    writeFileSync(join(cwd, '.env'), 'KONTOR_REGISTRATION=nonsense\nPORT=1\n')
    writeFileSync(join(cwd, '.env.production'), 'LOG_LEVEL=nonsense\n')
    writeFileSync(join(cwd, 'bunfig.toml'), 'preload = ["./preload.ts"]\n')
    writeFileSync(join(cwd, 'preload.ts'), 'process.exit(99)\n')
    writeFileSync(join(cwd, 'tsconfig.json'), '{ nonsense')
    writeFileSync(join(cwd, 'package.json'), '{ nonsense')
    const { origin } = await serve({ cwd })
    expect((await fetch(`${origin}/login`)).status).toBe(200)
  })

  test('creates its data folder and writes nowhere else', async () => {
    const cwd = createFolder()
    const kontor = await serve({ cwd, settings: { KONTOR_DATA: join(cwd, 'some/where') } })
    await fetch(`${kontor.origin}/login`)
    await kontor.stop()
    expect(readdirSync(cwd)).toEqual(['some'])
    expect(existsSync(join(cwd, 'some/where'))).toBe(true)
  })

  test.if(isRoot)('serves as a user who may write to nothing but the data folder', async () => {
    const cwd = createFolder()
    const data = createFolder()
    chmodSync(cwd, 0o555)
    chownSync(data, nobodyUid, nobodyUid)
    const commandPrefix = [
      'setpriv',
      `--reuid=${nobodyUid}`,
      `--regid=${nobodyUid}`,
      '--clear-groups',
      '--no-new-privs',
    ]
    const { origin } = await serve({ cwd, commandPrefix, settings: { KONTOR_DATA: data, TMPDIR: cwd, HOME: cwd } })
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    expect((await fetch(`${origin}/login`)).status).toBe(200)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('leaves no partial files on a full disk, and starts once there is space', async () => {
    const settings = { KONTOR_DATA: join(createFolder(), 'data') }
    for (const blocks of [0, 1, 64]) {
      const start = serve({ settings, commandPrefix: limitFileSize(blocks) })
      expect(await start.catch(String)).toMatch(
        /^Error: (Cannot (write to the data folder|store the secret in|open the database file|write to the database file)|The disk of the data folder) \S+/,
      )
    }
    const kontor = await serve({ settings })
    expect((await fetch(`${kontor.origin}/readyz`)).status).toBe(200)
  })

  test('a command on a full disk fails with one sentence, and imports the rest later', async () => {
    const settings = { KONTOR_DATA: createFolder() }
    const path = join(createFolder(), 'orders.csv')
    writeFileSync(path, buildExportCsv(Array.from({ length: 5000 }, (_each, index) => ({ name: `#${index}` }))))
    await addUser(settings, 'owner')
    const args = ['import', 'orders', path]
    const broken = await runKontor(args, '', { settings, commandPrefix: limitFileSize(36_000) })
    expect([broken.code, broken.errors.trimEnd()]).toEqual([69, expect.stringMatching(/^The database [^\n]+\.$/)])
    expect(broken.output).toMatch(
      /^[\d,]+ orders were imported and kept\. To continue, import the same file again\.\n$/,
    )
    expect((await runKontor(['verify'], '', { settings })).code).toBe(0)
    const { output } = await runKontor(args, '', { settings })
    expect(output).toMatch(/^5,000 orders read: [\d,]+ created, [\d,]+ unchanged, 0 rejected\.\n$/)
    expect((await runKontor(['verify'], '', { settings })).code).toBe(0)
  })

  test('finishes running requests on SIGTERM and exits with 0', async () => {
    const kontor = await serve()
    const upload = slowUpload(kontor.origin)
    await upload.started
    kontor.child.kill('SIGTERM')
    await waitUntil(async () => !(await isListening(kontor.origin)))
    upload.finish()
    expect(await upload.answer).toStartWith('HTTP/1.1 401')
    expect(await kontor.child.exited).toBe(0)
  })

  test('ends the streams of open pages on SIGTERM, and does not wait for them', async () => {
    const kontor = await serve()
    const { email, password } = await addUser(kontor.settings, 'viewer')
    const login = await fetch(`${kontor.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': kontor.origin },
      body: JSON.stringify({ email, password }),
    })
    const stream = await fetch(`${kontor.origin}/api/live?since=0`, {
      headers: { accept: 'text/event-stream', cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
    })
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    kontor.child.kill('SIGTERM')
    expect(await stream.text()).toStartWith('data: ')
    expect(await kontor.child.exited).toBe(0)
    expect(kontor.output()).toMatch(/"event":"stopped","abortedRequests":0/)
  })

  test('treats stop signals in quick succession as one', async () => {
    const kontor = await serve()
    const upload = slowUpload(kontor.origin)
    await upload.started
    kontor.child.kill('SIGTERM')
    kontor.child.kill('SIGINT')
    kontor.child.kill('SIGTERM')
    await waitUntil(async () => !(await isListening(kontor.origin)))
    upload.finish()
    expect(await upload.answer).toStartWith('HTTP/1.1 401')
    expect(await kontor.child.exited).toBe(0)
  })

  test('aborts requests that do not end after SIGTERM and still exits with 0', async () => {
    const kontor = await serve()
    const upload = slowUpload(kontor.origin)
    await upload.started
    kontor.child.kill('SIGTERM')
    expect(await kontor.child.exited).toBe(0)
    expect(await upload.answer).toBe('')
    // Its own time limit is later and would not have aborted it.
    expect(kontor.output()).toMatch(/"event":"stopped","abortedRequests":1/)
  })

  test('does not start a second server on the same SQLite file, and the first keeps serving', async () => {
    const { origin, settings } = await serve()
    const second = await runKontor(['serve'], '', { settings: { ...settings, PORT: '4' } })
    expect(second.code).not.toBe(0)
    expect(second.errors.trim().split('\n')).toHaveLength(1)
    expect(second.errors).toContain(settings['KONTOR_DATA'] ?? 'the data folder')
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  })

  test('serves one PostgreSQL from two instances that start at once', async () => {
    const { config, remove } = await createEmptyDatabase('postgres')
    cleanups.push(remove)
    const settings = { DATABASE_URL: config.databaseUrl, KONTOR_SECRET: config.secret ?? '' }
    const instances = await Promise.all([serve({ settings }), serve({ settings })])
    for (const { origin } of instances) expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const migrated = instances.filter(({ output }) => output().includes('database migrated'))
    expect(migrated).toHaveLength(1)
  })

  test('runs what --help lists', async () => {
    const { code, output } = await runKontor(['--help'])
    expect(code).toBe(0)
    const commands = [...output.matchAll(/^ {2}kontor ((?:[a-z]+(?:-[a-z]+)* ?)*)/gm)].map(
      ([, name]) => name?.trim() ?? '',
    )
    expect(commands.filter(Boolean)).toEqual([
      'serve',
      'import orders',
      'import customers',
      'user add',
      'user unlock',
      'user list',
      'user reset-password',
      'user remove-factors',
      'user suspend',
      'verify',
      'optimize',
      'backup',
      'restore',
    ])
    const settings = { KONTOR_DATA: createFolder() }
    await addUser(settings, 'owner')
    expect((await runKontor(['user', 'list'], '', { settings })).code).toBe(0)
    for (const args of [['backup'], ['restore', 'missing.backup'], ['nonsense']]) {
      const refused = await runKontor(args)
      expect(refused.code).toBeGreaterThan(0)
      expect(refused.errors.trim().split('\n')).toHaveLength(1)
    }
  })

  test('does not touch the data folder when it cannot listen, and names the setting', async () => {
    const { origin } = await serve()
    const dataFolder = join(createFolder(), 'data')
    const settings = { HOST: { HOST: '192.0.2.1' }, PORT: { PORT: new URL(origin).port } }
    for (const [name, setting] of Object.entries(settings)) {
      const { code, errors } = await runKontor(['serve'], '', { settings: { KONTOR_DATA: dataFolder, ...setting } })
      expect([code, errors.trim().split('\n').length]).toEqual([69, 1])
      expect(errors).toContain(`Set ${name} to `)
      expect(existsSync(dataFolder)).toBe(false)
    }
  })

  test('does not start with an invalid setting, and names it', async () => {
    for (const [name, value] of Object.entries({ PORT: 'x', KONTOR_ORIGIN: 'example.com', KONTOR_CURRENCY: 'XYZ' })) {
      const { code, errors } = await runKontor(['serve'], '', {
        settings: { KONTOR_DATA: createFolder(), [name]: value },
      })
      expect(code).toBeGreaterThan(0)
      expect(errors.trim().split('\n')).toHaveLength(1)
      expect(errors).toContain(name)
    }
  })
})

/** A request whose body ends when `finish` is called; until then the server is busy with it. */
function slowUpload(origin: string): { started: Promise<unknown>; answer: Promise<string>; finish(): void } {
  const { host, hostname, port } = new URL(origin)
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'nothing' })
  const started = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname, () => {
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
      () => started.resolve(),
    )
  })
  let received = ''
  socket.on('data', (bytes) => (received += bytes.toString()))
  socket.on('close', () => answer.resolve(received))
  socket.on('error', (error) => answer.reject(error))
  // Once a later request is answered, the server has read the beginning of this one.
  const read = started.promise.then(() => fetch(`${origin}/healthz`))
  return { started: read, answer: answer.promise, finish: () => void socket.write(body.slice(1)) }
}

async function isListening(origin: string): Promise<boolean> {
  try {
    await fetch(`${origin}/healthz`)
    return true
  } catch {
    return false
  }
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await Bun.sleep(20)
}

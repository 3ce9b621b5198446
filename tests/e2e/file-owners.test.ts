import { addUser, runKontor, setUpBinary, startKontor } from '#tests/support/binary.ts'
import { afterEach, describe, expect, test } from 'bun:test'
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isRoot = process.getuid?.() === 0
const nobodyUid = 65_534
const asNobody = ['setpriv', `--reuid=${nobodyUid}`, `--regid=${nobodyUid}`, '--clear-groups', '--no-new-privs']

setUpBinary()

describe.if(isRoot)('commands that root runs in the data folder of another user', () => {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
  })

  const createFolder = (): string => {
    const path = mkdtempSync(join(tmpdir(), 'kontor-owner-'))
    cleanups.push(() => rmSync(path, { recursive: true, force: true }))
    return path
  }

  test('leave only files that the server of that user can open', async () => {
    const data = createFolder()
    chownSync(data, nobodyUid, nobodyUid)
    const settings = { KONTOR_DATA: data }
    const backup = join(createFolder(), 'books.backup')
    await addUser(settings, 'owner')
    expect((await runKontor(['backup', backup], '', { settings })).code).toBe(0)
    for (const isEmptied of [false, true]) {
      if (isEmptied) for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
      expect((await runKontor(['restore', backup], '', { settings })).code).toBe(0)
      for (const name of readdirSync(data)) expect([name, statSync(join(data, name)).uid]).toEqual([name, nobodyUid])
      const server = await startKontor({ settings, commandPrefix: asNobody })
      cleanups.push(() => server.stop())
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      await server.stop()
    }
  })

  test('give that user nothing outside of the folder, to which a link of theirs refers', async () => {
    const [data, outside] = [createFolder(), createFolder()]
    chownSync(data, nobodyUid, nobodyUid)
    symlinkSync(join(outside, 'target'), join(data, 'kontor.sqlite'))
    await runKontor(
      ['user', 'add', '--email', 'a@kontor.example', '--name', 'A', '--role', 'owner'],
      'correct horse battery',
      {
        settings: { KONTOR_DATA: data },
      },
    )
    for (const name of readdirSync(outside)) expect([name, statSync(join(outside, name)).uid]).toEqual([name, 0])
  })

  test('give that user a data folder that they make in a folder of theirs', async () => {
    const parent = createFolder()
    chownSync(parent, nobodyUid, nobodyUid)
    await addUser({ KONTOR_DATA: join(parent, 'books', 'data') }, 'owner')
    for (const path of ['books', 'books/data', 'books/data/kontor.sqlite'])
      expect([path, statSync(join(parent, path)).uid]).toEqual([path, nobodyUid])
  })

  test('a database file that the user cannot write is named, and not the folder', async () => {
    const data = createFolder()
    const settings = { KONTOR_DATA: data }
    await addUser(settings, 'owner')
    chownSync(data, nobodyUid, nobodyUid)
    const { code, errors } = await runKontor(['user', 'list'], '', { settings, commandPrefix: asNobody })
    expect([code, errors]).toEqual([
      69,
      `Cannot write to the database file ${join(data, 'kontor.sqlite')}: permission denied. Give the file to the user that runs Kontor. Check KONTOR_DATA if this is the wrong database.\n`,
    ])
  })

  test('a data folder that the user cannot enter is named, and not called empty', async () => {
    const data = createFolder()
    const settings = { KONTOR_DATA: data }
    await addUser(settings, 'owner')
    for (const args of [['user', 'list'], ['verify'], ['serve']])
      expect(await runKontor(args, '', { settings, commandPrefix: asNobody })).toMatchObject({
        code: 69,
        errors: expect.stringContaining(
          `Cannot write to the data folder ${data}: permission denied. Run Kontor as the user that owns it, or set KONTOR_DATA to another folder.\n`,
        ),
      })
  })
})

import { OpenError } from '#server/db/open-error.ts'
import { openDatabase } from '#server/db/open.ts'
import { acquireServerLock, isServed } from '#server/db/server-lock.ts'
import { createEmptyDatabase, forEachDatabase, quietLog } from '#tests/support/databases.ts'
import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'

const childProcesses: Bun.Subprocess[] = []
afterEach(async () => {
  for (const child of childProcesses.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
})

function spawnScript(name: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, name), ...args], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  childProcesses.push(child)
  return child
}

const firstLine = async (stream: ReadableStream<Uint8Array>): Promise<string> => {
  const { value } = await stream.getReader().read()
  return new TextDecoder().decode(value).trim()
}

test('rejects a second server on the same folder until the first has ended, even if it was killed', async () => {
  const { config, remove } = await createEmptyDatabase('sqlite')
  expect(isServed(config.dataFolder)).toBe(false)
  const server = spawnScript('serving-process.ts', config.dataFolder)
  expect(await firstLine(server.stdout)).toBe('held')
  expect(isServed(config.dataFolder)).toBe(true)
  expect(() => acquireServerLock(config.dataFolder)).toThrow(OpenError)
  expect(() => acquireServerLock(config.dataFolder)).toThrow(`Another Kontor server is using ${config.dataFolder}`)

  // Commands can run next to it.
  const database = await openDatabase(config, quietLog)
  await database.inTransaction((transaction) =>
    transaction.insertInto('counters').values({ key: 'a', value: 1 }).execute(),
  )
  await database.close()

  server.kill('SIGKILL')
  await server.exited
  expect(isServed(config.dataFolder)).toBe(false)
  const lock = acquireServerLock(config.dataFolder)
  expect(() => acquireServerLock(config.dataFolder)).toThrow(OpenError)
  lock.release()
  acquireServerLock(config.dataFolder).release()
  await remove()
})

test('names the folder of a server that cannot be written', () => {
  expect(() => acquireServerLock('/proc/kontor')).toThrow(/^Cannot write to the data folder \/proc\/kontor: /)
})

forEachDatabase((_name, open) => {
  test('lets processes that write at the same time wait for each other without losing a write', async () => {
    const { database, config } = await open()
    await database.inTransaction((transaction) =>
      transaction.insertInto('counters').values({ key: 'a', value: 0 }).execute(),
    )
    const others = [0, 1, 2].map(() => spawnScript('counting-process.ts', config.dataFolder, config.databaseUrl))
    for (let times = 0; times < 100; times++)
      await database.inTransaction(async (transaction) => {
        const { value } = await transaction.selectFrom('counters').select('value').executeTakeFirstOrThrow()
        await transaction
          .updateTable('counters')
          .set({ value: value + 1 })
          .execute()
      })
    expect(await Promise.all(others.map(({ exited }) => exited))).toEqual([0, 0, 0])
    expect(await database.read.selectFrom('counters').select('value').execute()).toEqual([{ value: 400 }])
  }, 60_000)
})

import { openDatabase } from '#server/db/open.ts'
import { countUnsealedEvents, scheduleSealing, startSealing } from '#server/events/sealing.ts'
import { verify } from '#server/self-check/verify.ts'
import { forEachDatabase, quietLog, type TestDatabase } from '#tests/support/databases.ts'
import { recordExports } from '#tests/server/events/record-exports.ts'
import { createLedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { SQL } from 'bun'
import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'

const childProcesses: Bun.Subprocess[] = []
afterEach(async () => {
  for (const child of childProcesses.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
})

/** Another instance of the program on the same database. */
async function openInstance({ config }: TestDatabase) {
  const database = await openDatabase(config, quietLog)
  const fixture = await createLedgerFixture({ database, config })
  return { ...fixture, [Symbol.asyncDispose]: () => database.close() }
}

const readSeals = ({ database }: TestDatabase) =>
  database.read.selectFrom('event_seals').selectAll().orderBy('seq').execute()

/** The checks of events that fail, and how many events wait. */
async function verifyEvents(kontor: Parameters<typeof verify>[0]) {
  const { checks, unsealedEvents } = await verify(kontor)
  return { failed: checks.filter(({ passed }) => !passed).map(({ id }) => id), unsealedEvents }
}

forEachDatabase((name, open) => {
  test('records events immediately and seals them in one chain soon after the commit', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    const { database } = fixture.kontor
    const waiting = await database.inTransaction(async (transaction) => {
      const inTransaction: typeof database.inTransaction = (work) => work(transaction)
      await recordExports({ ...fixture, kontor: { ...fixture.kontor, database: { ...database, inTransaction } } }, 3)
      return countUnsealedEvents(transaction)
    })
    expect(waiting).toBe(3)
    await recordExports(fixture, 2)
    while ((await countUnsealedEvents(testDatabase.database.read)) > 0) await Bun.sleep(10)
    const seals = await readSeals(testDatabase)
    expect(seals.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(seals.map(({ previous_hash }) => previous_hash)).toEqual(['', ...seals.slice(0, 4).map(({ hash }) => hash)])
    expect(await verifyEvents(fixture.kontor)).toEqual({ failed: [], unsealedEvents: 0 })
  })

  test('records and seals nothing of a transaction that is rolled back', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    const { database } = fixture.kontor
    const failing = { ...fixture.kontor, database: { ...database, inTransaction: failAfter(database.inTransaction) } }
    await expect(recordExports({ ...fixture, kontor: failing }, 3)).rejects.toThrow('rolled back')
    await scheduleSealing(fixture.kontor, 0)
    expect(await readSeals(testDatabase)).toEqual([])
    expect(await verifyEvents(fixture.kontor)).toEqual({ failed: [], unsealedEvents: 0 })
  })

  test('seals recorded events before the database is closed', async () => {
    const testDatabase = await open()
    {
      await using instance = await openInstance(testDatabase)
      await recordExports(instance, 4)
    }
    expect(await readSeals(testDatabase)).toHaveLength(4)
  })

  test('writes one chain when several instances record and seal at the same time', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    await using first = await openInstance(testDatabase)
    await using second = await openInstance(testDatabase)
    const instances = [fixture, first, second]
    for (let round = 0; round < 5; round++) {
      await Promise.all(instances.flatMap((instance) => [recordExports(instance, 60), recordExports(instance, 1)]))
      await Promise.all(instances.map(({ kontor }) => scheduleSealing(kontor, 0)))
    }
    await scheduleSealing(fixture.kontor, 0)
    const seals = await readSeals(testDatabase)
    expect(seals.map(({ seq }) => seq)).toEqual(Array.from({ length: 5 * 3 * 61 }, (_, index) => index + 1))
    expect(await verifyEvents(fixture.kontor)).toEqual({ failed: [], unsealedEvents: 0 })
  })

  test('seals at the next start what a killed process left unsealed', async () => {
    const testDatabase = await open()
    const fixture = await createLedgerFixture(testDatabase)
    await recordAndKill(testDatabase)
    const { failed, unsealedEvents } = await verifyEvents(fixture.kontor)
    expect(failed).toEqual([])
    expect(unsealedEvents).toBeGreaterThan(0)
    const timer = startSealing(fixture.kontor)
    await scheduleSealing(fixture.kontor, 0)
    clearInterval(timer)
    expect(await verifyEvents(fixture.kontor)).toEqual({ failed: [], unsealedEvents: 0 })
  })

  if (name === 'postgres')
    test('does not make writers wait for the chain', async () => {
      const testDatabase = await open()
      const fixture = await createLedgerFixture(testDatabase)
      await using sql = new SQL(testDatabase.config.databaseUrl, { max: 1 })
      await sql.begin(async (sealer) => {
        // Holds the chain as a sealer of another instance does.
        await sealer`update event_chain set head_seq = head_seq`
        await Promise.all(Array.from({ length: 8 }, () => recordExports(fixture, 5)))
        expect(await countUnsealedEvents(testDatabase.database.read)).toBe(40)
      })
      await scheduleSealing(fixture.kontor, 0)
      expect(await verifyEvents(fixture.kontor)).toEqual({ failed: [], unsealedEvents: 0 })
    })
})

/** Runs the work of a transaction and then fails, so that it is rolled back. */
const failAfter =
  (inTransaction: TestDatabase['database']['inTransaction']): TestDatabase['database']['inTransaction'] =>
  (work) =>
    inTransaction(async (transaction) => {
      await work(transaction)
      throw new Error('rolled back')
    })

/** Lets another process record events for a while and kills it between two runs of its sealing. */
async function recordAndKill({ config }: TestDatabase): Promise<void> {
  const args = [config.dataFolder, config.databaseUrl]
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'recording-process.ts'), ...args], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  childProcesses.push(child)
  let stdout = ''
  for await (const chunk of child.stdout) {
    stdout += new TextDecoder().decode(chunk)
    if (stdout.split('\n').length > 20) break
  }
  child.kill('SIGKILL')
  await child.exited
}

import type { Kontor } from '#server/context.ts'
import { watchVerification } from '#server/self-check/verification-run.ts'
import { createLedgerFixture } from '#tests/server/finance/ledger-fixture.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { expect, test } from 'bun:test'

onSqlite((open) => {
  /** A book whose self-check waits until `proceed` is called; `started` counts how often it began. */
  async function createSlowBook() {
    const { kontor } = await createLedgerFixture(await open())
    const { promise, resolve: proceed } = Promise.withResolvers<void>()
    const state = { started: 0 }
    const inSnapshot: Kontor['database']['inSnapshot'] = async (work) => {
      state.started++
      await promise
      return kontor.database.inSnapshot(work)
    }
    return { kontor: { ...kontor, database: { ...kontor.database, inSnapshot } }, proceed, state }
  }

  test('answers with the progress when it takes long, and with the result when it is done', async () => {
    const { kontor, proceed, state } = await createSlowBook()
    const first = await watchVerification(kontor, 20)
    expect(first).toMatchObject({ progress: { share: 0, checks: [{ id: 'schema', passed: true }] } })
    expect(await watchVerification(kontor, 1)).toHaveProperty('progress')
    proceed()
    expect(await watchVerification(kontor, 10_000)).toMatchObject({ verification: { unsealedEvents: 0 } })
    expect(state.started).toBe(1)
  })

  test('starts again for the next request after the result was seen', async () => {
    const { kontor, proceed, state } = await createSlowBook()
    proceed()
    const [one, other] = await Promise.all([watchVerification(kontor, 10_000), watchVerification(kontor, 10_000)])
    expect(one).toEqual(other)
    await watchVerification(kontor, 10_000)
    expect(state.started).toBe(2)
  })

  test('throws a failure to those who wait, and starts again for the next request', async () => {
    const { kontor } = await createLedgerFixture(await open())
    let isBroken = true
    const inSnapshot: Kontor['database']['inSnapshot'] = async (work) => {
      if (isBroken) throw new Error('The disk is gone')
      return kontor.database.inSnapshot(work)
    }
    const broken = { ...kontor, database: { ...kontor.database, inSnapshot } }
    await expect(watchVerification(broken, 10_000)).rejects.toThrow('The disk is gone')
    isBroken = false
    expect(await watchVerification(broken, 10_000)).toHaveProperty('verification')
  })
})

import { createBuildCheck } from '#client/app/build-check.ts'
import { buildCheckIntervalMs } from '#shared/constants.ts'
import { describe, expect, test } from 'bun:test'

/** A check with a manual clock; `answers` are the server's build ids, hour by hour. */
function createCheck(own: string, answers: (string | Error)[]) {
  const seen = { newer: 0, asked: 0, isRunning: true, interval: 0 }
  let tick = (): void => undefined
  const check = createBuildCheck({
    currentBuildId: own,
    fetchBuildId: async () => {
      seen.asked++
      const answer = answers.shift() ?? own
      if (answer instanceof Error) throw answer
      return answer
    },
    runEvery: (run, ms) => {
      tick = run
      seen.interval = ms
      return () => void (seen.isRunning = false)
    },
    onNewBuild: () => void seen.newer++,
  })
  const passHour = async (): Promise<void> => {
    if (seen.isRunning) tick()
    await Bun.sleep(0)
  }
  return { check, seen, passHour }
}

describe('the build check', () => {
  test('asks every hour and not at the start', async () => {
    const { seen, passHour } = createCheck('a', [])
    expect(seen).toMatchObject({ interval: buildCheckIntervalMs, asked: 0 })
    await passHour()
    await passHour()
    expect(seen).toMatchObject({ asked: 2, newer: 0 })
  })

  test('reports a newer build once and then stops asking', async () => {
    const { check, seen, passHour } = createCheck('a', ['a', 'b', 'c'])
    await passHour()
    expect(check.isOutdated()).toBe(false)
    await passHour()
    await passHour()
    expect(check.isOutdated()).toBe(true)
    expect(seen).toMatchObject({ asked: 2, newer: 1, isRunning: false })
  })

  test('retries a failed request after an hour', async () => {
    const { check, seen, passHour } = createCheck('a', [new Error('no network'), 'b'])
    await passHour()
    expect(check.isOutdated()).toBe(false)
    await passHour()
    expect(check.isOutdated()).toBe(true)
    expect(seen.newer).toBe(1)
  })

  test('reads the build of a payload', () => {
    const { check, seen } = createCheck('a', [])
    check.reportBuildId('a')
    expect(check.isOutdated()).toBe(false)
    check.reportBuildId('b')
    check.reportBuildId('c')
    expect(check.isOutdated()).toBe(true)
    expect(seen).toMatchObject({ newer: 1, isRunning: false })
  })
})

import { ReadAhead } from '#server/runtime/read-ahead.ts'
import { expect, test } from 'bun:test'

test('makes one value ahead, and throws what goes wrong with it only where it is asked for', async () => {
  const made: number[] = []
  let ended = false
  async function* count(): AsyncGenerator<number, void> {
    try {
      for (let value = 1; value < 4; value++) {
        made.push(value)
        yield value
      }
      throw new Error('no fourth')
    } finally {
      ended = true
    }
  }
  const values = new ReadAhead(count())
  expect(made).toEqual([])
  expect(await values.next()).toBe(1)
  values.start()
  values.start()
  await Bun.sleep(1)
  expect(made).toEqual([1, 2])
  expect([await values.next(), await values.next()]).toEqual([2, 3])
  values.start()
  await Bun.sleep(1)
  expect(ended).toBeTrue()
  expect(await Promise.allSettled([values.next()])).toMatchObject([{ reason: { message: 'no fourth' } }])
  expect(await values.next()).toBeUndefined()

  ended = false
  const others = new ReadAhead(count())
  await others.next()
  await others.end()
  expect([ended, await others.next()]).toEqual([true, undefined])
})

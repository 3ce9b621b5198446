import { createTaskQueue } from '#server/auth/task-queue.ts'
import { expect, test } from 'bun:test'

test('tasks run one after another, also after one that failed', async () => {
  const runInTurn = createTaskQueue(10)
  const log: string[] = []
  const task = (name: string) => async (): Promise<string> => {
    log.push(`${name} starts`)
    await Bun.sleep(1)
    log.push(`${name} ends`)
    if (name === 'b') throw new Error(name)
    return name
  }
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => runInTurn(task(name))))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
})

test('a task is refused while too many are waiting, and accepted again later', async () => {
  const runInTurn = createTaskQueue(2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const running = runInTurn(() => promise)
  await Bun.sleep(0)
  const waiting = [runInTurn(async () => 1), runInTurn(async () => 2)]
  await expect(runInTurn(async () => 3)).rejects.toMatchObject({ problem: 'unavailable' })
  resolve()
  await running
  expect(await Promise.all(waiting)).toEqual([1, 2])
  expect(await runInTurn(async () => 4)).toBe(4)
})

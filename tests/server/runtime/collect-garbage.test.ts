import { startCollectingGarbage } from '#server/runtime/collect-garbage.ts'
import { expect, test } from 'bun:test'
import { edenGC } from 'bun:jsc'

test('a process that needs much memory collects what has outlived short collections', async () => {
  const memory = new Uint8Array(160_000_000).fill(1)
  const old = createOldGarbage()
  const timer = startCollectingGarbage()
  try {
    while (old.deref()) await Bun.sleep(20)
  } finally {
    clearInterval(timer)
  }
  expect(old.deref()).toBeUndefined()
  expect(memory[0]).toBe(1)
})

/** Short collections leave what has outlived one. */
function createOldGarbage(): WeakRef<object> {
  const rows = Array.from({ length: 200_000 }, (_, index) => ({ index, text: `row ${index}` }))
  edenGC()
  edenGC()
  return new WeakRef(rows)
}

import { createDownload } from '#server/download.ts'
import { expect, test } from 'bun:test'

test('other requests run between the parts of a download, also when none of them waits for anything', async () => {
  const parts = 20
  async function* write() {
    for (let part = 0; part < parts; part += 1) yield new Uint8Array([part])
  }
  let turns = 0
  let isReading = true
  const count = () => {
    turns += 1
    if (isReading) setImmediate(count)
  }
  setImmediate(count)
  const download = createDownload(write(), { fileName: 'orders.csv', contentType: 'text/csv' })
  const bytes = await download.bytes()
  isReading = false
  expect(bytes).toHaveLength(parts)
  expect(turns).toBeGreaterThanOrEqual(parts)
})

import { createDownload } from '#server/files/download.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { onSqlite } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
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

onSqlite((open) => {
  test('an export fails soon after the session of its user has ended', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    await importAsOperator(
      kontor.kontor,
      Array.from({ length: 1001 }, (_, index) => createDraft(index)),
    )
    const { body } = await owner.fetch('/api/orders/exports', { json: { format: 'csv' } })
    const reader = body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await owner.fetch('/api/_auth/session', { method: 'DELETE' })
    await Bun.sleep(110)
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(readAll()).rejects.toThrow()
  })
})

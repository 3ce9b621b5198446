import { recognizeTable } from '#server/imports/order-formats.ts'
import { findLayout, toTable } from '#server/imports/open-table.ts'
import { type PreparedFile, readPreparedFile } from '#server/imports/prepared-file.ts'
import { readHeads, readOrders } from '#server/imports/read-orders.ts'
import { getMessages } from '#server/messages.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const options = { messages: getMessages('en').imports, timeZone: 'Asia/Shanghai', currency: '' }

const toFile = (path: string, layout: PreparedFile['layout']): PreparedFile => ({
  ...{ path, layout, format: undefined, mapping: undefined },
  ...{ locale: 'en', timeZone: options.timeZone, currency: '' },
})

function writeExport(count: number): string {
  const orders = Array.from({ length: count }, (_, index) => ({ name: index === 7 ? '#1' : `#${index + 1}` }))
  const path = join(mkdtempSync(join(tmpdir(), 'kontor-')), 'orders.csv')
  writeFileSync(path, buildExportCsv(orders))
  return path
}

test('another thread finds the same orders in their order, and rejects the same, with more of them than it prepares ahead', async () => {
  const path = writeExport(400)
  const layout = await findLayout(Bun.file(path), undefined)
  const table = toTable(Bun.file(path), layout)
  const expected = await Array.fromAsync(readOrders(table, recognizeTable(await readHeads(table)), options))
  const found = await Array.fromAsync(readPreparedFile(toFile(path, layout)))
  expect(found.map(({ position, bytes, order }) => ({ position, bytes, order }))).toEqual(expected)
  expect(expected.filter(({ order }) => 'reason' in order)).toHaveLength(1)
  for (const { order, prepared } of found)
    if ('draft' in order) expect(prepared?.rows?.order_imports[0]?.payload).toBe(JSON.stringify(order.draft))
})

test('an error of the thread is thrown with its problem', async () => {
  const path = writeExport(1)
  writeFileSync(path, 'Name,Email\n#1,a@example.com\n')
  const reading = Array.fromAsync(readPreparedFile(toFile(path, { encoding: 'utf-8', delimiter: ',' })))
  await expect(reading).rejects.toMatchObject({ problem: 'not-an-order-export' })
})

import { writeCsv } from '#server/files/export-file.ts'
import type { Cell } from '#server/xlsx/cells.ts'
import { expect, test } from 'bun:test'

test('texts that a spreadsheet program would read as other numbers or days keep their characters', async () => {
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield ['00012', '1E5', '1-2', '3/4/2026', '123456789012', '1001', '#0012', 'SO260301-00001'].map((text) => [text])
    yield [[1200], [{ minor: 1200, currency: 'CNY' }], [{ day: '2026-03-01' }]]
  }
  const lines = (await Array.fromAsync(writeCsv('excel', { text: 'Text' }, rows()))).join('').split('\r\n')
  const kept = ['00012', '1E5', '1-2', '3/4/2026', '123456789012'].map((text) => `"${text}\t"`)
  expect(lines.slice(1, 9)).toEqual([...kept, '"1001"', '"#0012"', '"SO260301-00001"'])
  expect(lines.slice(9, 12)).toEqual(['"1200"', '"12.00"', '"2026-03-01"'])
})

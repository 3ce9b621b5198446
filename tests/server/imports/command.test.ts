import { sqlitePath } from '#server/db/sqlite.ts'
import { addUser, runKontor, setUpBinary } from '#tests/support/binary.ts'
import { createEmptyDatabase } from '#tests/support/databases.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'

setUpBinary()

describe('kontor import orders', () => {
  let folder: string
  let clean: () => Promise<void>
  beforeEach(async () => {
    const { config, remove } = await createEmptyDatabase('sqlite')
    folder = config.dataFolder
    clean = remove
    await addUser({ KONTOR_DATA: join(folder, 'data') }, 'owner')
  })
  afterEach(() => clean())

  async function run(...args: string[]): Promise<[code: number, stdout: string, stderr: string]> {
    const settings = { KONTOR_DATA: join(folder, 'data'), LOG_LEVEL: 'error' }
    const { code, output, errors } = await runKontor(['import', 'orders', ...args], '', { settings })
    return [code, output, errors]
  }

  async function write(name: string, ...parts: BlobPart[]): Promise<string> {
    await Bun.write(join(folder, name), new Blob(parts))
    return join(folder, name)
  }

  test('prints the totals; a dry run writes nothing; a second import leaves all orders unchanged', async () => {
    const path = await write('orders.csv', buildExportCsv([{ name: '#1' }, { name: '#2' }]))
    expect(await run(path, '--dry-run')).toEqual([
      0,
      '2 orders read: 2 new, 0 unchanged, 0 rejected. Nothing was saved.\n',
      '',
    ])
    expect(await run(path, '--format', 'shopify')).toEqual([
      0,
      '2 orders read: 2 created, 0 unchanged, 0 rejected.\n',
      '',
    ])
    expect(await run(path)).toEqual([0, '2 orders read: 0 created, 2 unchanged, 0 rejected.\n', ''])
  })

  test('renews the statistics that queries are planned with', async () => {
    await run(await write('orders.csv', buildExportCsv([{ name: '#1' }])))
    using sqlite = new Database(sqlitePath(join(folder, 'data')), { readonly: true })
    expect(sqlite.query("select distinct tbl from sqlite_stat1 where tbl = 'orders'").all()).toHaveLength(1)
  })

  test('updates known orders with --update only, and says what changes', async () => {
    await run(await write('orders.csv', buildExportCsv([{ name: '#1' }])))
    const path = await write('changed.csv', buildExportCsv([{ name: '#1', first: { Notes: 'Ring twice' } }]))
    const what = 'Customer note – → Ring twice'
    expect((await run(path))[0]).toBe(1)
    expect(await run(path, '--update', '--dry-run')).toEqual([
      0,
      `line 2, #1: SO260302-00001 would be updated: ${what}\n1 order read: 0 new, 1 updated, 0 unchanged, 0 rejected. Nothing was saved.\n`,
      '',
    ])
    expect(await run(path, '--update')).toEqual([
      0,
      `line 2, #1: SO260302-00001 updated: ${what}\n1 order read: 0 created, 1 updated, 0 unchanged, 0 rejected.\n`,
      '',
    ])
    expect(await run(path)).toEqual([0, '1 order read: 0 created, 1 unchanged, 0 rejected.\n', ''])
  })

  test('prints a line for each rejected order and exits with 1', async () => {
    const path = await write('orders.csv', buildExportCsv([{ name: '#1', first: { Id: '' } }, { name: '#2' }]))
    expect(await run(path)).toEqual([
      1,
      'line 2, #1: Id is empty.\n2 orders read: 1 created, 0 unchanged, 1 rejected.\n',
      '',
    ])
  })

  test('reads the file in the given encoding', async () => {
    const [before = '', after = ''] = buildExportCsv([{ name: '#1', lines: [{ name: 'TEA' }] }]).split('TEA')
    const path = await write('orders.csv', before, new Uint8Array([0xb2, 0xe8, 0x81]), after)
    const [code, , stderr] = await run(path)
    expect([code, stderr]).toEqual([
      1,
      'Not an order export: Line 2 is not valid UTF-8. Save the file as CSV UTF-8, or choose its encoding.\n',
    ])
    expect(await run(path, '--encoding', 'windows-1252')).toEqual([
      0,
      '1 order read: 1 created, 0 unchanged, 0 rejected.\n',
      '',
    ])
  })

  test('explains a failure in one sentence', async () => {
    const path = await write('picture.csv', new Uint8Array([0x89, 0x50, 0x4e, 0x47]))
    expect(await run(path)).toEqual([
      1,
      '',
      'Not an order export: This is an image, not a CSV file. Export the orders from the shop again, as CSV.\n',
    ])
    expect(await run(join(folder, 'nothing.csv'))).toEqual([66, '', `Cannot read the file ${folder}/nothing.csv.\n`])
    expect(await run(folder)).toEqual([66, '', `Cannot read the file ${folder}.\n`])
    expect(await run(path, '--format', 'amazon')).toEqual([
      64,
      '',
      'Unknown format amazon. Supported formats: shopify, woocommerce, woocommerce-advanced, youzan, wechat-shop.\n',
    ])
  })
})

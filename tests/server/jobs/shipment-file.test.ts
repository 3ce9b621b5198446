import { writeWorkbook } from '#server/xlsx/write-workbook.ts'
import { csvRecordMaxLength } from '#shared/constants.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { createJobClient, type JobAnswer, runJobs } from '#tests/server/jobs/job-client.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { afterEach, beforeEach, expect, test } from 'bun:test'

forEachDatabase((_dialect, open) => {
  let kontor: TestKontor
  let clerk: TestUser
  let stopJobs = (): void => {}
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    clerk = await kontor.createUser('operations')
    await importAsOperator(
      kontor.kontor,
      [1, 2, 3].map((index) => createDraft(index, { externalNumber: `#1000${index}` })),
    )
  })
  afterEach(() => stopJobs())

  async function send(content: string | Uint8Array<ArrayBuffer>, fields: object = {}, user = clerk) {
    const body = new FormData()
    body.append('file', new File([content], 'parcels.csv'))
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const response = await user.fetch('/api/shipments/jobs', { method: 'POST', body })
    return { code: response.status, answer: (await response.json()) as JobAnswer }
  }
  const numberOf = (index: number): string => `SO260301-0000${index}`
  const load = async (index: number): Promise<OrderView> =>
    (await (await clerk.fetch(`/api/orders/${numberOf(index)}`)).json()) as OrderView
  const listErrors = ({ answer }: { answer: JobAnswer }): string[] =>
    (answer.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`)

  test('ships the orders of a CSV file whose columns it recognizes, after a preview', async () => {
    const file = [
      'Shipments of today,,,',
      'Name,Item,Tracking Company,Tracking Number',
      `${numberOf(1)},Teapot,SF Express,SF1`,
      // The next item of the same parcel.
      `${numberOf(1)},Cup,SF Express,SF1`,
      '',
      '#10002,Teapot,,DHL2',
      '260301-00003,Teapot,,DHL3',
    ].join('\r\n')
    const { code, answer } = await send(file, { carrier: 'DHL' })
    expect([code, answer.status, answer.total]).toEqual([201, 'previewed', 3])
    const jobs = createJobClient(clerk)
    stopJobs = runJobs(kontor)
    await jobs.change(answer.id, 'start')
    expect(await jobs.waitFor(answer.id)).toMatchObject({ done: 3, refused: 0 })
    expect((await load(1)).shipments).toMatchObject([{ carrier: 'SF Express', trackingNumber: 'SF1' }])
    expect((await load(2)).shipments).toMatchObject([{ carrier: 'DHL', trackingNumber: 'DHL2' }])
    // The same file again: everything has shipped.
    expect((await send(file, { carrier: 'DHL' })).answer).toMatchObject({ total: 3, skipped: 3 })
    expect(await findViolations(kontor)).toEqual([])
  })

  test('reads Chinese headings in GB18030, and workbooks', async () => {
    // 订单号,物流公司,运单号
    const headings = Buffer.from('b6a9b5a5bac52cceefc1f7b9abcbbe2cd4cbb5a5bac50a', 'hex')
    const chinese = new Uint8Array(Buffer.concat([headings, Buffer.from(`${numberOf(1)},SF Express,SF1\n`)]))
    expect((await send(chinese)).answer).toMatchObject({ total: 1, skipped: 0 })
    const parts: Uint8Array[] = []
    const columns = ['订单编号', '快递公司', '快递单号'].map((heading) => ({ heading, width: 20 }))
    async function* rows() {
      yield [numberOf(2), '圆通速递', '1234567890123456']
    }
    for await (const part of writeWorkbook([{ name: '发货', columns, rows: rows() }])) parts.push(part)
    const { answer } = await send(new Uint8Array(Buffer.concat(parts)), { start: '1' })
    stopJobs = runJobs(kontor)
    await createJobClient(clerk).waitFor(answer.id)
    expect((await load(2)).shipments).toMatchObject([{ carrier: '圆通速递', trackingNumber: '1234567890123456' }])
  })

  test('a tracking number kept as text by a spreadsheet program is stored without what keeps it', async () => {
    const lines = [
      'order,carrier,tracking',
      `${numberOf(1)},DHL,'77123456789012`,
      `'${numberOf(2)},DHL,="77123456789013"`,
    ]
    const { answer } = await send(lines.join('\n'), { start: '1' })
    stopJobs = runJobs(kontor)
    await createJobClient(clerk).waitFor(answer.id)
    expect((await load(1)).shipments).toMatchObject([{ trackingNumber: '77123456789012' }])
    expect((await load(2)).shipments).toMatchObject([{ trackingNumber: '77123456789013' }])
  })

  test('leaves out a row of totals', async () => {
    const lines = ['order,carrier,tracking', `${numberOf(1)},DHL,1`, '合计,,1', 'Total:,,1']
    expect((await send(lines.join('\n'))).answer).toMatchObject({ total: 1, skipped: 0 })
  })

  test('names the line of every error, and prepares nothing', async () => {
    const lines = [
      'order,carrier,tracking',
      `${numberOf(1)},DHL,1`,
      'SO9,DHL,2',
      `${numberOf(1)},DHL,3`,
      ',DHL,4',
      `${numberOf(2)},,5`,
      `${numberOf(3)},DHL,${'x'.repeat(61)}`,
      `${numberOf(3)}1,DHL,7.31E+14`,
    ]
    const { code, answer } = await send(lines.join('\n'))
    expect(code).toBe(422)
    expect(listErrors({ answer }).map((error) => error.slice(0, 13))).toEqual(
      [3, 4, 5, 6, 7, 8].map((line) => `/file Line ${line}:`),
    )
    expect(listErrors({ answer }).at(-1)).toContain('“7.31E+14” was rounded by a spreadsheet program.')
    expect(await kontor.kontor.database.read.selectFrom('jobs').select('id').execute()).toEqual([])
  })

  test('names a row that is too long, because the columns at its end are missing', async () => {
    const file = `order,carrier,note,tracking\n${numberOf(1)},DHL,${'x'.repeat(csvRecordMaxLength)},1\n${numberOf(2)},DHL,,2\n`
    const sent = await send(file)
    expect([sent.code, listErrors(sent)]).toEqual([
      422,
      ['/file Line 2: the row has more than 65,536 characters. Shorten it, or close a quotation mark that is open.'],
    ])
  })

  test('asks for columns that it does not recognize, and takes what the user calls them', async () => {
    const file = `Ref,Box,Company\n${numberOf(1)},77,DHL`
    const asked = await send(file)
    expect(asked.code).toBe(422)
    expect(listErrors(asked)).toEqual([
      '/orderColumn This column was not found. The file has: Ref, Box, Company. Enter one of them.',
      '/trackingColumn This column was not found. The file has: Ref, Box, Company. Enter one of them.',
    ])
    const columns = { orderColumn: 'ref', trackingColumn: 'Box', carrierColumn: 'Company' }
    expect((await send(file, columns)).answer).toMatchObject({ total: 1, parameters: { file: 'parcels.csv' } })
    expect(listErrors(await send(file, { ...columns, carrierColumn: 'Firm' }))).toEqual([
      '/carrierColumn This column was not found. The file has: Ref, Box, Company. Enter one of them.',
    ])
    expect(listErrors(await send('%PDF-1.7'))).toEqual([
      '/file This file cannot be read as a table. Save it as CSV UTF-8 or XLSX.',
    ])
    expect(listErrors(await send('order,tracking\n'))).toEqual(['/file The file has no rows with orders.'])
  })

  test('is for those who may ship', async () => {
    for (const role of ['finance', 'viewer'])
      expect((await send(`order,tracking\n${numberOf(1)},1`, {}, await kontor.createUser(role))).code).toBe(403)
  })
})

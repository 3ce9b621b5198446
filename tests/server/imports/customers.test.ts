import type { CustomerImportResult } from '#shared/customers/import-views.ts'
import type { CustomerRow, CustomerView } from '#shared/customers/views.ts'
import type { ImportList } from '#shared/orders/import-views.ts'
import type { Problem } from '#shared/problem.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { runQueuedJobs } from '#server/jobs/job-runner.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { checkRows } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeEach, expect, test } from 'bun:test'

const shopify =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address City,Default Address Zip,Default Address Country Code,Phone,Total Spent,Total Orders,Note'

forEachDatabase((_dialect, open) => {
  let kontor: TestKontor
  let owner: TestUser
  beforeEach(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner')
  })

  const send = async (content: BlobPart, path = '', fields: Record<string, string> = {}) => {
    const body = new FormData()
    body.append('file', new File([content], 'customers.csv'))
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const response = await owner.fetch(`/api/imports/customers${path}`, { method: 'POST', body })
    return (await response.json()) as CustomerImportResult & Problem
  }
  const toCsv = (...rows: string[]): string => [shopify, ...rows].join('\n')
  const ann = `'7001,Ann,Zhou,ann@example.com,yes,Zhou Tea,8 West St,Hangzhou,310012,CN,'+86 138 0000 1111,12.00,1,Regular`
  const bo = `'7002,Bo,Lin,bo@example.com,no,,,,,,,0.00,0,`
  const list = async (query = ''): Promise<CustomerRow[]> =>
    ((await (await owner.fetch(`/api/customers${query}`)).json()) as { rows: CustomerRow[] }).rows
  const load = async (number: string): Promise<CustomerView> =>
    (await owner.fetch(`/api/customers/${number}`)).json() as Promise<CustomerView>
  const expectVerified = async (): Promise<void> =>
    expect((await checkRows(kontor.kontor)).filter(({ passed }) => !passed)).toEqual([])

  test('a file with separators alone is empty', async () => {
    for (const [path, content] of [
      ['?dryRun=1', ','],
      ['/jobs', ',,\n,,\n'],
    ] as const)
      expect(await send(content, path)).toMatchObject({
        type: '/problems/not-a-customer-list',
        detail: 'The file is empty. Export the customers again, as CSV.',
      })
  })

  test('a line without id, email and complete phone is known by its name and the rest of the number, else by the address', async () => {
    const toFile = (...rows: string[]): string => ['姓名,手机号,详细地址,城市,备注', ...rows].join('\n')
    const columns = Object.fromEntries([
      ['mapping[headingRow]', '0'],
      ['mapping[source]', 'wechat'],
      ...['name', 'phone', 'line1', 'city', 'note'].map((field, index) => [
        `mapping[columns][${field}]`,
        String(index),
      ]),
    ]) as Record<string, string>
    const file = toFile(
      '王芳,138****0001,南京路1号,上海,',
      '王芳,139****0001,南京路1号,上海,',
      '王芳,,南京路1号,上海,',
      '王芳,,北京路2号,上海,',
      '李强,,,,',
      '李强,,,,',
      ',138****0002,南京路3号,上海,',
    )
    const first = await send(file, '', columns)
    expect(first).toMatchObject({
      created: 5,
      refused: [
        { line: 7, reason: 'Line 6 has the same name, and nothing tells them apart.' },
        { line: 8, reason: expect.stringContaining('not complete') },
      ],
    })
    expect(await send(file, '?dryRun=1', columns)).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
    // Staff complete the number: the file still says the same.
    const [known] = (await list()).filter(({ phone }) => phone === '138****0001')
    const { profile, version } = await load(known?.number ?? '')
    const saved = await owner.fetch(`/api/customers/${known?.number}/edits`, {
      json: { ...profile, phone: '13800000001', version },
    })
    expect(saved.status).toBe(200)
    expect(await send(file, '', columns)).toMatchObject({ created: 0, updated: 0, unchanged: 5 })
    // What the key does not have is taken over; another address is another customer.
    const changed = toFile('王芳,139****0001,南京路9号,上海,VIP', '王芳,,北京路4号,上海,')
    expect(await send(changed, '', columns)).toMatchObject({ created: 1, updated: 1, unchanged: 0 })
    expect(await list()).toHaveLength(6)
    await expectVerified()
  })

  test('U+0000 refuses only the line whose id has it, and is a space in other texts', async () => {
    const cai = `'7003,C\0ai,Gu,cai@example.com,no,,1\0st St,,,,,0.00,0,a\0b`
    const result = await send(toCsv(ann, bo.replace('7002', '70\x0002'), cai))
    expect(result).toMatchObject({
      created: 2,
      refused: [{ line: 3, reason: 'Customer ID contains control characters.' }],
    })
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(['Ann Zhou', 'C ai Gu'])
    await expectVerified()
  })

  test('an export of Shopify is previewed and imported; the same file again changes nothing', async () => {
    const file = toCsv(ann, bo, `'7003,,,,no,,,,,,,0,0,`, `'7004,Cai,,no address,no,,,,,,,0,0,`)
    const preview = await send(file, '?dryRun=1')
    expect(preview).toMatchObject({ number: '', read: 4, created: 2, updated: 0, unchanged: 0 })
    expect(preview.sample[0]).toEqual({
      ...{ line: 2, name: 'Ann Zhou', email: 'ann@example.com', phone: '+86 138 0000 1111', city: 'Hangzhou' },
    })
    expect(preview.refused).toMatchObject([
      { line: 4, reason: expect.stringContaining('no name') },
      { line: 5, reason: expect.stringContaining('Email “no address”') },
    ])
    expect(await list()).toEqual([])
    const { number } = await send(file)
    const [bolin, annzhou] = await list(`?importNumber=${number}`)
    expect(await list(`?importNumber=${number.toLowerCase()}`)).toHaveLength(2)
    expect(bolin).toMatchObject({ name: 'Bo Lin', email: 'bo@example.com' })
    expect(await load(annzhou?.number ?? '')).toMatchObject({
      source: 'shopify',
      profile: { company: 'Zhou Tea', postcode: '310012', note: 'Regular', acceptsMarketing: 'yes' },
    })
    expect(await send(file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    await expectVerified()
  })

  test('a changed file updates what it says otherwise, and leaves what staff have corrected', async () => {
    await send(toCsv(ann, bo))
    const [row] = await list('?q=ann')
    await owner.fetch(`/api/customers/${row?.number}/edits`, { json: { version: 1, name: 'Ann Zhou-Lin', note: '' } })
    expect(await send(toCsv(ann, bo))).toMatchObject({ updated: 0, unchanged: 2 })
    const moved = ann.replace('8 West St', '9 East St').replace('ann@', 'anna@')
    expect(await send(toCsv(moved, bo))).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    expect((await load(row?.number ?? '')).profile).toMatchObject({
      ...{ name: 'Ann Zhou-Lin', email: 'anna@example.com', line1: '9 East St', note: '' },
    })
    expect(await send(toCsv(moved, bo))).toMatchObject({ updated: 0, unchanged: 2 })
    await expectVerified()
  })

  test('a file that says what staff have entered is what later corrections are compared with', async () => {
    await send(toCsv(ann))
    const [row] = await list('?q=ann')
    const edit = async (city: string, version: number): Promise<void> => {
      const json = { ...(await load(row?.number ?? '')).profile, city, version }
      expect((await owner.fetch(`/api/customers/${row?.number}/edits`, { json })).status).toBe(200)
    }
    await edit('Ningbo', 1)
    const moved = ann.replace('Hangzhou', 'Ningbo')
    expect(await send(toCsv(moved))).toMatchObject({ updated: 0, unchanged: 1 })
    await edit('Suzhou', 3)
    expect(await send(toCsv(moved))).toMatchObject({ updated: 0, unchanged: 1 })
    expect((await load(row?.number ?? '')).profile).toMatchObject({ city: 'Suzhou' })
    await expectVerified()
  })

  test('customers of orders get their profile, and contacts of two customers are rejected by line', async () => {
    await importAsOperator(kontor.kontor, [
      createDraft(1, { customerName: 'A. Zhou', email: 'ann@example.com', phone: '' }),
      createDraft(2, { customerName: 'Bo', email: 'other@example.com', phone: '138 0000 2222' }),
    ])
    const conflict = `'7009,Dai,Lu,ann@example.com,no,,,,,,138 0000 2222,0,0,`
    const result = await send(toCsv(conflict, `'7010,Bo,Lin,bo@example.com,no,,,,,,138 0000 2222,0,0,`))
    expect(result).toMatchObject({ created: 1, refused: [{ line: 2, order: '7009' }] })
    expect(result.refused[0]?.reason).toMatch(/phone number belongs to customer CU/)
    expect(await send(toCsv(ann, ann.replace('7001', '7011')))).toMatchObject({
      created: 1,
      refused: [{ line: 3, reason: expect.stringContaining('Line 2') }],
    })
    expect(await list('?q=ann')).toMatchObject([{ name: 'Ann Zhou', lastOrderAt: createDraft(1).placedAt }])
    await expectVerified()
  })

  test('a customer who is twice in a file is rejected by line, the same way in one batch, in two, and the next time', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1, { customerName: '', email: '', phone: '138 0000 0009' })])
    const row = (id: string, name: string, email: string, phone: string): string =>
      `${id},${name},,${email},no,,,,,,${phone},0,0,`
    const twins = (tens: number): string[] => {
      const [a, b, c, d] = [0, 1, 2, 3].map((digit) => `138 0000 10${tens}${digit}`) as [string, string, string, string]
      return [
        ...[row('', 'Ann', '', a), row('', 'Bo', '', a)],
        ...[row('', 'Cai', `cai${tens}@example.com`, b), row('', 'Cai', '', b)],
        ...[row(`81${tens}`, 'Dai', '', c), row(`82${tens}`, 'Dai Lu', '', c)],
        ...[row('', 'Fu', `fu${tens}@example.com`, d), row('', 'Gu', `gu${tens}@example.com`, d)],
      ]
    }
    const known = [row('91', 'He', '', '138 0000 0009'), row('92', 'Hu', '', '138 0000 0009')]
    const others = Array.from({ length: 60 }, (_, index) => row('', 'Other', `other${index}@example.com`, ''))
    const apart = twins(1)
    const file = toCsv(
      ...[...twins(0), ...apart.filter((_, index) => index % 2 === 0), ...known.slice(0, 1)],
      ...[...others, ...apart.filter((_, index) => index % 2 === 1), ...known.slice(1)],
    )
    const preview = await send(file, '?dryRun=1')
    expect(preview).toMatchObject({ created: 74, updated: 0, unchanged: 0 })
    expect(preview.refused.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '3: Line 2 has the same phone number.',
      '5: Line 4 has the same phone number.',
      '75: Line 10 has the same phone number.',
      '76: Line 11 has the same phone number.',
    ])
    expect(await send(file)).toMatchObject({ created: 74, updated: 0, refused: preview.refused })
    expect(await send(file)).toMatchObject({ created: 0, updated: 0, unchanged: 74, refused: preview.refused })
    expect((await list('?q=he')).length).toBe(1)
    await expectVerified()
  })

  test('a number that a spreadsheet rounded is no phone number and no id', async () => {
    const file = toCsv(`7001,Ann,,,no,,,,,,1.38E+10,0,0,`, `7.89E+12,Bo,,,no,,,,,,13800001111,0,0,`)
    const { created, refused } = await send(file, '?dryRun=1')
    expect(created).toBe(0)
    expect(refused).toMatchObject([
      { line: 2, reason: expect.stringContaining('Phone “1.38E+10” was rounded by a spreadsheet program.') },
      { line: 3, reason: expect.stringContaining('Customer ID “7.89E+12” was rounded') },
    ])
  })

  test('a row of totals is no customer, but a company may have such a name', async () => {
    const file = '客户姓名,客户手机号,付费等级\nTotal,13900002222,\n王小芳,13900003333,\n合计：,,2\n'
    const reason = 'This is a row of totals, not a customer. It is left out.'
    expect(await send(file)).toMatchObject({ created: 2, refused: [{ line: 4, reason }] })
  })

  test('an export of 有赞 is recognized by its headings, and names customers who gave no name as they call themselves', async () => {
    const file = `客户姓名,客户昵称,免费等级,付费等级,客户手机号,客户积分,客户储值余额
王小芳,小芳,VIP1,,13900002222,120,0.00
,爱喝茶的猫,VIP0,,13900003333,0,0.00
,,VIP0,,,0,0.00
`
    expect(await send(file)).toMatchObject({ created: 2, refused: [{ line: 4 }] })
    expect((await list()).map(({ name, phone }) => [name, phone])).toEqual([
      ['爱喝茶的猫', '13900003333'],
      ['王小芳', '13900002222'],
    ])
    const [row] = await list('?q=xiaofang')
    expect((await load(row?.number ?? '')).source).toBe('youzan')
    expect(await send(file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
    await expectVerified()
  })

  test('any other table is read as a person says, who is asked once', async () => {
    const text = '微信昵称,手机号,备注\n王小芳,13900002222,常客\n'
    // 客户姓名 and the rest in GB18030.
    const table = new Uint8Array([
      ...[0xbf, 0xcd, 0xbb, 0xa7, 0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xca, 0xd6, 0xbb, 0xfa, 0xba, 0xc5, 0x0a],
      ...[0xcd, 0xf5, 0xd0, 0xa1, 0xb7, 0xbc, 0x2c],
      ...new TextEncoder().encode('13900002222\n'),
    ])
    const asked = await send(text)
    expect(asked.type).toContain('not-a-customer-list')
    expect(asked.table?.guess).toEqual({
      headingRow: '0',
      source: 'file',
      columns: { name: '0', phone: '1', note: '2' },
    })
    const mapping = { 'mapping[headingRow]': '0', 'mapping[source]': 'youzan' }
    const beyond = await send(text, '', { ...mapping, 'mapping[columns][name]': '88' })
    expect(beyond).toMatchObject({ status: 422, errors: [{ pointer: '/mapping/columns/name' }] })
    const own = await send(text, '', { ...mapping, 'mapping[source]': 'kontor', 'mapping[columns][name]': '0' })
    expect(own).toMatchObject({ status: 422, errors: [{ pointer: '/mapping/source' }] })
    const missing = await send(text, '', { ...mapping, 'mapping[columns][note]': '2' })
    expect(missing.errors).toMatchObject([{ pointer: '/mapping/columns/name' }])
    const columns = { 'mapping[columns][name]': '0', 'mapping[columns][phone]': '1', 'mapping[columns][note]': '2' }
    expect(await send(text, '', { ...mapping, ...columns })).toMatchObject({ created: 1, refused: [] })
    const again = await send(`${text}李雷,13900003333,\n`, '?dryRun=1')
    expect(again).toMatchObject({ created: 1, unchanged: 1, table: { guess: { source: 'youzan' } } })
    const decoded = await send(table, '?dryRun=1', {
      ...mapping,
      'mapping[columns][name]': '0',
      'mapping[columns][phone]': '1',
    })
    expect(decoded).toMatchObject({ unchanged: 1, sample: [{ name: '王小芳', phone: '13900002222' }] })
    await expectVerified()
  })

  test('a job imports in the background, and an import is undone but for what was changed since', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, index) => `${index + 1},C${index},X,c${index}@example.com,no,,,,,,,0,0,`,
    )
    const job = (await send(toCsv(...rows), '/jobs')) as unknown as { id: string; parameters: { import: string } }
    await runQueuedJobs(kontor.kontor, jobKinds)
    const done = await (await owner.fetch(`/api/jobs/${job.id}`)).json()
    expect(done).toMatchObject({ kind: 'import_customers', status: 'finished', done: 120, refused: 0 })
    const number = job.parameters.import
    const [kept] = await list('?q=c7@example.com')
    await owner.fetch(`/api/customers/${kept?.number}/edits`, { json: { version: 1, city: 'Bonn' } })
    const [given] = await list('?q=c9@example.com')
    const credit = { change: 'give', account: '5601.1', amount: '5.00', reason: 'Goodwill' }
    await owner.fetch(`/api/customers/${given?.number}/credit-entries`, { json: credit })
    await importAsOperator(kontor.kontor, [createDraft(1, { customerName: 'C8', email: 'c8@example.com', phone: '' })])
    await expectVerified()
    const exportJob = (await (await owner.fetch('/api/customers/exports/jobs', { json: { q: 'c7' } })).json()) as {
      id: string
    }
    await runQueuedJobs(kontor.kontor, jobKinds)
    expect(await (await owner.fetch(`/api/jobs/${exportJob.id}`)).json()).toMatchObject({
      ...{ kind: 'export_customers', status: 'finished', done: 11, file: { name: 'customers.csv' } },
    })
    const file = await owner.fetch(`/api/jobs/${exportJob.id}/downloads`, { method: 'POST' })
    const direct = await owner.fetch('/api/customers/exports', { json: { q: 'c7' } })
    expect(await file.text()).toBe(await direct.text())
    const undo = await owner.fetch(`/api/imports/customers/${number}/undo`, { json: {} })
    expect(undo.status).toBe(201)
    const undoJob = (await undo.json()) as { id: string }
    expect((await owner.fetch(`/api/imports/customers/${number}/undo`, { json: {} })).status).toBe(409)
    expect((await owner.fetch(`/api/jobs/${undoJob.id}/pause`, { json: {} })).status).toBe(200)
    await runQueuedJobs(kontor.kontor, jobKinds)
    expect(await list()).toHaveLength(50)
    expect((await owner.fetch(`/api/jobs/${undoJob.id}/cancellation`, { json: {} })).status).toBe(409)
    await owner.fetch(`/api/jobs/${undoJob.id}/resume`, { json: {} })
    await runQueuedJobs(kontor.kontor, jobKinds)
    expect(await (await owner.fetch(`/api/jobs/${undoJob.id}`)).json()).toMatchObject({
      ...{ kind: 'undo_customer_import', status: 'finished', done: 118, total: 120 },
      counts: { removed: 118, total: 120 },
    })
    expect((await list()).map(({ email }) => email).toSorted()).toEqual([
      'c7@example.com',
      'c8@example.com',
      'c9@example.com',
    ])
    expect((await owner.fetch(`/api/imports/customers/${number}/undo`, { json: {} })).status).toBe(409)
    const history = (await (await owner.fetch('/api/imports/customers')).json()) as ImportList
    expect(history.imports).toMatchObject([{ number, created: 120, canUndo: false }])
    expect(((await (await owner.fetch('/api/imports/orders')).json()) as ImportList).imports).not.toContainEqual(
      expect.objectContaining({ number }),
    )
    await expectVerified()
    expect(await send(toCsv(...rows))).toMatchObject({ created: 118, unchanged: 2, refused: [] })
    await expectVerified()
  })

  test('the same file again changes nothing of customers that were merged, in one batch or in two', async () => {
    await importAsOperator(kontor.kontor, [createDraft(1, { customerName: 'Di', email: 'di@example.com', phone: '' })])
    const others = Array.from(
      { length: 60 },
      (_, index) => `'${8000 + index},O${index},X,o${index}@example.com,no,,,,,,,0,0,`,
    )
    const [cai, di] = [`'7003,Cai,Gu,cai@example.com,no,,,,,,,0,0,`, `'7004,Di,Qi,qi@example.com,no,,,,,,,0,0,`]
    const file = toCsv(ann, bo, di, ...others, cai)
    expect(await send(file)).toMatchObject({ created: 64 })
    const numberOf = async (email: string) => (await list(`?q=${email}`))[0]?.number ?? ''
    const [kept, ordered] = [await numberOf('ann@example.com'), await numberOf('di@example.com')]
    for (const [number, other] of [
      [kept, 'bo@example.com'],
      [kept, 'cai@example.com'],
      [ordered, 'qi@example.com'],
    ])
      expect((await owner.fetch(`/api/customers/${number}/merges`, { json: { other } })).status).toBe(200)
    const before = await load(kept)
    for (let time = 0; time < 2; time++)
      expect(await send(file)).toMatchObject({ created: 0, updated: 0, unchanged: 64, refused: [] })
    expect((await load(kept)).profile).toEqual(before.profile)
    const moved = cai.replace('Cai,Gu', 'Cai,Lu')
    const reason = `This customer was merged into ${kept}, and the file says something new about them. Change ${kept} if it is right.`
    for (const moving of [file.replace(cai, moved), toCsv(moved)])
      expect(await send(moving)).toMatchObject({ updated: 0, refused: [{ order: '7003', reason }] })
    const json = { ...before.profile, name: 'Cai Lu', version: before.version }
    expect((await owner.fetch(`/api/customers/${kept}/edits`, { json })).status).toBe(200)
    expect(await send(toCsv(moved))).toMatchObject({ updated: 0, unchanged: 1, refused: [] })
    await expectVerified()
  })
})

import type { FoundItems } from '#shared/search/views.ts'
import type { OrderView } from '#shared/orders/views.ts'
import { buildExportCsv } from '#tests/server/imports/build-export-csv.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createRole } from '#tests/support/create-role.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, expect, test } from 'bun:test'

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  let viewer: TestUser
  let clerk: TestUser
  beforeAll(async () => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner', { name: 'Olga Ning', email: 'olga@kontor.example' })
    viewer = await kontor.createUser('viewer')
    const role = await createRole(owner, ['finance.view'])
    clerk = await kontor.createUser(role)
    await importAsOperator(kontor.kontor, [
      createDraft(1),
      createDraft(2, { externalNumber: 'E26-21299' }),
      createDraft(3, { customerName: 'Frédérique Olsen', email: 'fred@mail.example' }),
    ])
  })

  const search = async (text: string, user = owner): Promise<FoundItems> => {
    const response = await user.fetch(`/api/search?${new URLSearchParams({ text })}`)
    expect(response.status).toBe(200)
    return (await response.json()) as FoundItems
  }
  const keysOf = ({ items }: FoundItems, kind = 'order') =>
    items.filter((item) => item.kind === kind).map(({ key }) => key)

  test('an order is found by its number first, and by the last digits of its numbers', async () => {
    const found = await search('so260301-00002')
    expect(found.items[0]).toMatchObject({ kind: 'order', key: 'SO260301-00002', isExact: true })
    expect(found.similar).toEqual([])
    expect(keysOf(await search('00002'))).toEqual(['SO260301-00002'])
    expect(keysOf(await search('21299'))).toEqual(['SO260301-00002'])
    expect(keysOf(await search('#10001'))).toEqual(['SO260301-00001'])
  })

  test('an order is found by its number without the prefix, without zeros, and in the words of a search', async () => {
    for (const text of ['260301-00002', '#260301-00002', 'SO260301-2', '260301-2', '26030100002', 'so26030100002']) {
      const found = await search(text)
      expect([text, keysOf(found)]).toEqual([text, ['SO260301-00002']])
      expect(found.items[0]).toMatchObject({ key: 'SO260301-00002', isExact: true })
      // The list opens it.
      const page = await (await owner.fetch(`/orders/_payload.json?${new URLSearchParams({ q: text })}`)).json()
      expect([text, page.pageState.data.order?.number]).toEqual([text, 'SO260301-00002'])
    }
    expect(keysOf(await search('260301-00002 jiayi'))).toEqual(['SO260301-00002'])
    expect(keysOf(await search('260301-00002 olsen'))).toEqual([])
    expect(keysOf(await search('261399-00002'))).toEqual([])
    expect((await search('260301-00032')).similar).toEqual([{ number: 'SO260301-00002', written: 'SO260301-00002' }])
  })

  test('a mistyped digit is pointed out, as are two that are swapped', async () => {
    expect((await search('SO260301-00007')).similar.map(({ number }) => number)).toEqual([
      'SO260301-00003',
      'SO260301-00002',
      'SO260301-00001',
    ])
    expect((await search('SO260310-00003')).similar).toEqual([{ number: 'SO260301-00003', written: 'SO260301-00003' }])
    expect((await search('#10011')).similar).toEqual([{ number: 'SO260301-00001', written: '#10001' }])
    expect((await search('SO 260310-00003')).similar.map(({ number }) => number)).toEqual(['SO260301-00003'])
    expect((await search('nothing')).similar).toEqual([])
  })

  test('payments, customers, staff and entries are found', async () => {
    const order = (await (await owner.fetch('/api/orders/SO260301-00001')).json()) as OrderView
    expect(keysOf(await search(order.payments[0]?.number ?? ''))).toEqual(['SO260301-00001'])
    const found = await search('frederique')
    expect(found.items.find(({ kind }) => kind === 'customer')?.title).toBe('Frédérique Olsen')
    const [customer = ''] = keysOf(found, 'customer')
    expect((await search(customer)).items[0]).toMatchObject({ kind: 'customer', key: customer, isExact: true })
    expect((await search('olga')).items.find(({ kind }) => kind === 'user')).toMatchObject({
      key: owner.id,
      title: 'Olga Ning',
    })
    expect(keysOf(await search('1'), 'entry')).toEqual(['1'])
  })

  test('imports are found by their number, and jobs by what they do and to what', async () => {
    const body = new FormData()
    body.append('file', new File([buildExportCsv([{ name: '#900' }])], 'autumn.csv'))
    expect((await owner.fetch('/api/imports/orders', { method: 'POST', body })).status).toBe(200)
    const number = 'IM260315-00001'
    expect((await search(number.toLowerCase())).items[0]).toMatchObject({ kind: 'import', key: number, isExact: true })
    expect(keysOf(await search(number.slice(0, 4)), 'import')).toEqual([number])
    expect(keysOf(await search('IM99'), 'import')).toEqual([])
    const json = { action: 'tag', tag: 'Autumn', orders: ['SO260301-00001'] }
    const { id } = await (await owner.fetch('/api/orders/jobs', { json })).json()
    for (const text of ['autumn', 'a tag']) expect([text, keysOf(await search(text), 'job')]).toEqual([text, [id]])
    expect(keysOf(await search('carrier'), 'job')).toEqual([])
    for (const user of [viewer, clerk])
      expect((await search(number, user)).items.concat((await search('autumn', user)).items)).toEqual([])
  })

  test('it lists only what the user may see', async () => {
    const masked = await search('SO260301-00001', viewer)
    expect(keysOf(masked)).toEqual(['SO260301-00001'])
    expect(JSON.stringify(masked)).not.toContain('Chen')
    for (const text of ['Frederique', 'fred@mail.example', 'olga', '1'])
      expect([text, (await search(text, viewer)).items.filter(({ kind }) => kind !== 'order')]).toEqual([text, []])
    expect((await search('Frederique', viewer)).items).toEqual([])
    expect(await search('SO260301-00001', clerk)).toEqual({ items: [], similar: [], hasMore: false })
    expect((await search('SO260301-00007', clerk)).similar).toEqual([])
    expect(keysOf(await search('1', clerk), 'entry')).toEqual(['1'])
  })

  test('a text with filters finds the orders of the list, and nothing else', async () => {
    const list = async (text: string): Promise<string[]> => {
      const response = await owner.fetch(`/api/orders?${new URLSearchParams({ q: text })}`)
      const { rows } = (await response.json()) as { rows: { number: string }[] }
      return rows.map(({ number }) => number)
    }
    for (const [text, numbers] of [
      ['status:open', ['SO260301-00003', 'SO260301-00002', 'SO260301-00001']],
      ['status:open frederique', ['SO260301-00003']],
      ['status:cancelled frederique', []],
      ['placed:2026-03-01 21299', ['SO260301-00002']],
      ['-country:CN frederique', await list('-country:CN frederique')],
    ] as const) {
      const found = await search(text)
      expect([text, keysOf(found)]).toEqual([text, [...numbers]])
      expect([text, numbers]).toEqual([text, await list(text)])
      expect([text, found.items.filter(({ kind }) => kind !== 'order'), found.similar]).toEqual([text, [], []])
    }
    expect((await search('status:open SO260301-00002')).items[0]).toMatchObject({ isExact: true })
    expect(keysOf(await search('status:open frederique', viewer))).toEqual([])
    // In quotes it is a word.
    expect(keysOf(await search('"status:open"'))).toEqual([])
  })

  test('a filter that is not understood is explained, except to those who may not search orders', async () => {
    for (const [text, detail] of [
      ['status:lost', 'draft'],
      ['colour:red', 'status'],
      ['country:Atlantis', 'Atlantis'],
      ['placed:2026-03-02..2026-03-01', 'before'],
    ] as const) {
      const response = await owner.fetch(`/api/search?${new URLSearchParams({ text })}`)
      const { errors } = await response.json()
      expect([text, response.status, errors]).toEqual([text, 422, [expect.objectContaining({ pointer: '/text' })]])
      expect([text, errors[0].detail]).toEqual([text, expect.stringContaining(detail)])
      expect((await search(text, clerk)).items).toEqual([])
    }
  })

  test('a text must have something in it', async () => {
    expect((await owner.fetch('/api/search?text=')).status).toBe(422)
    expect((await owner.fetch(`/api/search?text=${'x'.repeat(201)}`)).status).toBe(422)
  })

  test('a number with spaces is found as it is written, without those that begin with it', async () => {
    const written = ['R 1042', 'R 10421', 'ΝΑ 77']
    await importAsOperator(
      kontor.kontor,
      written.map((externalNumber, index) => createDraft(7201 + index, { externalNumber })),
    )
    for (const [text, number] of [
      ['R 1042', 'SO260306-00001'],
      [' r  1042 ', 'SO260306-00001'],
      ['"R 1042"', 'SO260306-00001'],
      ['r1042', 'SO260306-00001'],
      ['ΝΑ 77', 'SO260306-00003'],
      ['SO 260306-00002', 'SO260306-00002'],
    ] as const) {
      const found = await search(text)
      expect([text, keysOf(found)]).toEqual([text, [number]])
      expect(found.items[0]).toMatchObject({ key: number, isExact: true })
      const page = await (await owner.fetch(`/orders/_payload.json?${new URLSearchParams({ q: text })}`)).json()
      expect([text, page.pageState.data.order?.number]).toEqual([text, number])
    }
    expect(keysOf(await search('r1042 jiayi'))).toEqual(['SO260306-00002', 'SO260306-00001'])
    expect(keysOf(await search('# 10421'))).toEqual(['SO260306-00002'])
  })
})

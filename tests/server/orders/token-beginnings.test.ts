import { migrations, splitStatements } from '#server/db/migrate.ts'
import { exactRange, prefixRange } from '#server/orders/tokens/search-words.ts'
import { listBeginnings, toBeginnings } from '#server/orders/tokens/token-beginnings.ts'
import { findUnused } from '#server/orders/tokens/token-beginnings-store.ts'
import type { OrderList } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'
import { sql } from 'kysely'

test('of numbers, references and places the first characters are kept, of names and phone numbers nothing', () => {
  expect(listBeginnings(['+hamburg', '+hamm', '=pi4711', '#77', 'lund', '~9910', ' #gift', '#so26030100001'])).toEqual([
    '#77',
    '+ham',
    '=pi4',
  ])
  // Both databases count characters, not halves of them.
  expect(listBeginnings(['+𠮷𠮷𠮷𠮷𠮷'])).toEqual(['+𠮷𠮷𠮷'])
})

test('a range can only have tokens that begin like it', () => {
  expect(toBeginnings(prefixRange('+hamburg'))).toEqual(exactRange('+ham'))
  expect(toBeginnings(prefixRange('+ham'))).toEqual(prefixRange('+ham'))
  // The beginning of +νας is +νας, that of +νασος is +νασ.
  expect(toBeginnings(prefixRange('+νας'))).toEqual({ from: '+νας', to: prefixRange('+νασ').to })
  expect(toBeginnings(prefixRange('+h'))).toEqual(prefixRange('+h'))
  expect(toBeginnings(exactRange('+h'))).toEqual(exactRange('+h'))
  expect(toBeginnings(exactRange('+北京'))).toEqual(exactRange('+北京'))
  expect(toBeginnings(prefixRange('lund'))).toBeUndefined()
  expect(toBeginnings(prefixRange('#so2603'))).toBeUndefined()
  expect(toBeginnings({ from: '+a', to: '+c' })).toBeUndefined()
})

forEachDatabase((_, open) => {
  test('words are only looked for where a token begins like them, whenever it was added', async () => {
    const testKontor = await createTestKontor(await open())
    const { kontor } = testKontor
    const { database } = kontor
    const owner = await testKontor.createUser('owner')
    const find = async (q: string): Promise<string[]> => {
      const answer = await owner.fetch(`/api/orders?${new URLSearchParams({ q, sort: 'placed' })}`)
      return ((await answer.json()) as OrderList).rows.map(({ number }) => number.slice(-1))
    }
    const listKept = async (): Promise<string[]> =>
      (await database.read.selectFrom('token_beginnings').select('beginning').orderBy('beginning').execute()).map(
        ({ beginning }) => beginning,
      )
    const { shippingAddress } = createDraft(1)
    await importAsOperator(kontor, [
      createDraft(1),
      createDraft(2, { shippingAddress: { ...shippingAddress, city: 'Zwolle' } }),
      createDraft(3, { shippingAddress: { ...shippingAddress, city: '𠮷𠮷𠮷𠮷' } }),
    ])
    expect(await listKept()).toContain('+zwo')
    expect(await find('zwolle')).toEqual(['2'])
    expect(await find('zw')).toEqual(['2'])
    expect(await find('𠮷𠮷')).toEqual(['3'])
    expect(await find('qq77')).toEqual([])

    const unused = await findUnused(database.read, ['=qq77', '+zw', 'qq77', '+zoo'].map(prefixRange))
    expect(unused).toEqual(new Set([prefixRange('=qq77'), prefixRange('+zoo')]))

    const shipment = { carrier: 'SF Express', trackingNumber: 'QQ771', version: 1 }
    const shipped = await owner.fetch('/api/orders/SO260301-00001/shipments', { json: shipment })
    expect(shipped.status).toBe(201)
    expect(await listKept()).toContain('=qq7')
    expect(await find('qq77')).toEqual(['1'])
    expect(await find('QQ771')).toEqual(['1'])
    expect(await findViolations(testKontor)).toEqual([])

    // A book from before is filled with the same.
    const kept = await listKept()
    const filling = splitStatements(migrations[3]?.text ?? '').filter((statement) => statement.startsWith('insert'))
    await database.inTransaction(async (transaction) => {
      await sql`delete from token_beginnings`.execute(transaction)
      for (const statement of filling) await sql.raw(statement).execute(transaction)
    })
    expect(await listKept()).toEqual(kept)

    await database.inTransaction((transaction) =>
      sql`delete from token_beginnings where beginning = '=qq7'`.execute(transaction),
    )
    expect(await findViolations(testKontor)).toEqual(['search-tokens: token_beginnings: =qq7 is missing'])
  })
})

import type { OrderList } from '#shared/orders/views.ts'
import { createDraft, createLine, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { expect, test } from 'bun:test'

/** Names of products that no one would choose, and a filter that finds each. */
const products: [name: string, query: string][] = [
  ['\u202eessat\u202c Tasse', 'product:tasse'],
  ['Tee\u200bkanne \u200d\u2060', 'product:"tee kanne"'],
  ['E\u0301cole', 'product:école'],
  ['12" vinyl \\ "limited"', 'product:"12 vinyl limited"'],
  ["'; drop table products; --", 'product:"drop table"'],
  ['product:jacket -tag:vip', 'product:"product jacket tag"'],
  ['花'.repeat(2000), `product:${'花'.repeat(40)}`],
  [`Long${'x'.repeat(10_000)}`, `product:Long${'x'.repeat(50)}`],
  [Array.from({ length: 3000 }, (_, index) => `w${index}`).join(' '), 'product:"w0 w98"'],
  ['𠮷野家 🍵', 'product:𠮷野'],
  ['İstanbul ﷺ', 'product:istanbul'],
  ['=cmd|calc', 'product:cmd'],
]

forEachDatabase((_, open) => {
  test('products with hostile names are found by their words, and pass the self-check', async () => {
    const kontor = await createTestKontor(await open())
    const owner = await kontor.createUser('owner')
    const drafts = products.map(([name], index) =>
      createDraft(index + 1, { lines: [createLine({ sku: `H-${index}`, name, unitPriceMinor: 1000 })] }),
    )
    await importAsOperator(kontor.kontor, [...drafts, createDraft(products.length + 1)])
    const found = await Promise.all(
      products.map(async ([, query]) => {
        const response = await owner.fetch(`/api/orders?q=${encodeURIComponent(query)}`)
        const answer = (await response.json()) as OrderList
        return response.status === 200
          ? answer.rows.map(({ externalNumber }) => externalNumber)
          : [query, JSON.stringify(answer)]
      }),
    )
    expect(found).toEqual(drafts.map(({ externalNumber }) => [externalNumber]))
    for (const query of [
      'product:""',
      'product:"',
      'product:"\u200b"',
      'product:\u202e',
      `product:"${'"'.repeat(300)}`,
    ])
      expect((await owner.fetch(`/api/orders?q=${encodeURIComponent(query)}`)).status).toBeOneOf([200, 422])
    expect(await findViolations(kontor)).toEqual([])
  })
})

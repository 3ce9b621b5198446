import { exampleText } from '#shared/list/example-text.ts'
import type { FilterField, QueryValues } from '#shared/list/filter-fields.ts'
import { isSameFilter } from '#shared/list/filter.ts'
import { toFilter } from '#shared/list/list.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import { formatQueryText, parseQueryText } from '#shared/list/query-text.ts'
import { filterHref } from '#shared/list/url.ts'
import { parseSearchParams } from '#shared/routes/pages.ts'
import { findSearchedLists } from '#tests/support/lists.ts'
import { expect, test } from 'bun:test'
import fc from 'fast-check'

const lists = await findSearchedLists()

test('finds the lists that can be searched', () => {
  expect(lists.map(([name]) => name).toSorted()).toEqual([
    'auditLog',
    'customersList',
    'entriesList',
    'invitationsList',
    'matchLinesList',
    'ordersList',
    'tokensList',
    'usersList',
    'webhooksList',
  ])
})

const words = fc.constantFrom('Zhang', '张三 李四', '"status:open"', '#10248', '1,234.50')
const value = fc.constantFrom('me', 'Li Na', '加急', 'a,b', 'x:y', 'a"b', '\\', '1002.1')
const day = fc.constantFrom('2026-01-01', '2026-01-31', '2026-02-01', '2026-12-31')

/** Values that the parameters of a filter may have, by their names. */
function arbitraryOf(field: FilterField): Record<string, fc.Arbitrary<unknown>> {
  const ofOne = (each: fc.Arbitrary<string>) =>
    'multiple' in field && field.multiple ? fc.uniqueArray(each, { maxLength: 3 }) : each
  switch (field.kind) {
    case 'search':
      return { q: words }
    case 'choice':
      return { [field.id]: ofOne(fc.constantFrom(...field.values)) }
    case 'currency':
      return { [field.id]: ofOne(fc.constantFrom('CNY', 'USD')) }
    case 'option':
      return { [field.id]: ofOne(value) }
    case 'days':
      return Object.fromEntries(field.parameters.map((name) => [name, day]))
    case 'amount':
      return { [field.parameters[0]]: fc.constantFrom('5', '>5'), [field.parameters[1]]: fc.constantFrom('10', '<10') }
    case 'exclusions':
      return {}
  }
}

test.each(lists)('%p: URL, text and filters are faces of the same query', (_name, list) => {
  const schema = listQuery(listShape(list), list)
  const arbitrary = fc.record(Object.assign({}, ...list.filters.map(arbitraryOf)), { requiredKeys: [] })
  const filterOf = (query: QueryValues) => toFilter(list, query)
  fc.assert(
    fc.property(arbitrary, (query: QueryValues) => {
      fc.pre(list.filters.every((field) => field.findErrors(query).length === 0))
      const fromUrl = schema.parse(
        parseSearchParams(new URL(filterHref(list, query, {}), 'http://x').searchParams),
      ) as QueryValues
      const text = formatQueryText(list, fromUrl)
      const fromText = schema.parse({ q: text }) as QueryValues
      expect([text, isSameFilter(filterOf(fromUrl), filterOf(query))]).toEqual([text, true])
      expect([text, isSameFilter(filterOf(fromText), filterOf(query))]).toEqual([text, true])
      expect(formatQueryText(list, fromText)).toBe(text)
    }),
  )
})

test.each(lists)('%p: the example of its empty state is right', (_name, list) => {
  const example = exampleText(list)
  const canBeTyped = list.filters.some(({ kind }) => !['search', 'option', 'exclusions'].includes(kind))
  expect(example !== '').toBe(canBeTyped)
  const { query, errors } = parseQueryText(list, example)
  expect([query['q'], errors]).toEqual([undefined, []])
})

test.each(lists)('%p: the docs name its filters and their values', async (name, list) => {
  const docs = await Bun.file('docs/query-language.md').text()
  const section = docs.split(/^## /m).find((each) => each.startsWith(headings[name] ?? '-')) ?? ''
  for (const field of list.filters) {
    if (field.kind === 'search' || field.kind === 'exclusions') continue
    expect(section).toContain(`| \`${field.key}:\` `)
    for (const each of field.kind === 'choice' ? field.values : []) expect(section).toContain(`\`${each}\``)
  }
})

const headings: Readonly<Record<string, string>> = {
  ordersList: 'Orders',
  customersList: 'Customers',
  entriesList: 'Ledger entries',
  matchLinesList: 'Statement lines',
  usersList: 'Staff',
  invitationsList: 'Invitations',
  auditLog: 'Audit log',
  tokensList: 'API tokens',
  webhooksList: 'Webhooks',
}

test('a filter cannot be excluded where a list excludes nothing', () => {
  for (const [, list] of lists) {
    const choice = list.filters.find(({ kind }) => kind === 'choice')
    if (choice?.kind !== 'choice' || list.filters.some(({ kind }) => kind === 'exclusions')) continue
    expect(parseQueryText(list, `-${choice.key}:${choice.values[0]}`).errors).toMatchObject([
      { reason: 'filter-not-excludable', pointer: '/q' },
    ])
  }
})

test('an address is no filter', () => {
  const audit = Object.fromEntries(lists)['auditLog']
  for (const text of ['fe80::1', 'fe:dc::1', '2001:db8::1', 'https://x.test/a'])
    expect(audit && parseQueryText(audit, text)).toEqual({ query: { q: text }, errors: [] })
})

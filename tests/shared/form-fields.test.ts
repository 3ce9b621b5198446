import {
  countListItems,
  fieldNameToPointer,
  parseFormFields,
  pointerToFieldName,
  toFormFields,
} from '#shared/form-fields.ts'
import { ProblemError } from '#shared/problem.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const parse = (query: string): unknown => structuredClone(parseFormFields(new URLSearchParams(query)))

/** The pointer at which a form is rejected, or undefined. */
function rejectedPointer(query: string): string | undefined {
  try {
    parse(query)
  } catch (error) {
    if (error instanceof ProblemError) return error.fields[0]?.pointer
    throw error
  }
  return undefined
}

describe('form fields', () => {
  test('become nested input', () => {
    expect(parse('customer=Li&lines[0][sku]=A&lines[0][quantity]=2&lines[1][sku]=B&address[city]=上海')).toEqual({
      customer: 'Li',
      lines: [{ sku: 'A', quantity: '2' }, { sku: 'B' }],
      address: { city: '上海' },
    })
  })

  test('of one name become a list, also below an item, and [] always makes a list', () => {
    expect(parse('status=open&status=draft&lines[0][tags]=a&lines[0][tags]=b&tags[]=x')).toEqual({
      status: ['open', 'draft'],
      lines: [{ tags: ['a', 'b'] }],
      tags: ['x'],
    })
  })

  test('with unmatched brackets keep their name', () => {
    expect(parse('a[=1&b]=2&[c]=3&d[e]f=4')).toEqual({ 'a[': '1', 'b]': '2', '[c]': '3', 'd[e]f': '4' })
  })

  test('keep files as they are', () => {
    const file = new File(['x'], 'x.csv')
    expect(parseFormFields([['attachments[0][file]', file]])).toEqual({ attachments: [{ file }] })
  })

  test('cannot reach a prototype', () => {
    const input = parseFormFields(new URLSearchParams('constructor[prototype][polluted]=1&toString=2'))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.getPrototypeOf(input)).toBeNull()
    expect(rejectedPointer('__proto__[polluted]=1')).toBe('/__proto__/polluted')
    expect(rejectedPointer('a[__proto__][polluted]=1')).toBe('/a/__proto__/polluted')
  })

  const invalidForms: [string, string, string][] = [
    ['a name that is too deep', 'a[b][c][d][e][f]=1', '/a/b/c/d/e/f'],
    ['a name that is too long', `${'a'.repeat(1000)}=1`, `/${'a'.repeat(200)}…`],
    ['an index that skips items', 'lines[1][sku]=A', '/lines/1/sku'],
    ['a huge index', 'lines[0]=A&lines[999999999]=B', '/lines/999999999'],
    ['a key in a list', 'lines[0]=A&lines[sku]=B', '/lines/sku'],
    ['a key below a text', 'name=A&name[first]=B', '/name/first'],
    ['more than 1,000 items', Array.from({ length: 1001 }, () => 'tags[]=x').join('&'), '/tags/'],
  ]
  test.each(invalidForms)('with %s are rejected at the field', (_what, query, pointer) => {
    expect(rejectedPointer(query)).toBe(pointer)
  })

  test('and nested input are the same both ways', () => {
    const key = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[[\]]|^\d+$|^__proto__$/.test(text))
    const record = fc.dictionary(key, fc.string(), { minKeys: 1, maxKeys: 4 })
    const input = fc.dictionary(key, fc.oneof(fc.string(), record, fc.array(record, { minLength: 1, maxLength: 4 })))
    fc.assert(
      fc.property(input, (value) => {
        expect(structuredClone(parseFormFields(Object.entries(toFormFields(value))))).toEqual(structuredClone(value))
      }),
    )
  })

  test('are named by JSON pointers both ways', () => {
    expect(pointerToFieldName('/lines/0/quantity')).toBe('lines[0][quantity]')
    expect(fieldNameToPointer('lines[0][quantity]')).toBe('/lines/0/quantity')
    expect(pointerToFieldName('/a~1b/c~0d')).toBe('a/b[c~d]')
    expect(fieldNameToPointer('a/b[c~d]')).toBe('/a~1b/c~0d')
  })

  test('say how many items of a list were sent', () => {
    const fields = toFormFields({ customer: 'Li', lines: [{ sku: 'A' }, { sku: 'B' }] })
    expect([countListItems(fields, 'lines'), countListItems(fields, 'customer')]).toEqual([2, 0])
  })
})

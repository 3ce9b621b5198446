import { pack, unpack } from '#shared/packing.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

test('a list of like objects names its keys once', () => {
  const rows = [
    { number: 'SO1', lines: [] },
    { number: 'SO2', lines: [{ sku: 'A' }, { sku: 'B' }] },
  ]
  expect(pack({ rows })).toEqual({
    rows: {
      $rows: [
        ['number', 'lines'],
        ['SO1', []],
        ['SO2', { $rows: [['sku'], ['A'], ['B']] }],
      ],
    },
  })
})

test('a list stays as it is when its objects differ, or there is only one', () => {
  for (const list of [[{ a: 1 }], [{ a: 1 }, { b: 1 }], [{ a: 1 }, { a: 1, b: 2 }], [{}, {}], [{ a: 1 }, null], [1, 2]])
    expect(pack(list)).toEqual(list)
})

test('what was packed, written and read comes back the same', () => {
  const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('$rows'))
  const list = fc.array(
    fc.record({ number: fc.string(), totalMinor: fc.integer(), lines: fc.array(fc.record({ sku: fc.string() })) }),
  )
  fc.assert(
    fc.property(fc.oneof(json, list), (value) => {
      const plain = JSON.parse(JSON.stringify(value))
      expect(unpack(JSON.parse(JSON.stringify(pack(plain))))).toEqual(plain)
    }),
  )
})

test('a form that was sent with our key as a field name survives', () => {
  const form = { values: { $rows: 'typed' } }
  expect(unpack(pack(form))).toEqual(form)
})

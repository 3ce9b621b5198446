import { encodeColumns, decodeColumns } from '#shared/encode-columns.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

test('a list of like objects becomes its columns', () => {
  const rows = [
    { number: 'SO1', lines: [] },
    { number: 'SO2', lines: [{ sku: 'A' }, { sku: 'B' }] },
  ]
  expect(encodeColumns({ rows })).toEqual({
    rows: {
      $columns: [
        ['number', 'SO1', 'SO2'],
        ['lines', [], { $columns: [['sku', 'A', 'B']] }],
      ],
    },
  })
})

test('a column of few words names each once', () => {
  const statuses = ['paid', 'unpaid', 'paid', 'paid']
  expect(encodeColumns(statuses.map((status, at) => ({ status, at })))).toEqual({
    $columns: [
      [['status', 'paid', 'unpaid'], 0, 1, 0, 0],
      ['at', 0, 1, 2, 3],
    ],
  })
})

test('a list stays as it is when its objects differ, or there is only one', () => {
  for (const list of [
    [{ a: 1 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{}, {}],
    [{ a: 1 }, null],
    [1, 2],
    [{ toString: 1 }, { b: 1 }],
  ])
    expect(encodeColumns(list)).toEqual(list)
})

test('what was packed, written and read comes back the same', () => {
  const json = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('$columns'))
  const list = fc.array(
    fc.record({
      number: fc.string(),
      status: fc.constantFrom('paid', 'unpaid', '0', ''),
      mixed: fc.constantFrom('1', 1, null),
      lines: fc.array(fc.record({ sku: fc.string() })),
    }),
  )
  fc.assert(
    fc.property(fc.oneof(json, list), (value) => {
      const plain = JSON.parse(JSON.stringify(value))
      expect(decodeColumns(JSON.parse(JSON.stringify(encodeColumns(plain))))).toEqual(plain)
    }),
  )
})

test('a form that was sent with our key as a field name survives', () => {
  const form = { values: { $columns: 'typed' } }
  expect(decodeColumns(encodeColumns(form))).toEqual(form)
})

import { Row } from '#server/imports/row.ts'
import { answers } from '#shared/messages/answers.ts'
import { expect, test } from 'bun:test'

/** A row with one column. */
const rowOf = (text: string, dayOrder: 'ymd' | 'dmy' | 'mdy' = 'ymd'): Row =>
  new Row(
    1,
    [text],
    { columns: new Map([['cell', 0]]) },
    { messages: answers.en.imports, timeZone: 'Asia/Shanghai', currency: '', dayOrder, decimalMark: '.' },
  )

test('a number in percent is a tax rate, and no amount', () => {
  expect(rowOf('19%').taxRate('cell')).toBe('19')
  expect(rowOf('8.875 %').taxRate('cell')).toBe('8.875')
  expect(() => rowOf('1900%').amount('cell', 'EUR')).toThrow('cell “1900%” is not a valid amount in EUR')
})

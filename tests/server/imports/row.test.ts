import { Row } from '#server/imports/row.ts'
import { answers } from '#shared/messages/answers.ts'
import { expect, test } from 'bun:test'

/** A row with one column. */
const rowOf = (text: string, dayOrder: 'ymd' | 'dmy' | 'mdy' = 'ymd', decimalMark: '.' | ',' = '.'): Row =>
  new Row(
    1,
    [text],
    { columns: new Map([['cell', 0]]) },
    { messages: answers.en.imports, timeZone: 'Asia/Shanghai', currency: '', dayOrder, decimalMark },
  )

test('a number in percent is a tax rate, and no amount', () => {
  expect(rowOf('19%').taxRate('cell')).toBe('19')
  expect(rowOf('8.875 %').taxRate('cell')).toBe('8.875')
  expect(() => rowOf('1900%').amount('cell', 'EUR')).toThrow('cell “1900%” is not a valid amount in EUR')
})

test('an amount with a minus sign is negative, and one with a dash is none', () => {
  for (const text of ['−12.50', '−€12.50', '€ −12.50', '-12.50 €'])
    expect(rowOf(text).signedAmount('cell', 'EUR')).toBe(-1250)
  expect(() => rowOf('−12.50').amount('cell', 'EUR')).toThrow('cell “−12.50” is negative')
  for (const text of ['–12.50', '—12.50', '€ –12.50'])
    expect(() => rowOf(text).signedAmount('cell', 'EUR')).toThrow(`cell “${text}” is not a valid amount in EUR`)
})

test.each([
  ['1,234,567.50', '.'],
  ["1'234'567.5", '.'],
  ['1’234’567.50', '.'],
  ['1 234 567.50', '.'],
  ['1\u00A0234\u00A0567,50 €', ','],
  ['1\u202F234\u202F567,50', ','],
  ["1'234'567,50", ','],
  ['1.234.567,5', ','],
] as const)('%p is an amount with separators of thousands', (text, mark) => {
  expect(rowOf(text, 'ymd', mark).amount('cell', 'EUR')).toBe(123_456_750)
})

test.each([
  ['-1,234.50', '.', 'EUR', -123_450],
  ['-1.234,50', ',', 'EUR', -123_450],
  ['.50', '.', 'EUR', 50],
  ['5.000', '.', 'EUR', 500],
  ['500.00', '.', 'JPY', 500],
  ['HK$5.50', '.', 'HKD', 550],
  ['5.50元', '.', 'CNY', 550],
  ['5,50 EUR', ',', 'EUR', 550],
] as const)('%j, with the decimal mark %j in %s, is %d', (text, mark, currency, minor) => {
  expect(rowOf(text, 'ymd', mark).signedAmount('cell', currency)).toBe(minor)
})

test.each([
  ['1.23.45', '.'],
  ['1,23,45', ','],
  ['1,2345', '.'],
  ['1.2345', ','],
] as const)('%j is no amount with the decimal mark %j', (text, mark) => {
  expect(() => rowOf(text, 'ymd', mark).amount('cell', 'EUR')).toThrow('is not a valid amount in EUR')
})

test('an amount has only one kind of separators', () => {
  for (const text of ["1'234,567.50", '1 234,567.50', '1 23.50'])
    expect(() => rowOf(text).amount('cell', 'EUR')).toThrow('is not a valid amount in EUR')
})

test.each([
  ['2.00', '.'],
  ['2,000', ','],
  ["'2", '.'],
  ['="2"', '.'],
] as const)('%p are two pieces', (text, mark) => {
  expect(rowOf(text, 'ymd', mark).quantity('cell')).toBe(2)
})

test('a part of a piece, and thousands of pieces in the other notation, are no quantity', () => {
  for (const [text, mark] of [
    ['2.50', '.'],
    ['2,000', '.'],
    ['2.000', ','],
    ['2.', '.'],
  ] as const)
    expect(() => rowOf(text, 'ymd', mark).quantity('cell')).toThrow(`cell “${text}” must be a whole number`)
})

test.each([
  ['2026-03-14', 'dmy'],
  ['2026/3/14', 'mdy'],
  ['="14.03.2026"', 'dmy'],
  ["'2026-03-14", 'ymd'],
] as const)('%p is the same day in every file', (text, dayOrder) => {
  expect(rowOf(text, dayOrder).localTime('cell')).toBe(Date.parse('2026-03-14T00:00:00+08:00'))
})

test.each([
  ['2026-03-14T23:30:00.0000000Z', 'ymd'],
  ['2026-03-14T23:30Z', 'ymd'],
  ['2026-03-14 23:30 +0000', 'ymd'],
  ['2026-03-14 23:30:00 GMT', 'ymd'],
  ['2026-03-14T23:30:00+00', 'ymd'],
  ['2026-03-14T23:30:00+00:00', 'dmy'],
  ['14.03.2026 23:30 UTC', 'dmy'],
  ['3/14/2026 11:30 PM GMT', 'mdy'],
  ['2026-03-14 18:30:00.5 -0500', 'ymd'],
  ['2026-03-15 07:30:00 GMT+8', 'ymd'],
  ['2026-03-15 05:00:00 +530', 'ymd'],
  // Without an offset it is a time in Shanghai.
  ['2026/3/15 7:30', 'ymd'],
  ['2026-03-15 07:30:00.000', 'ymd'],
  ['2026-03-15T07:30:00,123456789', 'ymd'],
  ['2026-03-15 07:30:00:123', 'ymd'],
  ['20260315 07:30', 'ymd'],
  ['15.03.2026 07:30 Uhr', 'dmy'],
  ['15/03/2026 07:30 h', 'dmy'],
  ['3/15/2026, 7:30:00 a.m.', 'mdy'],
  ['15/03/2026 7:30 a. m.', 'dmy'],
] as const)('%p is half past eleven in the evening in UTC', (text, dayOrder) => {
  expect(rowOf(text, dayOrder).localTime('cell')).toBe(Date.parse('2026-03-14T23:30:00Z'))
})

test.each([
  '2026-03-14 23:30 CST',
  '2026-03-14 23:30:00 +0800 CST',
  '2026-03-14 23:30 +15',
  '2026-03-14 23:30 until 24',
  '2026-03-14 23:60',
  '2026-03-14 23:30:60',
  '2026-03-14 23:30 PM',
  '2026-03-14 23:30 +0860',
  '1969-12-31 23:30 +0000',
  '2200-01-01 23:30 +0000',
])('%p is no certain time, so it is refused', (text) =>
  expect(() => rowOf(text).localTime('cell')).toThrow(
    `cell “${text}” is not a valid date and time (examples: 2026-03-14 09:30:00, 2026-03-14 09:30:00 +0800).`,
  ),
)

test('twelve is the first hour of each half of the day', () => {
  const readTime = (text: string) => rowOf(`3/15/2026 ${text} GMT`, 'mdy').localTime('cell')
  expect(readTime('12:30 AM')).toBe(Date.parse('2026-03-15T00:30:00Z'))
  expect(readTime('12:30 PM')).toBe(Date.parse('2026-03-15T12:30:00Z'))
})

test('a time below a heading that says UTC is in UTC', () => {
  for (const label of ['Placed (UTC)', '下单时间（UTC）']) {
    const found = { columns: new Map([['cell', 0]]), labels: new Map([['cell', label]]) }
    const options = { messages: answers.en.imports, timeZone: 'Asia/Shanghai', currency: '' }
    expect(new Row(1, ['2026-03-14 23:30:00'], found, options).localTime('cell')).toBe(Date.parse('2026-03-14T23:30Z'))
    expect(new Row(1, ['2026-03-14T23:30+08:00'], found, options).localTime('cell')).toBe(
      Date.parse('2026-03-14T15:30Z'),
    )
  }
})

test('a time that must have an offset has it in any spelling', () => {
  for (const text of ['2026-03-14T23:30:00.0000000Z', '2026-03-14 23:30 +0000', '2026-03-14 23:30:00 GMT'])
    expect(rowOf(text).time('cell')).toBe(Date.parse('2026-03-14T23:30:00Z'))
  for (const text of ['2026-03-14 23:30:00', '2026-03-14', '14.03.2026 23:30:00 +0000'])
    expect(() => rowOf(text).time('cell')).toThrow('is not a valid date and time (example: 2026-03-14 09:30:00 +0800)')
})

test('a time with very many spaces is refused, which a pattern would search for hours', () => {
  const spaces = ' '.repeat(60_000)
  expect(() => rowOf(`2026-03-14 23:30${spaces}x`, 'ymd').time('cell')).toThrow('is not a valid date and time')
  expect(rowOf('2026-03-14 11:30   PM   +0000', 'ymd').time('cell')).toBe(Date.parse('2026-03-14T23:30:00Z'))
})

test.each([
  ['20260102', 'ymd', '2026-01-02'],
  ['2026年1月2日', 'ymd', '2026-01-02'],
  ['2.1.26', 'dmy', '2026-01-02'],
  ['1/2/26', 'mdy', '2026-01-02'],
  ['2 Jan 2026', 'mdy', '2026-01-02'],
  ['02-JAN-26', 'ymd', '2026-01-02'],
  ['Jan 2, 2026', 'dmy', '2026-01-02'],
  ['September 14, 2026', 'ymd', '2026-09-14'],
  ['14. Dezember 2026', 'ymd', '2026-12-14'],
  ['5. März 2026', 'mdy', '2026-03-05'],
  ['5. Mrz 26', 'dmy', '2026-03-05'],
] as const)('the day %j, in a file with the order %s, is %s', (text, order, day) => {
  expect(rowOf(text, order).localTime('cell')).toBe(Date.parse(`${day}T00:00:00+08:00`))
})

test.each([
  ['20260102', 'dmy'],
  ['26-01-02', 'ymd'],
  ['1/2/026', 'mdy'],
  ['32 Jan 2026', 'dmy'],
  ['14 Mrt 2026', 'dmy'],
] as const)('the day %j is refused in a file with the order %s', (text, order) => {
  expect(() => rowOf(text, order).localTime('cell')).toThrow('is not a valid date')
})

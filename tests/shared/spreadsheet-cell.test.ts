import { readIdentifierCell, readWholeNumber } from '#shared/spreadsheet-cell.ts'
import { expect, test } from 'bun:test'

test('an identifier is read without what keeps a spreadsheet program from rounding it', () => {
  for (const text of ["'0012", '="0012"', ' 0012 ', '\u200b0012\ufeff', '="\'0012"', ' ="0012" ', '=" 0012 "'])
    expect(readIdentifierCell(text)).toBe('0012')
  expect(readIdentifierCell("'#1001")).toBe("'#1001")
  expect(readIdentifierCell("O'Neil")).toBe("O'Neil")
  for (const text of ['=1+1', 'A="1"', '="1"&A2']) expect(readIdentifierCell(text)).toBe(text)
})

test('a whole number that became a decimal one is read as long as it has all its digits', () => {
  expect(readWholeNumber('5555.0')).toBe('5555')
  expect(readWholeNumber('5555.50')).toBe('5555.50')
  expect(readWholeNumber('1234567890123456.0')).toBe('1234567890123456.0')
  for (const text of ['v1.0', '1.0.2', '1.05']) expect(readWholeNumber(text)).toBe(text)
})

import { toCsvRow, unquoteFormula } from '#shared/csv.ts'
import { expect, test } from 'bun:test'

test('a spreadsheet reads no text as a formula, and negative amounts as numbers', () => {
  const [formulas, numbers] = [
    ['=1+1', '@SUM(A1)', '+1', '-1+1', '-2-3', '-A1', '-', ' -1', '-1.5%'],
    ['-12.50', '-3', '0.00'],
  ]
  expect(toCsvRow([...formulas, ...numbers])).toBe(
    `${[...formulas.map((text) => `"'${text}"`), ...numbers.map((text) => `"${text}"`)].join(',')}\r\n`,
  )
  // Older files have an apostrophe before them, too.
  for (const text of [...formulas, '-3']) expect(unquoteFormula(`'${text}`)).toBe(text)
})

test('other texts stay as they are, with their quotes doubled', () => {
  const texts = ['2026-01-31', 'a=b', "'t Hooft", "O'Neil", '']
  expect(toCsvRow([...texts, '7" plate'])).toBe(`${texts.map((text) => `"${text}"`).join(',')},"7"" plate"\r\n`)
  for (const text of [...texts, "Wok '+1'", '-3']) expect(unquoteFormula(text)).toBe(text)
})

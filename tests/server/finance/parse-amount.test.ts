import { parseAmount, parseAmountOfEitherMark, parseCommaAmount } from '#server/finance/statements/parse-amount.ts'
import { describe, expect, test } from 'bun:test'

describe('an amount of a statement', () => {
  test.each([
    ['1,234.50', 123_450],
    ["1'234.50", 123_450],
    ["-1'234'567.5", -123_456_750],
    ['1’234', 123_400],
    ['+3', 300],
    ["1'23.50", undefined],
    ['1 234.50', 123_450],
    ['-1\u00A0234\u00A0567.5', -123_456_750],
    ['1 23.50', undefined],
    ['1 234,567', undefined],
    ['0,125', undefined],
    ['012,345.00', undefined],
    ["1,234'567", undefined],
    ['1.234,50', undefined],
    ['(1,234.50)', -123_450],
    ['($12.50)', -1250],
    ['12.50-', -1250],
    ['1,234.50元', 123_450],
    ['-12.50 CHF', -1250],
    ['12.50\u00A0€', 1250],
    ['(-12.50)', undefined],
    ['-12.50-', undefined],
    ['(12.50', undefined],
    ['12.50 Franken', undefined],
    ['-', undefined],
  ])('with a dot as decimal mark: %s', (text, minor) => expect(parseAmount(text, 'CHF')).toBe(minor))

  test.each([
    ['1.234,50', 123_450],
    ["1'234,5", 123_450],
    ["1'234,50", 123_450],
    ['12,', 1200],
    ['1 234,56', 123_456],
    ['1\u00A0234,56', 123_456],
    ['-1\u202F234,56', -123_456],
    ['0.125', undefined],
    ["1'234.50", undefined],
    ['-1.234,50 €', -123_450],
    ['1.234,50-', -123_450],
    ['(1.234,50)', -123_450],
  ])('with a comma as decimal mark: %s', (text, minor) => expect(parseCommaAmount(text, 'CHF')).toBe(minor))

  test.each([
    ["1'234.50", 123_450],
    ["1'234,50", 123_450],
    ["1'234", 123_400],
    ['1.234', 123_400],
    ['0.125', undefined],
    ['0,125', undefined],
    ['1 234,50', 123_450],
    ['(1.234,50 €)', -123_450],
    ['1,234.50-', -123_450],
    ['1.234-', -123_400],
  ])('with either: %s', (text, minor) => expect(parseAmountOfEitherMark(text, 'CHF')).toBe(minor))
})

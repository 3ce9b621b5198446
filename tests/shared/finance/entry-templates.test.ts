import { findDueMonths, templateKey, parseTemplateKey } from '#shared/finance/entry-templates.ts'
import { addDays } from '#shared/time.ts'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'

const none = new Set<string>()

test('a template is due on its day of each month, or on the last day of a shorter one', () => {
  expect(findDueMonths('2027-12-31', '2028-02-29', none)).toEqual([
    { month: '2027-12', day: '2027-12-31' },
    { month: '2028-01', day: '2028-01-31' },
    { month: '2028-02', day: '2028-02-29' },
  ])
  expect(findDueMonths('2027-12-31', '2028-02-28', new Set(['2028-01']))).toEqual([
    { month: '2027-12', day: '2027-12-31' },
  ])
  expect(findDueMonths('2026-11-23', '2026-11-22', none)).toEqual([])
})

test('on any day at most the last twelve months are due, each once and in order', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days))
  fc.assert(
    fc.property(day, day, (firstDay, today) => {
      const due = findDueMonths(firstDay, today, none)
      expect(due.length).toBeLessThanOrEqual(12)
      expect(due.map(({ month }) => month)).toEqual([...new Set(due.map(({ month }) => month))].toSorted())
      for (const { month, day: dueDay } of due) {
        expect(dueDay.slice(0, 7)).toBe(month)
        expect(dueDay >= firstDay && dueDay <= today).toBe(true)
      }
      if (firstDay.slice(0, 7) === today.slice(0, 7)) expect(due.length).toBe(firstDay <= today ? 1 : 0)
    }),
  )
})

test('the key of a month names the template and the month', () => {
  expect(parseTemplateKey(templateKey('01a2', '2026-11'))).toEqual({ template: '01a2', month: '2026-11' })
  expect(parseTemplateKey('correction:7')).toBeUndefined()
})

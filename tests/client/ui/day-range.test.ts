import { formatDayRange } from '#shared/format-day-range.ts'
import { en } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import { expect, test } from 'bun:test'

test.each([
  ['2026-09-25', '2026-09-25', '25 Sep', '9月25日'],
  ['2026-09-01', '2026-09-25', '1–25 Sep', '9月1日–25日'],
  ['2026-08-30', '2026-09-02', '30 Aug – 2 Sep', '8月30日–9月2日'],
  // A range that a form can send, although it is wrong.
  ['2026-11-30', '2026-11-01', '30 Nov – 1 Nov', '11月30日–11月1日'],
  ['1996-07-04', '1996-07-31', '4–31 Jul 1996', '1996年7月4日–31日'],
  ['2026-09-01', '2026-09-25T14:20', '1–25 Sep, until 14:20', '9月1日–25日，截至 14:20'],
  ['2026-09-25', '2026-09-25T14:20', '25 Sep, until 14:20', '9月25日，截至 14:20'],
  ['2026-09-25T09:00', '2026-09-25T14:20', '25 Sep, 09:00–14:20', '9月25日 09:00–14:20'],
  ['2026-09-25T09:00', '2026-09-25T09:00', '25 Sep, 09:00', '9月25日 09:00'],
  ['2026-09-24T09:00', '2026-09-25T14:20', '24 Sep, 09:00 – 25 Sep, 14:20', '9月24日 09:00 – 9月25日 14:20'],
  ['2026-09-25T09:00', '2026-09-25', '25 Sep, 09:00 – 25 Sep', '9月25日 09:00 – 9月25日'],
  ['2025-12-30', '2026-01-02', '30 Dec 2025 – 2 Jan 2026', '2025年12月30日–2026年1月2日'],
])('the days %s to %s are "%s" and "%s"', (from, to, english, chinese) => {
  expect(formatDayRange(from, to, '2026-11-25', en)).toBe(english)
  expect(formatDayRange(from, to, '2026-11-25', zh)).toBe(chinese)
})

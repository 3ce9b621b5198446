import { formatAge, formatTime, type TimeStyle } from '#client/ui/time-format.ts'
import { en } from '#shared/messages/en.ts'
import { zh } from '#shared/messages/zh.ts'
import { describe, expect, test } from 'bun:test'

/** 00:30 on 26 September 2026 in Shanghai; still the 25th in London. */
const now = Date.parse('2026-09-25T16:30:00Z')

const format = (at: string, style: TimeStyle, locale: 'en' | 'zh' = 'en', zone = 'Asia/Shanghai'): string =>
  formatTime(Date.parse(at), style, { zone, now, words: (locale === 'en' ? en : zh).common })

describe('a formatted time', () => {
  test('is the time today, day and time this year, the date in other years', () => {
    expect(format('2026-09-25T16:05:00Z', 'short')).toBe('00:05')
    expect(format('2026-09-25T15:59:00Z', 'short')).toBe('25 Sep 23:59')
    expect(format('2025-12-31T15:59:00Z', 'short')).toBe('31 Dec 2025')
    expect(format('2025-12-31T16:00:00Z', 'short')).toBe('1 Jan 00:00')
  })

  test('can have the time of day in every year', () => {
    expect(format('2026-09-25T16:05:00Z', 'minute')).toBe('00:05')
    expect(format('2026-09-25T15:59:00Z', 'minute')).toBe('25 Sep 23:59')
    expect(format('2025-09-25T16:05:00Z', 'minute')).toBe('26 Sep 2025 00:05')
    expect(format('2025-12-31T15:59:00Z', 'minute', 'zh')).toBe('2025年12月31日 23:59')
  })

  test("is in the book's time zone", () => {
    expect(format('2026-09-25T16:05:00Z', 'short', 'en', 'Europe/London')).toBe('17:05')
  })

  test('is in Chinese format in Chinese', () => {
    expect(format('2026-09-25T15:59:00Z', 'short', 'zh')).toBe('9月25日 23:59')
    expect(format('2025-12-31T15:59:00Z', 'short', 'zh')).toBe('2025年12月31日')
    expect(format('2026-09-23T02:42:07Z', 'full', 'zh')).toBe('2026年9月23日 周三 10:42:07')
  })

  test('can be complete or only a day', () => {
    expect(format('2026-09-23T02:42:07Z', 'full')).toBe('Wed 23 Sep 2026, 10:42:07')
    expect(format('2026-09-23T02:42:07Z', 'date')).toBe('23 Sep')
    expect(format('2024-02-29T02:42:07Z', 'date')).toBe('29 Feb 2024')
  })
})

test('an age is minutes and hours within a day, in both languages', () => {
  const ages = [-1, 0, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000]
  expect(ages.map((age) => formatAge(age, en.common))).toEqual([
    undefined,
    'just now',
    'just now',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
    undefined,
  ])
  expect(ages.slice(1, 6).map((age) => formatAge(age, zh.common))).toEqual([
    '刚刚',
    '刚刚',
    '1 分钟前',
    '59 分钟前',
    '1 小时前',
  ])
})

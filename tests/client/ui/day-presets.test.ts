import { dayPresets, findDayPreset } from '#client/ui/day-presets.ts'
import { describe, expect, test } from 'bun:test'

describe('the presets of days', () => {
  test('count back from today, both ends included', () => {
    expect(dayPresets('2026-03-15')).toEqual({
      'today': { from: '2026-03-15', to: '2026-03-15' },
      'yesterday': { from: '2026-03-14', to: '2026-03-14' },
      'last-7-days': { from: '2026-03-09', to: '2026-03-15' },
      'last-30-days': { from: '2026-02-14', to: '2026-03-15' },
      'this-month': { from: '2026-03-01', to: '2026-03-15' },
      'last-month': { from: '2026-02-01', to: '2026-02-28' },
      'this-year': { from: '2026-01-01', to: '2026-03-15' },
      'all': { from: undefined, to: undefined },
    })
  })

  test('handle the previous month across years and leap days', () => {
    expect(dayPresets('2026-01-01')['last-month']).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(dayPresets('2028-03-31')['last-month']).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })

  test('are recognized by their days', () => {
    const presets = ['today', 'this-month', 'last-month', 'all'] as const
    expect(findDayPreset(presets, { from: '2026-02-01', to: '2026-02-28' }, '2026-03-15')).toBe('last-month')
    expect(findDayPreset(presets, { from: undefined, to: undefined }, '2026-03-15')).toBe('all')
    expect(findDayPreset(presets, { from: '2026-02-02', to: '2026-02-28' }, '2026-03-15')).toBeUndefined()
    expect(findDayPreset(presets, { from: '2026-03-01', to: '2026-03-01' }, '2026-03-01')).toBe('today')
  })
})

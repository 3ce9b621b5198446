import TestPage from '#client/workbench/test-page.tsx'
import { now, renderOnServer, getTexts, getTextsByRole, type RenderOptions } from '#tests/client/render-on-server.tsx'
import type { DataOf } from '#shared/routes/pages.ts'
import { within } from '@testing-library/dom'
import { describe, expect, test } from 'bun:test'

const renderWorkbench = (given: Partial<DataOf<'test'>>, renderOptions: RenderOptions = {}) => {
  const data = {
    tab: 'components',
    verification: null,
    progress: null,
    canViewBackups: true,
    backups: null,
    ...given,
  } as const
  return renderOnServer(<TestPage query={{ tab: data.tab }} data={data} form={null} />, renderOptions)
}

const verification: NonNullable<DataOf<'test'>['verification']> = {
  at: Date.parse('2026-11-25T06:00:00Z'),
  checks: [
    { id: 'entries-balanced', passed: true, examined: 950, violations: [] },
    { id: 'account-balances', passed: false, examined: 9, violations: ['accounts 7', 'accounts 8'] },
  ],
  heads: { ledger: { seq: 0, hash: '' }, events: { seq: 0, hash: '' } },
  unsealedEvents: 2,
}

describe('the workbench', () => {
  test('shows every component, in both languages', () => {
    for (const locale of ['en', 'zh'] as const) {
      const body = renderWorkbench({}, { locale })
      expect(within(body).getAllByRole('region')).toHaveLength(15)
      expect(getTexts(body, '[aria-current=page]')).toHaveLength(2)
    }
  })

  test('shows an invalid field with its error', () => {
    const body = renderWorkbench({})
    expect(getTextsByRole(body, 'alert')).toContain('At most 1,096.80 can be refunded.')
  })

  test('shows each check with its description, its number of rows, and the rows that violate it', () => {
    const body = renderWorkbench({ tab: 'self-check', verification })
    expect(getTexts(body, 'tbody tr')).toEqual([
      'Every entry balances in every currency950 rowsPassed',
      'Every account balance is the sum of its postingsAffected rows: accounts 7, accounts 89 rowsFailed',
    ])
    expect(getTextsByRole(within(body).getByRole('navigation', { name: 'Test' }), 'link', { current: 'page' })).toEqual(
      ['Self-check1 of 2'],
    )
    expect(getTexts(body, '[role=alert]')[0]).toStartWith('1 check failed.')
    expect(body.textContent).toContain('2 events are not in the hash chain yet')
  })

  test('shows how far the self-check is while it runs, and the checks that are done', () => {
    const progress = { share: 0.456, checks: verification.checks.slice(0, 1) }
    const body = renderWorkbench({ tab: 'self-check', progress })
    expect(body.textContent).toContain('Checking: 45% done')
    expect(within(body).getByRole('progressbar', { name: 'Self-check progress' })).toBeDefined()
    expect(getTexts(body, 'tbody tr')).toEqual(['Every entry balances in every currency950 rowsPassed'])
  })

  test('says so when all checks pass', () => {
    const body = renderWorkbench({
      tab: 'self-check',
      verification: { ...verification, checks: verification.checks.map((check) => ({ ...check, passed: true })) },
    })
    expect(within(body).getByText('All 2 checks passed', { exact: false })).toBeDefined()
    expect(within(body).queryByRole('alert')).toBeNull()
  })

  test('names the missing permission to users who cannot see the self-check', () => {
    const body = renderWorkbench({ tab: 'self-check', verification: null }, { role: 'viewer' })
    expect(getTextsByRole(body, 'heading', { level: 2 })).toEqual(["You don't have access to the self-check"])
    expect(within(body).getByText(/Owner, Admin and Finance/)).toBeDefined()
  })

  describe('the backups', () => {
    const backups: DataOf<'test'>['backups'] = {
      folder: '/backup',
      everyMs: 6 * 3_600_000,
      keep: 14,
      lastSuccess: {
        at: now - 3_600_000,
        file: 'kontor-20261125T052000Z.backup',
        sizeBytes: 12_345_678,
        durationMs: 1_500,
      },
      lastFailure: null,
    }
    const getText = (given: DataOf<'test'>['backups'], locale: 'en' | 'zh' = 'en'): string =>
      renderWorkbench({ tab: 'backups', backups: given }, { locale }).querySelector('main')?.textContent ?? ''

    test('are up to date, with when, where and how many', () => {
      const text = getText(backups)
      for (const part of [
        'Backups are up to date.',
        'Filekontor-20261125T052000Z.backup',
        'Size12,346 kB',
        'Duration1.5 s',
        'Scheduleevery 6 hours',
        'Keptthe newest 14',
        'Folder/backup',
      ])
        expect(text).toContain(part)
      expect(getText(backups, 'zh')).toContain('频率每 6 小时')
    })

    test('are overdue after two intervals, or when the first one failed, and say what to do', () => {
      const lastFailure = { at: now - 60_000, reason: 'Cannot write the backup: the disk is full.' }
      const old = { ...backups, lastSuccess: { at: now - 13 * 3_600_000, file: 'x', sizeBytes: 1, durationMs: null } }
      expect(getText({ ...old, lastFailure })).toMatch(/The last backup is too old\. Ask .+the disk is full/)
      expect(getText({ ...backups, lastSuccess: null, lastFailure })).toContain('There is no backup yet. Ask')
      expect(getText({ ...backups, lastSuccess: null })).toContain('The first backup has not been made yet.')
      expect(getText({ ...old, lastFailure }, 'zh')).toContain('最近一次备份已逾期。请联系系统管理员')
    })

    test('say how to schedule them, and who can see them', () => {
      expect(getText(null)).toMatch(/No backups are scheduled\..+KONTOR_BACKUP_DIR/)
      const body = renderWorkbench({ tab: 'backups', canViewBackups: false }, { role: 'admin' })
      expect(body.textContent).toContain("You don't have access to backups")
    })
  })
})

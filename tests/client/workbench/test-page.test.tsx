import TestPage from '#client/workbench/test-page.tsx'
import { renderOnServer, getTexts, getTextsByRole, type RenderOptions } from '#tests/client/render-on-server.tsx'
import type { DataOf } from '#shared/routes/pages.ts'
import { within } from '@testing-library/dom'
import { describe, expect, test } from 'bun:test'

const renderWorkbench = (data: DataOf<'test'>, renderOptions: RenderOptions = {}) =>
  renderOnServer(<TestPage query={{ tab: data.tab }} data={data} form={null} />, renderOptions)

const verification: DataOf<'test'>['verification'] = {
  at: Date.parse('2026-11-25T06:00:00Z'),
  checks: [
    { id: 'entries-balanced', passed: true, examined: 950, violations: [] },
    { id: 'account-balances', passed: false, examined: 9, violations: ['accounts 7', 'accounts 8'] },
  ],
  unsealedEvents: 2,
}

describe('the workbench', () => {
  test('shows every component, in both languages', () => {
    for (const locale of ['en', 'zh'] as const) {
      const body = renderWorkbench({ tab: 'components', canVerify: true, verification: null }, { locale })
      expect(within(body).getAllByRole('region')).toHaveLength(13)
      expect(getTexts(body, '[aria-current=page]')).toHaveLength(2)
    }
  })

  test('shows an invalid field with its error', () => {
    const body = renderWorkbench({ tab: 'components', canVerify: true, verification: null })
    expect(getTextsByRole(body, 'alert')).toContain('At most 1,096.80 can be refunded.')
  })

  test('shows each check with its description, its number of rows, and the rows that violate it', () => {
    const body = renderWorkbench({ tab: 'self-check', canVerify: true, verification })
    expect(getTexts(body, 'tbody tr')).toEqual([
      'Every entry balances in every currencyentries-balanced950 rowsPassed',
      'Every account balance is the sum of its postingsaccount-balancesAffected rows: accounts 7, accounts 89 rowsFailed',
    ])
    expect(getTextsByRole(within(body).getByRole('navigation', { name: 'Test' }), 'link', { current: 'page' })).toEqual(
      ['Self-check1 of 2'],
    )
    expect(getTexts(body, '[role=alert]')[0]).toStartWith('1 check failed.')
    expect(body.textContent).toContain('2 events are not in the hash chain yet')
  })

  test('says so when all checks pass', () => {
    const body = renderWorkbench({
      tab: 'self-check',
      canVerify: true,
      verification: { ...verification, checks: verification.checks.map((check) => ({ ...check, passed: true })) },
    })
    expect(within(body).getByText('All 2 checks passed', { exact: false })).toBeDefined()
    expect(within(body).queryByRole('alert')).toBeNull()
  })

  test('names the missing permission to users who cannot see the self-check', () => {
    const body = renderWorkbench({ tab: 'self-check', canVerify: false, verification: null }, { role: 'viewer' })
    expect(getTextsByRole(body, 'heading', { level: 2 })).toEqual(["You don't have access to the self-check"])
    expect(within(body).getByText(/Owner, Admin and Finance/)).toBeDefined()
  })
})

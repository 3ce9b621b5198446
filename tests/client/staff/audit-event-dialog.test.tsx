import { AuditEventDialog } from '#client/staff/audit-event-dialog.tsx'
import type { AuditEvent } from '#shared/events/audit-views.ts'
import { now, renderOnServer } from '#tests/client/render-on-server.tsx'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { expect, test } from 'bun:test'

allowSlowTests()

const event: AuditEvent = {
  id: 'event',
  at: now,
  action: 'user.role_changed',
  actor: 'Zhou Min',
  actorId: 'min',
  actorType: 'user',
  objectType: 'user',
  objectId: 'tom',
  objectLabel: 'Tom Becker',
  parameters: { role: 'finance', from: 'viewer', unnamed: 'x' },
  changes: [
    { field: 'refunds.RF261118-00001.amountMinor', from: null, to: 50400 },
    { field: 'refunds.RF261118-00001.currency', from: null, to: 'CNY' },
    { field: 'shippingAddress.city', from: 'Bonn', to: 'Kiel' },
    { field: 'subtotalMinor', from: 5000, to: 6400 },
    { field: 'unknownField', from: 1, to: 2 },
  ],
  ip: '203.0.113.9',
  requestId: 'request',
}

test.each([
  ['en', ['Role', 'From'], ['Finance', 'Viewer'], ['RF261118-00001 · Amount', 'Shipping address: city', 'Subtotal']],
  ['zh', ['角色', '原值'], ['财务', '只读'], ['RF261118-00001 · 金额', '收货地址：城市', '商品小计']],
] as const)('the fields of an event have names in %s', (locale, labels, values, fields) => {
  const body = renderOnServer(<AuditEventDialog event={event} closeHref="/users?tab=audit" />, { locale })
  const texts = (selector: string) => [...body.querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(texts('dt').slice(-3)).toEqual([...labels, 'unnamed'])
  expect(texts('dd').slice(-3)).toEqual([...values, 'x'])
  const rows = texts('tbody th')
  expect([rows[0], ...rows.slice(2)]).toEqual([...fields, 'unknownField'])
  expect(texts('td').slice(0, 2)).toEqual(['–', '¥504.00'])
})

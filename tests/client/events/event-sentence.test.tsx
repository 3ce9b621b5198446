import { EventSentence } from '#client/events/event-sentence.tsx'
import type { EventView } from '#shared/events/views.ts'
import { eventActions, type EventAction } from '#shared/events/event-actions.ts'
import { now, renderOnServer } from '#tests/client/render-on-server.tsx'
import { allowSlowTests } from '#tests/support/timeouts.ts'
import { within } from '@testing-library/dom'
import { describe, expect, test } from 'bun:test'

const event = (action: EventAction, change: Partial<EventView> = {}): EventView => ({
  id: 'event',
  at: now,
  action,
  actor: 'Zhou Min',
  objectType: action.startsWith('user.') ? 'user' : action.startsWith('orders.') ? 'import' : 'order',
  objectId: 'object',
  objectLabel: 'SO261125-00001',
  parameters: {},
  changes: [],
  ...change,
})

const shipped = event('order.shipped', { parameters: { carrier: 'DHL', trackingNumber: 'JD01', itemCount: 1 } })

const renderSentence = (view: EventView, here = false, locale: 'en' | 'zh' = 'en') =>
  renderOnServer(<EventSentence event={view} omitObject={here} />, { locale })

allowSlowTests()

describe('the sentence of an event', () => {
  test('names actor, action and order, and links to the order', () => {
    const body = renderSentence(shipped)
    expect(body.textContent).toBe('Zhou Min shipped 1 item of SO261125-00001 with DHL, JD01')
    expect(body.querySelector('a')?.getAttribute('href')).toBe('/orders?order=SO261125-00001')
    expect([...body.querySelectorAll('b')].map((bold) => bold.textContent)).toEqual(['Zhou Min', '1 item'])
  })

  test('does not name the order on its own page', () => {
    expect(renderSentence(shipped, true).textContent).toBe('Zhou Min shipped 1 item with DHL, JD01')
  })

  test('says in words what a user was refused', () => {
    const refused = (parameters: EventView['parameters'], locale: 'en' | 'zh' = 'en') =>
      renderSentence(event('user.refused', { parameters }), false, locale).textContent
    const parameters = { endpoint: 'importUsers', permission: 'users.import' }
    expect(refused(parameters)).toBe('Zhou Min was not allowed to import staff')
    expect(refused(parameters, 'zh')).toBe('Zhou Min 的操作被拒绝：导入员工')
    expect(refused({ endpoint: 'endSession' })).toBe('Zhou Min was denied endSession')
  })

  test('names the program when there is no user', () => {
    const view = event('orders.imported', {
      actor: null,
      objectLabel: 'orders.csv',
      parameters: { created: 1200, refused: 3 },
    })
    expect(renderSentence(view).textContent).toBe('Kontor imported 1,200 orders from orders.csv, 3 rejected')
    expect(renderSentence(view, false, 'zh').textContent).toBe('Kontor 导入 1,200 单，文件 orders.csv，失败 3 单')
  })

  test('names the action that only a later version knows', () => {
    const view = event('order.teleported' as EventAction)
    expect(renderSentence(view).textContent).toBe('Zhou Min: order.teleported SO261125-00001')
    expect(renderSentence(view, true, 'zh').textContent).toBe('Zhou Min：order.teleported')
  })

  test('keeps the numbers of documents in one piece', () => {
    const issued = event('order.document_issued', { parameters: { kind: 'invoice', document: 'IN261130-00001' } })
    const body = renderSentence(issued, true, 'zh')
    expect(body.textContent).toBe('Zhou Min 开具了账单 IN261130-00001')
    // In an element of its own, which lines break around.
    expect(within(body).getByText('IN261130-00001')).toBeDefined()
  })

  test('says so when an import created nothing', () => {
    const view = event('orders.imported', { objectLabel: 'orders.csv', parameters: { created: 0 } })
    expect(renderSentence(view).textContent).toBe('Zhou Min imported no new orders from orders.csv')
    expect(renderSentence(view, false, 'zh').textContent).toBe('Zhou Min 没有导入新订单，文件 orders.csv')
  })

  test('writes days as the reader does', () => {
    const held = event('order.held', { parameters: { until: '2026-11-30', reason: 'Address unclear' } })
    expect(renderSentence(held, true).textContent).toBe('Zhou Min put the order on hold until 30 Nov: Address unclear')
    expect(renderSentence(held, true, 'zh').textContent).toContain('至 11月30日')
  })

  test('puts a space before a name in Chinese, but not before a generic word', () => {
    const approved = event('user.approved', { objectLabel: 'Li Wei', parameters: { role: 'finance' } })
    expect(renderSentence(approved, false, 'zh').textContent).toBe('Zhou Min 通过了 Li Wei 的申请，角色：财务')
    expect(renderSentence(approved, true, 'zh').textContent).toBe('Zhou Min 通过了此账号的申请，角色：财务')
  })

  test('links to the user it is about', () => {
    const body = renderSentence(
      event('user.approved', { objectId: 'u7', objectLabel: 'Li Wei', parameters: { role: 'finance' } }),
    )
    expect(body.textContent).toBe('Zhou Min approved Li Wei as finance')
    expect(body.querySelector('a')?.getAttribute('href')).toBe('/users?user=u7')
  })

  for (const locale of ['en', 'zh'] as const)
    test(`exists for every action in ${locale}, also without parameters`, () => {
      for (const action of eventActions)
        for (const here of [true, false]) {
          const text = renderSentence(event(action), here, locale).textContent
          expect(text).not.toBe('')
          expect(text).not.toMatch(/undefined|NaN|null/)
        }
    })
})

import type { OrderList, OrderView } from '#shared/orders/views.ts'
import { createDraft, importAsOperator } from '#tests/server/orders/create-draft.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { createTestKontor, type TestKontor } from '#tests/support/test-kontor.ts'
import type { TestUser } from '#tests/support/test-user.ts'
import { beforeAll, describe, expect, test } from 'bun:test'

const day = 86_400_000
const start = createDraft(0).placedAt
const { payment, shippingAddress, lines } = createDraft(0)
const unpaid = payment ?? { reference: '', capturedMinor: 0 }
const shippedLines = lines.map((line) => ({ ...line, shippedQuantity: 1 }))
const paidAt = (days: number, provider = 'Shopify Payments') => ({
  ...unpaid,
  provider,
  capturedAt: start + days * day,
})
const inCountry = (country: string) => ({ ...shippingAddress, country })

forEachDatabase((_, open) => {
  let kontor: TestKontor
  let owner: TestUser
  const importOrders = async (): Promise<void> => {
    kontor = await createTestKontor(await open())
    owner = await kontor.createUser('owner', { name: 'Olga Ning' })
    await importAsOperator(kontor.kontor, [
      createDraft(1, { payment: paidAt(1, '微信支付'), note: '' }),
      createDraft(2, {
        source: 'web-shop',
        totalMinor: 2000,
        payment: { ...paidAt(40, 'WeChat Pay'), capturedMinor: 2500 },
      }),
      createDraft(3, { currency: 'JPY', totalMinor: 15, payment: null, shippingAddress: inCountry('CN') }),
      createDraft(4, {
        currency: 'USD',
        totalMinor: 1001,
        payment: { ...paidAt(2, 'stripe'), capturedMinor: 1001 },
        shippingAddress: inCountry('United States'),
        lines: shippedLines.map((line) => ({ ...line, unitPriceMinor: 1001, sku: '10005' })),
        shippedAt: start + 3 * day,
      }),
      createDraft(5, {
        shippingAddress: inCountry(''),
        billingAddress: inCountry('美国'),
        payment: paidAt(2, 'Stripe'),
        refund: { amountMinor: 400, refundedAt: start + 50 * day },
      }),
    ])
  }

  const numberOf = (index: number): string => `SO260301-0000${index}`
  const find = async (q: string): Promise<number[]> => {
    const response = await owner.fetch(`/api/orders?${new URLSearchParams({ q })}`)
    const { rows, count } = (await response.json()) as OrderList
    expect([q, count]).toEqual([q, { exact: rows.length }])
    return rows.map(({ number }) => Number(number.slice(-1))).toSorted()
  }
  const act = async (index: number, path: string, json: object, method = 'POST'): Promise<OrderView> => {
    const response = await owner.fetch(`/api/orders/${numberOf(index)}/${path}`, { method, json })
    const answer = (await response.json()) as OrderView
    expect([path, response.status < 300, answer]).toEqual([path, true, answer])
    return answer
  }

  describe('a text', () => {
    beforeAll(importOrders)

    test.each<[text: string, found: number[]]>([
      ['source:shopify', [1, 3, 4, 5]],
      ['source:web-shop', [2]],
      ['-source:shopify', [2]],
      // One method, however shops write it.
      ['method:wechat_pay', [1, 2]],
      ['method:"WeChat Pay"', [1, 2]],
      ['method:stripe', [4, 5]],
      ['-method:stripe', [1, 2, 3]],
      ['method:alipay', []],
      // By code, by name and in another language; the billing address where the shipping address has no country.
      ['country:CN', [1, 2, 3]],
      ['country:中国', [1, 2, 3]],
      ['country:us', [4, 5]],
      ['country:"United States" -country:CN', [4, 5]],
      ['country:France', []],
      // In units of the currency of each order.
      ['amount:10', [1, 5]],
      ['amount>10', [2, 3, 4]],
      ['amount>=10 amount<15', [1, 4, 5]],
      ['amount:10..15', [1, 3, 4, 5]],
      ['amount<10.01', [1, 5]],
      ['amount<=10.01', [1, 4, 5]],
      ['amount>10.001', [2, 3, 4]],
      ['amount>14.5', [2, 3]],
      ['amount>14.5jpy', [3]],
      ['amount>5 currency:USD', [4]],
      ['amount>15.0001jpy', []],
      ['amount>5 amount<5', []],
      // A number of another order may be spelled like an SKU.
      ['sku:t-1', [1, 2, 3, 5]],
      ['sku:10005', [4]],
      ['-sku:T-1', [4]],
      ['sku:10005 -sku:10005', []],
      ['has:refund', [5]],
      ['-has:refund', [1, 2, 3, 4]],
      ['has:customer_note', [2, 3, 4, 5]],
      ['has:refund,customer_note -has:customer_note', []],
      ['balance:due', [3]],
      ['balance:owed', [2]],
      ['balance:due,owed', [2, 3]],
      ['-balance:due -balance:owed', [1, 4, 5]],
      ['paid:2026-03-02', [1]],
      ['paid:2026-03', [1, 4, 5]],
      ['paid:2026', [1, 2, 4, 5]],
      ['paid>=2026-04-10', [2]],
      ['paid<2026-03-03', [1]],
      ['paid:2025', []],
      ['paid:2025..2027', [1, 2, 4, 5]],
      ['paid<2025', []],
      ['paid>2027', []],
      ['shipped:2026-03-04', [4]],
      ['shipped>2026-03-04', []],
      ['refunded:2026-04', [5]],
      ['refunded:2026-03', []],
      ['paid:2026-03 source:shopify country:us amount<10.01', [5]],
      ['paid:2026-03 Tea', [1, 4, 5]],
      ['assignee:none', [1, 2, 3, 4, 5]],
    ])('%p finds %p', async (text, found) => {
      expect(await find(text)).toEqual(found)
    })
  })

  describe('an order', () => {
    beforeAll(importOrders)

    test('is found by what it became, and no longer by what it was', async () => {
      const note = await act(1, 'notes', { text: 'Call back' })
      expect(await find('has:note')).toEqual([1])
      await act(1, `notes/${note.notes[0]?.id}/strike`, {}, 'PUT')
      expect(await find('has:note')).toEqual([])
      await act(1, `notes/${note.notes[0]?.id}/strike`, {}, 'DELETE')
      expect(await find('has:note')).toEqual([1])

      await act(1, 'assignee', { assigneeId: owner.id }, 'PUT')
      expect(await find('assignee:none')).toEqual([2, 3, 4, 5])
      expect(await find('assignee:me')).toEqual([1])
      expect(await find('assignee:"olga ning"')).toEqual([1])
      expect(await find('assignee:ning')).toEqual([1])
      expect(await find('-assignee:me')).toEqual([2, 3, 4, 5])

      const today = new Date(kontor.clock.now + 8 * 3_600_000).toISOString().slice(0, 10)
      const shipped = await act(1, 'shipments', { carrier: 'SF Express', version: 1 })
      expect(await find(`shipped:${today}`)).toEqual([1])
      await act(1, `shipments/${shipped.shipments[0]?.number}/cancellation`, {
        reason: 'Wrong',
        version: shipped.version,
      })
      expect(await find(`shipped:${today}`)).toEqual([])
      expect(await find(`changed:${today}`)).toEqual([1, 2, 3, 4, 5])

      kontor.clock.now += 3 * day
      owner = await kontor.createUser('owner')
      const later = new Date(kontor.clock.now + 8 * 3_600_000).toISOString().slice(0, 10)
      await act(3, 'payments', { amount: '15', method: 'cash', version: 1 })
      expect(await find('balance:due')).toEqual([])
      expect(await find('method:cash')).toEqual([3])
      expect(await find(`changed:${later}`)).toEqual([3])
      expect(await find(`changed:${today}`)).toEqual([1, 2, 4, 5])
      expect(await findViolations(kontor)).toEqual([])
    })
  })
})

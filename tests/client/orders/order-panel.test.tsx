import OrdersPage from '#client/orders/orders-page.tsx'
import { ordersPageQuery } from '#shared/orders/inputs.ts'
import type { OrdersView, OrderView } from '#shared/orders/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { reims, sampleOrder, sampleRow, sampleView } from '#tests/client/orders/sample-orders.ts'
import { linkTo, now, serverRendered, textsOf } from '#tests/client/screen.tsx'
import { describe, expect, test } from 'bun:test'

const rows = [sampleRow({ number: 'SO261125-00002' }), sampleRow(), sampleRow({ number: 'SO261124-00009' })]

interface Opening {
  form?: FormOutcome
  reader?: Parameters<typeof serverRendered>[1]
}

function opened(order: OrdersView['order'], { form, reader }: Opening = {}) {
  const number = order === null ? undefined : 'missing' in order ? order.missing : order.number
  const query = ordersPageQuery.parse({ order: number, payment: 'paid' })
  return serverRendered(<OrdersPage data={sampleView(rows, { order })} query={query} form={form ?? null} />, reader)
}

const textOf = (order: OrderView, reader?: Opening['reader']): string =>
  textsOf(opened(order, reader ? { reader } : {}), '.panel')[0] ?? ''

describe('an open order', () => {
  test('says its numbers, its source, when it was placed and how it stands', () => {
    const body = opened(sampleOrder())
    expect(textsOf(body, '.panel__head p')).toEqual(['Shop no. #10248 · Shopify · placed Tue 24 Nov, 14:20'])
    expect(textsOf(body, '.panel .badge')).toEqual(['Open', 'Paid', 'Unfulfilled'])
  })

  test('lists its lines with quantity, price, discount and how far each has gone', () => {
    expect(textsOf(opened(sampleOrder()), '.line')).toEqual([
      'Queso Cabrales12 × 14.00US$168.00NW-01112 to ship',
      'Gift card1US$272.00NW-072Needs no shipping300.00 − 28.00',
    ])
  })

  test('has nothing to ship of a line once it is cancelled', () => {
    const cancelled = opened(sampleOrder({ status: 'cancelled', cancelledAt: now, actions: [] }))
    expect(textsOf(cancelled, '.line .status')).toEqual(['Unfulfilled', 'Needs no shipping'])
  })

  test('adds up: goods − discount + shipping = total, and a tax that is inside is named beneath', () => {
    const order = sampleOrder({ discountMinor: 2_800, discountCode: 'AUTUMN10', taxMinor: 5_000 })
    expect(textsOf(opened(order), '.totals > *')).toEqual([
      'Goods',
      'US$468.00',
      'Discount AUTUMN10',
      '−US$28.00',
      'Shipping, Federal Shipping',
      'US$32.38',
      'Total',
      'US$472.38',
      'Tax included',
      '50.00',
    ])
  })

  test('counts a tax on top as a part of the sum', () => {
    const order = sampleOrder({ taxMinor: 5_000, totalMinor: 52_238 })
    expect(textsOf(opened(order), '.totals dt')).toEqual(['Goods', 'Shipping, Federal Shipping', 'Tax', 'Total'])
  })

  test('tells what was paid, what went back and who owes whom', () => {
    const refund = {
      number: 'RF261125-00001',
      paymentNumber: 'PY261125-00001',
      provider: 'Shopify Payments',
      amountMinor: 1_000,
      refundedAt: now,
    }
    const owed = textOf(sampleOrder({ refunds: [refund], balanceMinor: -500 }))
    expect(owed).toContain('We owe US$5.00')
    expect(owed).toContain('PY261125-00001 · captured 14:20+US$472.38')
    expect(owed).toContain('Refund to Shopify PaymentsRF261125-00001 · refunded 14:20−US$10.00')
    expect(textOf(sampleOrder({ balanceMinor: 500 }))).toContain('Customer owes US$5.00')
    expect(textOf(sampleOrder({ payments: [], paymentStatus: 'unpaid' }))).toContain('No payment yet.')
  })

  test('says that a reader without the right sees customers in part', () => {
    expect(textOf(sampleOrder(), { role: 'viewer' })).toContain('Shown in part')
    expect(textOf(sampleOrder())).not.toContain('Shown in part')
  })

  test('says once where both addresses are the same', () => {
    expect(textOf(sampleOrder())).toContain('Same as ship to')
    expect(textOf(sampleOrder({ billingAddress: { ...reims, city: 'Lyon' } }))).toContain('51100 Lyon')
  })

  test('leads to its neighbours in the list and back to the list with the filter kept', () => {
    const body = opened(sampleOrder())
    const address = (label: string) => body.querySelector(`.panel [aria-label="${label}"]`)?.getAttribute('href')
    expect(address('Previous order')).toBe('/orders?payment=paid&order=SO261125-00002')
    expect(address('Next order')).toBe('/orders?payment=paid&order=SO261124-00009')
    expect(address('Close')).toBe('/orders?payment=paid')
  })

  test('of a thousand lines shows a hundred and folds the rest', () => {
    const lines = Array.from({ length: 500 }, () => sampleOrder().lines)
      .flat()
      .map((line, index) => ({ ...line, position: index + 1 }))
    const body = opened(sampleOrder({ lines }))
    expect(body.querySelectorAll('.panel__section > ul > .line').length).toBe(100)
    expect(textsOf(body, '.lines-more summary')).toEqual(['900 more lines'])
    expect(body.querySelectorAll('.line').length).toBe(1_000)
  })
})

test('an order that is not there is missed in a sentence', () => {
  expect(textsOf(opened({ missing: 'SO999999-00001' }), '.panel h2')).toEqual(['There is no order SO999999-00001.'])
})

describe('shipping', () => {
  test('is offered for what is left, as a form that works without script', () => {
    const body = opened(sampleOrder())
    expect(textsOf(body, '.ship summary')).toEqual(['Ship 12 items'])
    expect(body.querySelector('.ship form')?.getAttribute('method')).toBe('post')
    expect(body.querySelector('.ship input[name=version]')?.getAttribute('value')).toBe('3')
    expect(textsOf(body, '.why')).toEqual([])
  })

  test('comes back unfolded with what was typed and what was wrong', () => {
    const form: FormOutcome = {
      endpoint: 'shipOrder',
      result: null,
      values: { number: 'SO261125-00001', version: '3', carrier: 'DHL', trackingNumber: '' },
      problem: {
        type: '/problems/invalid-input',
        title: 'Some fields are wrong',
        status: 422,
        detail: '',
        errors: [{ pointer: '/trackingNumber', detail: 'Fill this in.' }],
      },
    }
    const body = opened(sampleOrder(), { form })
    expect(body.querySelector('.ship')?.hasAttribute('open')).toBe(true)
    expect(body.querySelector('input[name=carrier]')?.getAttribute('value')).toBe('DHL')
    expect(textsOf(body, '.field__error')).toEqual(['Fill this in.'])
  })

  const refused = (change: Partial<OrderView>, role: 'owner' | 'viewer' = 'owner') => {
    const body = opened(sampleOrder({ actions: [], ...change }), { reader: { role } })
    expect(body.querySelector('.ship')).toBeNull()
    return textsOf(body, '.why')
  }

  test('that the state forbids is told in a sentence with the way out', () => {
    expect(refused({ status: 'on_hold' })).toEqual([
      'Shipping is not possible: the order is on hold. It ships once it is released.',
    ])
    expect(refused({ status: 'cancelled' })).toEqual(['Shipping is not possible: the order is cancelled.'])
    const shipped = sampleOrder().lines.map((line) => ({ ...line, shippedQuantity: line.quantity }))
    expect(refused({ lines: shipped })).toEqual(['Nothing is left to ship.'])
  })

  test('that the role may not do says which right is missing and who has it', () => {
    expect(refused({}, 'viewer')).toEqual([
      'This needs the right “Ship orders”. It comes with the roles Owner, Admin and Operations.',
    ])
  })
})

test('the panel speaks Chinese', () => {
  const body = opened(sampleOrder(), { reader: { locale: 'zh' } })
  expect(textsOf(body, '.ship summary')).toEqual(['发货 12 件'])
  expect(textsOf(body, '.panel__head p')).toEqual(['店铺单号 #10248 · Shopify · 下单于 11月24日 周二 14:20'])
  expect(linkTo(body, '订单')).toBeDefined()
})

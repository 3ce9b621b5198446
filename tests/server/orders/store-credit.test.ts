import { openShop, sell, type Shop } from '#tests/server/finance/open-shop.ts'
import type { OrderView } from '#shared/orders/views.ts'
import type { Problem } from '#shared/problem.ts'
import { forEachDatabase } from '#tests/support/databases.ts'
import { findViolations } from '#tests/support/find-violations.ts'
import { beforeEach, expect, test } from 'bun:test'

type Answer = { status: number; answer: OrderView & Omit<Problem, 'status'> }

forEachDatabase((_, open) => {
  let shop: Shop
  beforeEach(async () => {
    shop = await openShop(await open())
  })

  /** Sends an action on an order with its present version. */
  const send = async (number: string, path: string, json: object = {}): Promise<Answer> => {
    const { version } = (await (await shop.user.fetch(`/api/orders/${number}`)).json()) as OrderView
    const response = await shop.user.fetch(`/api/orders/${number}/${path}`, {
      json: { version, reason: 'Asked for', ...json },
    })
    return { status: response.status, answer: (await response.json()) as Answer['answer'] }
  }
  const useCredit = (number: string, amount: string, more: object = {}) =>
    send(number, 'payments', { amount, method: 'store_credit', ...more })
  const post = async (path: string, json: object) => (await shop.user.fetch(`/api/${path}`, { json })).json()

  /** Another order of the customer who has the first one. */
  const createForSame = async (): Promise<string> => {
    const number = await shop.create()
    const [kept, other] = await Promise.all(
      ['SO260301-00001', number].map(
        async (each) => ((await (await shop.user.fetch(`/api/orders/${each}`)).json()) as OrderView).customerNumber,
      ),
    )
    if (kept !== other) await post(`customers/${kept}/merges`, { other })
    return number
  }

  test('a refund to store credit pays another order of the customer, goes back to it, and is never used twice', async () => {
    const { number } = await sell(shop)
    const refunded = await send(number, 'refunds', { amount: '50.00', destination: 'store_credit' })
    expect(refunded.status).toBe(201)
    expect(refunded.answer.refunds[0]).toMatchObject({ status: 'succeeded', paidThrough: 'store_credit' })
    const other = await createForSame()
    const fieldsOf = ({ answer: { errors = [] } }: Answer) =>
      errors.map(({ pointer, detail }) => `${pointer} ${detail}`)
    expect(fieldsOf(await useCredit(other, '50.01'))).toEqual(['/amount At most ¥50.00 can be paid with store credit.'])
    expect(fieldsOf(await useCredit(other, '1.00', { paidAt: '2026-02-01T10:00' }))).toEqual([
      '/paidAt Leave this empty for a payment with store credit.',
    ])
    const third = await createForSame()
    const both = await Promise.all([useCredit(other, '40.00'), useCredit(third, '40.00')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const paid = both[0]?.status === 201 ? other : third
    const payment = both.flatMap(({ status, answer }) => (status === 201 ? answer.payments : []))[0]
    expect(payment?.provider).toBe('store_credit')
    const chargeback = { payment: payment?.number, amount: '1.00', fee: '0' }
    expect(fieldsOf(await send(paid, 'disputes', chargeback))).toEqual([
      '/payment This payment was made with store credit, so no provider can take it back.',
    ])
    await send(paid, 'refunds', { everything: '1' })
    expect((await shop.entries()).slice(1)).toEqual([
      'refund.credited: returns 4332, shipping 385, tax 283, store_credit -5000',
      'credit.used: store_credit 4000, deposit -4000',
      'refund.credited: deposit 4000, store_credit -4000',
    ])
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('a refund is taken back from store credit as long as the customer has it, and paid another way', async () => {
    const { number } = await sell(shop)
    const { answer } = await send(number, 'refunds', { amount: '50.00', destination: 'store_credit' })
    const path = `refunds/${answer.refunds[0]?.number}`
    const other = await createForSame()
    await useCredit(other, '10.00')
    expect((await send(number, `${path}/return`)).answer).toMatchObject({
      type: '/problems/store-credit-too-low',
      detail: expect.stringMatching(/^¥10.00 is missing from the store credit of CU.*Nothing was posted\.$/),
    })
    await send(other, 'refunds', { everything: '1' })
    expect((await send(number, `${path}/return`)).answer.refunds[0]).toMatchObject({
      status: 'returned',
      actions: ['reject', 'retry', 'payByTransfer', 'payToCredit'],
    })
    expect((await send(number, `${path}/credit`)).answer.refunds[0]?.paidThrough).toBe('store_credit')
    await send(number, `${path}/return`)
    expect((await send(number, `${path}/attempts`)).answer.refunds[0]).toMatchObject({
      status: 'succeeded',
      paidThrough: '',
    })
    expect((await shop.entries()).slice(-4)).toEqual([
      'refund.returned: store_credit 5000, refund_due -5000',
      'refund.credited: refund_due 5000, store_credit -5000',
      'refund.returned: store_credit 5000, refund_due -5000',
      'refund.succeeded: refund_due 5000, clearing -5000',
    ])
    expect(await findViolations(shop.kontor)).toEqual([])
  })

  test('needs a customer whom one can find again', async () => {
    const number = await shop.create({ email: '', phone: '' })
    await shop.pay(number, '103.88')
    const json = { amount: '50.00', destination: 'store_credit' }
    expect((await send(number, 'refunds', json)).answer.type).toBe('/problems/store-credit-unavailable')
    const unpaid = await shop.create({ email: '', phone: '' })
    expect((await useCredit(unpaid, '1.00')).answer.errors).toEqual([
      { pointer: '/method', detail: 'This order has no customer who could have store credit.' },
    ])
  })
})

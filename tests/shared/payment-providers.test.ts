import { ledger as ledgerEn } from '#shared/messages/en/ledger.ts'
import { orderPanel as orderPanelZh } from '#shared/messages/zh/order-panel.ts'
import { ledger as ledgerZh } from '#shared/messages/zh/ledger.ts'
import { expect, test } from 'bun:test'

test('payment methods have a name in each language, however the shop writes them', () => {
  for (const spelling of ['WeChat Pay', 'wechat_pay', 'WECHATPAY', '微信支付', 'weixin'])
    expect([ledgerEn.providerName(spelling), ledgerZh.providerName(spelling)]).toEqual(['WeChat Pay', '微信支付'])
  expect(ledgerZh.providerName('Cash on Delivery (COD)')).toBe('货到付款')
  expect(ledgerZh.providerName('alipay')).toBe('支付宝')
  expect(ledgerZh.providerName('Card')).toBe('银行卡')
})

test('unknown payment methods are shown as they are', () => {
  for (const { providerName } of [ledgerEn, ledgerZh]) {
    expect(providerName('Klarna Pay-Later')).toBe('Klarna Pay-Later')
    expect(providerName('constructor')).toBe('constructor')
  }
})

test('accounts of a provider carry its name, spaced as the language asks', () => {
  expect(ledgerZh.accountName({ role: 'clearing', provider: 'Alipay' })).toBe('支付宝待结算')
  expect(ledgerZh.accountName({ role: 'clearing', provider: 'Stripe' })).toBe('Stripe 待结算')
  expect(ledgerZh.accountName({ role: 'clearing', provider: '' })).toBe('待结算')
  expect(ledgerEn.accountName({ role: 'clearing', provider: 'wechat' })).toBe('WeChat Pay, clearing')
  expect(orderPanelZh.order.refundTo('微信支付')).toBe('退款至微信支付')
})

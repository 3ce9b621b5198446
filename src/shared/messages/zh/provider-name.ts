import { identifyProvider, type KnownProvider } from '#shared/payment-providers.ts'

const providers: Record<KnownProvider, string> = {
  wechat_pay: '微信支付',
  alipay: '支付宝',
  unionpay: '银联',
  card: '银行卡',
  bank_transfer: '银行转账',
  cash: '现金',
  cash_on_delivery: '货到付款',
  gift_card: '礼品卡',
  manual: '手动收款',
  paypal: 'PayPal',
  shopify_payments: 'Shopify Payments',
  stripe: 'Stripe',
  store_credit: '余额',
}

/** The name of a payment method as a shop wrote it; one that Kontor does not know is shown as it is. */
export const providerName = (provider: string): string => {
  const known = identifyProvider(provider)
  return known ? providers[known] : provider
}

import { identifyProvider, type KnownProvider } from '#shared/payment-providers.ts'

const providers: Record<KnownProvider, string> = {
  wechat_pay: 'WeChat Pay',
  alipay: 'Alipay',
  unionpay: 'UnionPay',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  cash_on_delivery: 'Cash on delivery',
  gift_card: 'Gift card',
  manual: 'Manual payment',
  paypal: 'PayPal',
  shopify_payments: 'Shopify Payments',
  stripe: 'Stripe',
  store_credit: 'Store credit',
}

/** The name of a payment method as a shop wrote it; one that Kontor does not know is shown as it is. */
export const providerName = (provider: string): string => {
  const known = identifyProvider(provider)
  return known ? providers[known] : provider
}

/** Payment methods that have a name in each language (`messages.finance.providers`), with the spellings that shops export for them. */
const spellings = {
  wechat_pay: ['wechatpay', 'wechat', 'weixin', 'weixinpay', 'wxpay', '微信', '微信支付'],
  alipay: ['alipay', '支付宝'],
  unionpay: ['unionpay', 'chinaunionpay', '银联', '云闪付'],
  card: ['card', 'bankcard', 'creditcard', 'debitcard', '银行卡'],
  bank_transfer: ['banktransfer', 'wiretransfer', 'bankdeposit', '银行转账'],
  cash: ['cash', '现金'],
  cash_on_delivery: ['cashondelivery', 'cashondeliverycod', 'cod', '货到付款'],
  gift_card: ['giftcard', '礼品卡'],
  manual: ['manual', 'manualpayment'],
  paypal: ['paypal', 'paypalexpresscheckout'],
  shopify_payments: ['shopifypayments'],
  stripe: ['stripe'],
  store_credit: ['storecredit'],
} as const satisfies Record<string, readonly string[]>

export type KnownProvider = keyof typeof spellings

/**
 * The provider of payments from the store credit of a customer, and of refunds to it: Kontor keeps it itself, and no money moves. Payments of shops never have
 * it (`toShopProvider`): what a shop calls store credit is kept by the shop.
 */
export const storeCredit = 'store_credit' satisfies KnownProvider

/** Where a refund goes. */
export const refundDestinations = ['payment', storeCredit] as const

/** The provider of a payment as a shop writes it. */
export const toShopProvider = (text: string): string => (text === storeCredit ? 'Store credit' : text)

/** What a user can choose for a payment that they record, the most frequent first. */
export const paymentMethods = [
  'bank_transfer',
  'cash',
  'cash_on_delivery',
  'wechat_pay',
  'alipay',
  'unionpay',
  'card',
  'paypal',
  'stripe',
  'gift_card',
  'manual',
] as const satisfies readonly KnownProvider[]

const bySpelling = new Map<string, KnownProvider>(
  Object.entries(spellings).flatMap(([provider, all]) => all.map((spelling) => [spelling, provider as KnownProvider])),
)

/** The payment method that a shop's text names, whatever its case and punctuation; undefined for others. */
export const identifyProvider = (text: string): KnownProvider | undefined => bySpelling.get(normalizeProvider(text))

/** One spelling for texts that differ in case, width and punctuation. */
export const normalizeProvider = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')

/** The normalized name of a payment provider, the same for all spellings. Empty for no provider. */
export const providerKey = (text: string): string =>
  identifyProvider(text) ?? (normalizeProvider(text) || text.trim().toLowerCase())

export const isSameProvider = (a: string, b: string): boolean => a === b || providerKey(a) === providerKey(b)

/** All spellings of the payment method that a text names, as `normalizeProvider` writes them; of an unknown one its own. */
export function listProviderSpellings(text: string): readonly string[] {
  const known = identifyProvider(text)
  return known === undefined ? [normalizeProvider(text)] : [normalizeProvider(known), ...spellings[known]]
}

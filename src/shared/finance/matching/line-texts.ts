import type { LineEntry } from '#shared/finance/matching/rules.ts'
import { identifyProvider, type KnownProvider } from '#shared/payment-providers.ts'

/** Numbers of our orders, payments and refunds in a text, and numbers of orders in a shop, such as `#1042`; without repetitions. */
export const findDocumentNumbers = (text: string): string[] => [
  ...new Set(
    [...text.toUpperCase().matchAll(/(?<![A-Z0-9])(?:SO|PY|RF)\d{6}-\d{5,}(?!\d)|#[A-Z0-9-]*\d{3,}(?![A-Z0-9])/g)].map(
      ([number]) => number,
    ),
  ),
]

const feeWords = /手续费|服务费|账户管理费|\b(bank|service|wire|account) (fee|charge)s?\b/i
const interestWords = /利息|结息|\binterest\b/i

/** What the bank says that a line is, by its text and direction: its fee, or interest that it pays. */
export function describeByText(text: string, amountMinor: number): LineEntry | undefined {
  if (amountMinor < 0 && feeWords.test(text)) return 'bank_fee'
  if (amountMinor > 0 && interestWords.test(text)) return 'interest'
  return undefined
}

/** The names under which providers pay out to bank accounts. */
const payers: readonly (readonly [RegExp, KnownProvider])[] = [
  [/财付通|微信支付|tenpay|we ?chat ?pay/i, 'wechat_pay'],
  [/支付宝|alipay/i, 'alipay'],
  [/银联|union ?pay/i, 'unionpay'],
  [/paypal/i, 'paypal'],
  [/stripe/i, 'stripe'],
  [/shopify/i, 'shopify_payments'],
]

/** The payment provider that a line of a bank statement names. */
export const findPayingProvider = (text: string): KnownProvider | undefined =>
  identifyProvider(text) ?? payers.find(([name]) => name.test(text))?.[1]

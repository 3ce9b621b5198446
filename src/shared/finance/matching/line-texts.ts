import type { LineEntry } from '#shared/finance/matching/rules.ts'
import { parseDecimal } from '#shared/money.ts'
import { identifyProvider, type KnownProvider } from '#shared/payment-providers.ts'

/** Numbers of our orders, payments, refunds and disputes in a text, and numbers of orders in a shop, such as `#1042`; without repetitions. */
export const findDocumentNumbers = (text: string): string[] => [
  ...new Set(
    [
      ...text.toUpperCase().matchAll(/(?<![A-Z0-9])(?:SO|PY|RF|DP)\d{6}-\d{5,}(?!\d)|#[A-Z0-9-]*\d{3,}(?![A-Z0-9])/g),
    ].map(([number]) => number),
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

const chargebackWords = /拒付|\b(chargeback|dispute|payment reversal)s?\b/i
const returnedRefundWords =
  /退款(失败|退回|退票)|\brefund (failure|failed|return|returned|reversal|cancell?ed)\b|\b(failed|returned) refund\b/i

/** What the text of a line in the statement of a provider says that happened to a payment, by its direction. */
export function describeReport(
  text: string,
  amountMinor: number,
): 'chargeback' | 'chargeback_won' | 'refund_returned' | undefined {
  const words = text.replaceAll('_', ' ')
  if (amountMinor > 0 && returnedRefundWords.test(words)) return 'refund_returned'
  if (amountMinor === 0 || !chargebackWords.test(words) || /\bfees?\b/i.test(words)) return undefined
  return amountMinor < 0 ? 'chargeback' : 'chargeback_won'
}

/** The words of a text that may be ids of a provider: at least six characters, of which one is a digit. */
export const findReferences = (text: string): string[] =>
  (text.match(/[A-Za-z0-9_-]{6,80}/g) ?? []).filter((word) => /\d/.test(word))

const payoutWords = /提现|提款|转账到银行卡|\b(payout|withdrawal|transfer to bank|abbuchung)\b/i
const returnedWords =
  /退回|退票|失败|\b(failed|failure|returned|reversal|reversed|cancell?ed|cancel)\b|rückbuchung|stornier/i

/** Whether the text of a line in the statement of a provider says that money was sent to the bank, or that it came back. */
export function describePayout(text: string): 'sent' | 'returned' | undefined {
  const words = text.replaceAll('_', ' ')
  if (!payoutWords.test(words)) return undefined
  return returnedWords.test(words) ? 'returned' : 'sent'
}

/** Whether the text of a line in the statement of a provider says that money was changed into another currency. */
export const isExchange = (text: string): boolean =>
  /货币兑换|币种转换|währungsumrechnung|\bcurrency (conversion|exchange)\b/i.test(text.replaceAll('_', ' '))

/** The fee that the line of a payout names in its text, which its amount includes: “服务费¥0.10” of WeChat Pay. Minor units; 0 without one. */
export function findNamedFee(text: string, currency: string): number {
  const [, amount = ''] = /(?:服务费|手续费)\s*[¥￥]\s*(\d[\d,]*(?:\.\d+)?)/.exec(text) ?? []
  return (amount !== '' && parseDecimal(amount.replaceAll(',', ''), currency)) || 0
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

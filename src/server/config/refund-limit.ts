import { ConfigError } from '#server/config/config-error.ts'

/** An amount; its number of decimals is checked when the book, and so its currency, is known. */
export function parseRefundLimit(text: string | undefined): string | undefined {
  if (text !== undefined && !amountPattern.test(text))
    throw new ConfigError(`KONTOR_REFUND_LIMIT must be an amount like 500 or 499.90, not "${text}".`)
  return text
}

const amountPattern = /^\d{1,15}(\.\d{1,4})?$/

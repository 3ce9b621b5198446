import { currencySign, formatAmount } from '#shared/money.ts'

interface MoneyProps {
  /** Amount in minor units, an integer. */
  minor: number
  currency: string
  /** `always` shows + for positive amounts, `never` drops the minus. */
  sign?: 'always' | 'never'
  /** Colors money in or out by the user's setting; the sign and the column must say the same. */
  direction?: 'in' | 'out'
  /** Omits the currency sign, where the page already names the currency. */
  hideCurrency?: boolean
  /** Struck through: the amount does not count. */
  void?: boolean
}

/** An amount: tabular figures, the currency's decimals, U+2212 as minus, a dimmed currency sign. */
export function Money({ minor, currency, sign, direction, hideCurrency = false, void: isVoid = false }: MoneyProps) {
  const currencyText = currencySign(currency)
  const signText = minor < 0 ? (sign === 'never' ? '' : '−') : minor > 0 && sign === 'always' ? '+' : ''
  return (
    <span className={`money${isVoid ? ' money--void' : direction ? ` money--${direction}` : ''}`}>
      {signText}
      {!hideCurrency && (
        <span className={currencyText.length > 1 ? 'money__cur money__cur--wide' : 'money__cur'}>{currencyText}</span>
      )}
      {formatAmount(Math.abs(minor), currency)}
    </span>
  )
}

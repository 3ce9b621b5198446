import { currencySign, formatAmount } from '#shared/money.ts'

interface MoneyProps {
  /** Whole minor units. */
  minor: number
  currency: string
  /** `always` writes + before what is above zero, `never` drops the minus. */
  sign?: 'always' | 'never'
  /** Money that came in or went out, in the person's money colours; the sign and the column say it too. */
  direction?: 'in' | 'out'
  /** Without the currency sign, where it stands in the head of the page. */
  hideCurrency?: boolean
  /** Struck through: it does not count. */
  void?: boolean
}

/** An amount: tabular figures, the currency's own decimals, U+2212 as minus, the currency sign dimmed. */
export function Money({
  minor,
  currency,
  sign,
  direction,
  hideCurrency: bare = false,
  void: isVoid = false,
}: MoneyProps) {
  const currencyText = currencySign(currency)
  const signText = minor < 0 ? (sign === 'never' ? '' : '−') : minor > 0 && sign === 'always' ? '+' : ''
  return (
    <span className={`money${isVoid ? ' money--void' : direction ? ` money--${direction}` : ''}`}>
      {signText}
      {!bare && (
        <span className={currencyText.length > 1 ? 'money__cur money__cur--wide' : 'money__cur'}>{currencyText}</span>
      )}
      {formatAmount(Math.abs(minor), currency)}
    </span>
  )
}

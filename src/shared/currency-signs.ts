import { isCurrency } from '#shared/currencies.ts'

/** The currencies that a sign is written for. */
const currenciesBySign: Readonly<Record<string, string>> = {
  'US$': 'USD',
  'HK$': 'HKD',
  'NT$': 'TWD',
  'AU$': 'AUD',
  'NZ$': 'NZD',
  'CA$': 'CAD',
  'MX$': 'MXN',
  'A$': 'AUD',
  'C$': 'CAD NIO',
  'S$': 'SGD',
  'R$': 'BRL',
  '$': 'USD AUD CAD HKD NZD SGD TWD MXN ARS BBD BMD BND BSD BZD CLP COP CUP DOP FJD GYD JMD KYD LRD MOP NAD SBD SRD TTD TOP WST XCD',
  'JP¥': 'JPY',
  'CN¥': 'CNY',
  '¥': 'CNY JPY',
  '￥': 'CNY JPY',
  'RMB': 'CNY',
  '人民币': 'CNY',
  '元': 'CNY HKD TWD MOP',
  '円': 'JPY',
  '€': 'EUR',
  '£': 'GBP EGP FKP GIP LBP SDG SHP SSP SYP',
  'kr': 'SEK NOK DKK ISK',
  '₹': 'INR',
  '₩': 'KRW KPW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₫': 'VND',
  '฿': 'THB',
  '₱': 'PHP',
  '₪': 'ILS',
  'zł': 'PLN',
  'Kč': 'CZK',
}

/** The currencies of the sign or code before or after an amount, unless `currency` is one of them: `EUR` for `€19.90` in CNY, undefined in EUR. */
export function findOtherCurrency(text: string, currency: string): string | undefined {
  if (text.length > maxLength) return undefined
  const compact = text.replaceAll(/[\s()+\-−]/gu, '')
  const sign = (/^[^\d.,]+/u.exec(compact) ?? /[^\d.,]+$/u.exec(compact))?.[0].toLowerCase()
  if (sign === undefined) return undefined
  const [, currencies] = Object.entries(currenciesBySign).find(([each]) => each.toLowerCase() === sign) ?? []
  const code = sign.slice(0, 3).toUpperCase()
  const meant = currencies?.split(' ') ?? (isCurrency(code) ? [code] : [])
  return meant.length === 0 || meant.includes(currency) ? undefined : meant.slice(0, maxNamed).join(', ')
}

/** Nothing longer is an amount. */
const maxLength = 60
/** A dollar sign has too many to name. */
const maxNamed = 4

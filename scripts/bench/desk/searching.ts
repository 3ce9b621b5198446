import type { Desk, Figure } from './desk.ts'
import { timeSlowest } from './timings.ts'

/** The words that staff know of an order, and those that many orders have. */
function listWords({ sample }: Desk): Record<string, string[]> {
  const { newest, middle, commonName, commonLatinName, commonSku } = sample
  const [first = '', last = ''] = commonLatinName.split(' ')
  return {
    'order number': [middle.number, newest.number],
    'its last digits': [middle.number.slice(-5), newest.number.slice(-5)],
    // Of a month, of all months, of three months and of a year before, and of the payments of these months.
    'its beginning': [middle.number.slice(0, 6), 'so26', 'so251', 'so25', 'py251'],
    'shop number': [newest.externalNumber, newest.externalNumber.slice(1), newest.externalNumber.slice(0, 3)],
    'external id': [newest.externalId],
    'email': [middle.email],
    'email domain': [`@${middle.email.split('@')[1]}`],
    'phone': [
      middle.phone,
      `+86 ${middle.phone}`,
      `${middle.phone.slice(0, 3)} ${middle.phone.slice(3, 7)} ${middle.phone.slice(7)}`,
    ],
    'last four digits': [middle.phone.slice(-4)],
    'common full name': [commonName, commonLatinName],
    'full name': [newest.name],
    'one character': [...commonName].slice(0, 2),
    'two characters': [[...commonName].slice(0, 2).join('')],
    'name': [first, last, first.slice(0, 3), 'chloe', 'muller'],
    'letters': ['c', 'so', 'an'],
    'name and city': [`${commonName} 上海`, `${commonLatinName} austin`, '王 上海'],
    'company': ['trading', 'smith trading'],
    'city': ['上海', 'hamburg', 'Zürich'],
    'SKU': [commonSku, commonSku.slice(0, 3)],
    'payment number': [sample.paymentNumber],
    'refund number': [sample.refundNumber],
    'provider reference': [sample.paymentReference],
    'what nothing has': ['xyzzy', 'smith xyzzy', '龘'],
    'with a filter': [`${commonName} status:open`, 'c pay:refunded', '王 -country:CN'],
  }
}

/** The list with each kind of word. */
export async function measureSearch(desk: Desk): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [label, words] of Object.entries(listWords(desk))) {
    const paths = words.filter(Boolean).map((word) => `/orders?q=${encodeURIComponent(word)}`)
    figures.push(await timeSlowest(desk, `search: ${label}`, paths, '50'))
  }
  return figures
}

/** The global search with each kind of word, and with a mistyped number. */
export async function measurePalette(desk: Desk): Promise<Figure[]> {
  const { number } = desk.sample.middle
  const mistyped = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10) + '9'
  const words = { ...listWords(desk), 'mistyped number': [mistyped], 'action': [`refund ${number}`] }
  const figures: Figure[] = []
  for (const [label, texts] of Object.entries(words)) {
    const paths = texts.filter(Boolean).map((text) => `/api/search?text=${encodeURIComponent(text)}`)
    figures.push(await timeSlowest(desk, `palette: ${label}`, paths, '50'))
  }
  return figures
}

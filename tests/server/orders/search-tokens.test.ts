import { type SearchedRows, tokenizeChange, tokenizeOrderRows } from '#server/orders/tokens/order-tokens.ts'
import { parseNumberToken, parseSearch, tokenizeOrder } from '#server/orders/tokens/search-tokens.ts'
import { type ProductRange, tokenizeProduct, toProductToken } from '#server/orders/tokens/product-tokens.ts'
import { normalize } from '#server/list/normalize.ts'
import { splitWords, type TokenRange, toNumberToken } from '#server/orders/tokens/search-words.ts'
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'

const empty = {
  numbers: [],
  shopNumbers: [],
  products: [],
  references: [],
  names: [],
  places: [],
  phones: [],
  email: '',
}
const queso = { sku: 'NW-011', name: 'Queso Cabrales' }
const jacket = { sku: '', name: 'Veste légère T-Shirt 夹克衫外套 256GB' }
const paulTokens = tokenizeOrder({
  numbers: ['SO960704-00042', 'PY960704-00001'],
  shopNumbers: ['#10248'],
  products: [queso],
  references: ['c10248.1', '1Z 999 AA1'],
  names: ['Paul Henriot', 'Vins et alcools Chevalier'],
  places: ['Reims'],
  phones: ['26.47.15.10', '+33 (0)3 26 47 15 11'],
  email: 'Paul.Henriot@Vinet.example',
})
const chenTokens = tokenizeOrder({
  numbers: ['SO260314-00007'],
  shopNumbers: [],
  products: [jacket],
  references: ['WX-88240871'],
  names: ['陈佳怡', 'Ｃｈｅｎ　Jiāyí'],
  places: ['São José', '上海'],
  phones: ['13800138000'],
  email: '',
})

/** Whether an order with these tokens matches a search, with the database's comparison. */
function matches(tokens: readonly string[], text: string, personal = true): boolean {
  const search = parseSearch(text, personal)
  return (
    search !== undefined &&
    search.every((sets) =>
      sets.some((set) =>
        'words' in set ? hasProduct(tokens, set) : 'from' in set && tokens.some((token) => isIn(set, token)),
      ),
    )
  )
}

const isIn = ({ from, to }: TokenRange, token: string): boolean => from <= token && token < to

const hasProduct = (tokens: readonly string[], { words }: ProductRange): boolean =>
  [queso, jacket].some(
    (product) =>
      tokens.includes(toProductToken(product)) &&
      words.every((range) => tokenizeProduct(product).some((word) => isIn(range, word))),
  )

describe('an order is found', () => {
  test.each([
    '10248',
    '#10248',
    '102',
    'SO960704-00042',
    'so960704',
    'SO96070400042',
    'paul',
    'PAUL',
    'hen',
    'henriot paul',
    'vins chevalier',
    'paul.henriot@vinet.example',
    'paul.henriot@vi',
    '@vinet.example',
    'vinet.example',
    'vinet',
    ' paul  10248 ',
    'Henriot,',
    'nw-011',
    'NW011',
    'PY960704-00001',
    'c10248.1',
    '1Z999AA1',
    'reims',
    'paul reims nw-011',
    'queso',
    'CABR',
    'paul cabrales',
  ])('by %j', (text) => {
    expect(matches(paulTokens, text)).toBeTrue()
  })

  test.each([
    '陈',
    '佳',
    '陈佳',
    '佳怡',
    '陈佳怡',
    'chen',
    'jiāyí',
    'wx-8824',
    'WX88240871',
    '陈 chen',
    '陈佳怡chen',
    'jiayi',
    'JIAYI',
    'sao jose',
    'São',
    '上海',
    '陈佳怡 上海',
    '夹',
    '套',
    '克衫',
    '夹克衫外',
    '夹克衫外套',
    'legere',
    't-shirt',
    '256',
    '陈 夹克 veste',
    '２５６ｇｂ',
  ])('by %j', (text) => {
    expect(matches(chenTokens, text)).toBeTrue()
  })
})

test.each(['c10248.1', '1Z999AA1', '1z', '#1Z999AA1', 'reims 1Z999AA1'])(
  'a payment reference or tracking number is not found without the permission for personal data: %j',
  (text) => {
    expect([matches(paulTokens, text), matches(paulTokens, text, false)]).toEqual([true, false])
  },
)

test.each(['#1z', '#1Z999AA', '#c10248'])('what begins with # is no beginning of a reference: %j', (text) =>
  expect(matches(paulTokens, text)).toBeFalse(),
)

describe('a Chinese name', () => {
  const tokens = tokenizeOrder({ ...empty, names: ['王小芳 Frances', '单雪'], places: ['杭州'] })
  test.each(['wangxiaofang', 'wangxiao', 'WangXiaoFang', 'xiaofang', 'wxf', 'WXF', 'frances wxf', 'shanxue', 'sx'])(
    'is found in Latin letters by %j, with the permission for personal data',
    (text) => expect([matches(tokens, text), matches(tokens, text, false)]).toEqual([true, false]),
  )

  test.each(['fang', 'wangfang', 'wf', 'danxue', 'hangzhou'])('is not found by %j', (text) =>
    expect(matches(tokens, text)).toBeFalse(),
  )
})

describe('a phone number is found', () => {
  test.each([
    '26.47.15.10',
    '26 47 15 10',
    '26471510',
    '1510',
    '+33 3 26 47 15 11',
    '0033326471511',
    '03 26 47 15 11',
    '(03) 26-47-15-11',
    '７１５１１'.slice(-4),
  ])('by %j', (text) => {
    expect(matches(paulTokens, text)).toBeTrue()
    expect(matches(paulTokens, text, false)).toBeFalse()
  })

  test.each(['138 0013 8000', '+86 138 0013 8000', '8000', '008613800138000'])('by %j', (text) => {
    expect(matches(chenTokens, text)).toBeTrue()
  })

  test.each(['138\u20110013\u20118000', '+86\u2013138\u20130013\u20138000', '138 \u2010 0013 \u2010 8000'])(
    'with typographic hyphens, by %j',
    (text) => expect([matches(chenTokens, text), matches(chenTokens, text, false)]).toEqual([true, false]),
  )

  test.each(['0013', '010013', '13800010013', '0086 138 0001 0013'])('that ends in zeros and digits, by %j', (text) => {
    expect(matches(tokenizeOrder({ ...empty, phones: ['13800010013'] }), text)).toBeTrue()
  })

  test.each(['510', '1512', '26471512', '+86 138 0013 8001', '3800138'])('not by %j', (text) => {
    expect([matches(paulTokens, text), matches(chenTokens, text)]).toEqual([false, false])
  })
})

test('typographic hyphens are hyphens in a search, and stay what they are in tokens', () => {
  const email = 'anna\u2010lee@x.example'
  const tokens = tokenizeOrder({ ...empty, numbers: ['SO261120-00015'], names: ['Anna\u2011Lena'], email })
  expect(tokens).toEqual(['#so26112000015', email, 'lee', 'x', 'example', 'anna', 'lena'])
  for (const text of ['261120\u201100015', 'SO261120\u201315', 'anna\u2013lena', email, 'anna\u2011lee@x.example'])
    expect([text, matches(tokens, text)]).toEqual([text, true])
})

test('a Greek word is found in capitals and by its beginning, whichever sigma a sigma at the end is', () => {
  const tokens = tokenizeOrder({
    ...empty,
    names: ['Νίκος Παπασταθής', 'Ε.Σ.Α.'],
    places: ['ΠΑΤΡΑΣ'],
    email: 'κος@x.gr',
  })
  // What is stored stays what it was.
  expect(tokens).toEqual(['κος@x.gr', 'x', 'gr', 'νικος', 'παπασταθης', 'ε', 'σ', 'α', '+πατρας'])
  for (const text of [
    'νικος',
    'νικοσ',
    'ΝΙΚΟΣ',
    'ΝΊΚΟΣ',
    'Νίκος',
    'ΠΑΠΑΣ',
    'παπας',
    'παπασ',
    'ΝΙΚΟΣ ΠΑΠΑΣΤΑΘΗΣ',
    'Ε.Σ.Α.',
    'Σ',
  ])
    expect([text, matches(tokens, text)]).toEqual([text, true])
  for (const text of ['πατρασ', 'ΠΑΤΡΑΣ']) expect([text, matches(tokens, text, false)]).toEqual([text, true])
  for (const text of ['νικοτ', 'νικορ', 'ΝΙΚΟΣΑ', 'παπαστη', 'ΝΙΚΟΣ ΠΑΠΑΣΤΟ'])
    expect([text, matches(tokens, text)]).toEqual([text, false])
  expect(normalize('ΣΟΦΟΣ')).toBe('σοφος')
})

test('uses only the first eight distinct words', () => {
  const words = ['paul', 'henriot', 'vins', 'et', 'alcools', 'chevalier', 'reims', '10248']
  expect(matches(paulTokens, [...words, ...words, 'xavier'].join(' '))).toBeTrue()
  expect(matches(paulTokens, ['xavier', ...words].join(' '))).toBeFalse()
  expect(parseSearch('paul '.repeat(40), true)).toHaveLength(1)
})

describe('an order is not found', () => {
  test.each(['0248', 'aul', 'paul xavier', '陈', 'henriot@vinet', '10249', '#paul'])('by %j', (text) => {
    expect(matches(paulTokens, text)).toBeFalse()
  })

  test.each(['陈怡', '怡佳', '张', '海上', '夹衫', '衫克', 'hirt', 'shirt-queso', '#veste'])('by %j', (text) => {
    expect(matches(chenTokens, text)).toBeFalse()
  })
})

test('without the permission for personal data, only numbers and places match', () => {
  for (const text of ['paul', 'henriot', 'paul.henriot@vinet.example', '@vinet.example', 'vins 10248', '陈'])
    expect([text, matches(paulTokens, text, false), matches(chenTokens, text, false)]).toEqual([text, false, false])
  for (const text of ['10248', '#102', 'SO960704-00042', 'nw-011', 'reims', 'queso', 'cabrales reims'])
    expect([text, matches(paulTokens, text, false)]).toEqual([text, true])
})

test('signs between words are ignored', () => {
  for (const text of ['queso - cabrales', 'queso / 10248', 'queso & reims', '# 10248', '10248 …', '( queso )'])
    expect([text, matches(paulTokens, text), matches(paulTokens, text, false)]).toEqual([text, true, true])
  expect(matches(paulTokens, 'paul @ vinet')).toBeTrue()
  expect(parseSearch('a - / & + # @ ( ) . b', true)).toEqual(parseSearch('a b', true))
  expect(matches(paulTokens, 'queso - xavier')).toBeFalse()
})

test('a search without letters and digits finds nothing', () => {
  for (const text of ['', '  ', '#', '---', '…', '@', '- /', '&'])
    expect([parseSearch(text, true), parseSearch(text, false)]).toEqual([undefined, undefined])
})

test('a text can be a number, also with spaces', () => {
  expect(parseNumberToken(' #10248 ')).toBe('#10248')
  expect(parseNumberToken('SO960704-00042')).toBe('#so96070400042')
  expect(parseNumberToken('R 1042')).toBe('#r1042')
  expect(parseNumberToken('#')).toBeUndefined()
})

test('the tokens of an order distinguish numbers from other words and do not repeat', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), fc.array(text, { maxLength: 3 }), (numbers, names) => {
      const tokens = tokenizeOrder({ ...empty, numbers, names })
      expect(new Set(tokens).size).toBe(tokens.length)
      const allowed = new Set(numbers.map(toNumberToken))
      for (const token of tokens.filter((each) => each.startsWith('#'))) expect(allowed.has(token)).toBeTrue()
      expect(tokens.every((token) => token.length > 0 && [...token].length <= 61)).toBeTrue()
    }),
  )
})

test('every word of a name finds the order', () => {
  const word = fc.stringMatching(/^[a-zA-Zäöüéß]{1,12}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const tokens = tokenizeOrder({ ...empty, names: [words.join(' ')] })
      for (const each of words) expect(matches(tokens, each)).toBeTrue()
      expect(matches(tokens, words.join(' '))).toBeTrue()
    }),
  )
})

test('has a limited number of conditions, however many words the text has', () => {
  for (const text of [
    Array.from({ length: 60 }, (_, index) => `w${index}`).join(','),
    '上海市浦东新区世纪大道一百二十三号',
  ])
    expect(parseSearch(text, true)).toHaveLength(12)
  expect(parseSearch('中'.repeat(200), true)).toHaveLength(1)
})

test('an email address is found by each of its words, and by what it begins with, which is no token of its own', () => {
  expect(tokenizeOrder({ ...empty, email: 'Paul.Henriot@Vinet.example' })).not.toContain('paul')
  const emails = fc.oneof(
    fc.emailAddress(),
    fc.constantFrom('_paul@vinet.example', '张三@例子.example', 'a.a@aa.example'),
  )
  fc.assert(
    fc.property(emails, (email) => {
      const tokens = tokenizeOrder({ ...empty, email })
      for (const word of splitWords(normalize(email))) expect([word, matches(tokens, word)]).toEqual([word, true])
    }),
  )
})

test('the tokens that a change adds and removes lead to those of the changed order', () => {
  const text = fc.constantFrom('', 'Reims', 'São José', '陈佳怡', '上海', 'paul@vinet.example', '26.47.15.10')
  const address = fc.record({ name: text, company: text, phone: text, city: text })
  const rows = fc.record({
    order: fc.record({
      number: fc.constant('SO960704-00042'),
      external_number: fc.constant('#10248'),
      external_id: fc.constant('10248'),
      customer_name: text,
      email: text,
      phone: text,
      shipping_address: address.map((each) => JSON.stringify(each)),
      billing_address: address.map((each) => JSON.stringify(each)),
      customer_number: fc.constantFrom(null, 'C00001', 'C00002'),
    }),
    lines: fc.array(
      fc.record({ sku: fc.constantFrom('NW-011', 'NW-042', '10248'), name: fc.constantFrom('Queso', 'Tofu') }),
      { maxLength: 3 },
    ),
  })
  const tokensOf = ({ order, lines }: SearchedRows): Set<string> =>
    new Set(tokenizeOrderRows(order, lines, { numbers: [], references: [] }))
  fc.assert(
    fc.property(rows, rows, (before, after) => {
      const { removed, added } = tokenizeChange(before, after)
      const gone = removed.difference(tokensOf(after))
      expect(tokensOf(before).union(added).difference(gone)).toEqual(tokensOf(after))
    }),
  )
})

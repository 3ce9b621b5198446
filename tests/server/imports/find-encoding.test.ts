import { findEncoding } from '#server/imports/find-encoding.ts'
import { ProblemError } from '#shared/problem.ts'
import { describe, expect, test } from 'bun:test'

/** The bytes of a text: the runtime only has decoders, so that a table of one and two bytes is built with them. */
function encode(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(encoding)
  const codes = new Map<string, number[]>()
  for (let byte = 0; byte <= 0xff; byte++) codes.set(decoder.decode(Uint8Array.of(byte)), [byte])
  if (encoding === 'gb18030' || encoding === 'big5' || encoding === 'shift_jis')
    for (let lead = 0x81; lead <= 0xfe; lead++)
      for (let trail = 0x40; trail <= 0xfe; trail++)
        codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
  return Uint8Array.from([...text].flatMap((character) => codes.get(character) ?? [0x3f]))
}

const find = (text: string, encoding: string): Promise<string> =>
  findEncoding(new Blob([encode(text, encoding)]), undefined).then(
    ({ encoding: found, isGuessed }) => (isGuessed ? `${found}?` : found),
    (error: unknown) => {
      if (error instanceof ProblemError && error.parameters['why'] === 'encoding') return 'refused'
      throw error
    },
  )

describe('the encoding of a file without a mark is', () => {
  test.each([
    ['Buchungstag;Verwendungszweck;Währung\n01.03.26;Überweisung Größe 5 für Müller;EUR\n'],
    ['Name,Total\nJosé Núñez,"5,00 €"\nZoë O’Brien,£4\n'],
    ['Nom;Prix\nCœur « à la crème »;5,00\nForêt été;4,00\n'],
    ['Navn;By\nSøren Ågård;Århus\n'],
    ['Nome;Preço\nJoão Conceição;5,00\nLeão;4,00\n'],
    [`Name;Ort\n${'Smith;London\n'.repeat(20_000)}Müller;Köln\n`],
    ['Artikel\nCafé'],
    ['ARTIKEL;ORT\nÄPFEL;ÖHNINGEN\nÜBERTÖPFE;ÖTZ\n'],
    ['Name;Ort\nMüller;„Teehaus“\n'],
    ['DESCRIÇÃO;SITUAÇÃO\nCAMISA;ENTREGUE\n'],
    [`Artikel;Name\n${'GRÖßE 38;Müller\n'.repeat(3)}GRÖßE 39;Smith\n`],
    ['Fruta\nMaçã verde\nMaçã gala\n'],
    [`Name\n${'Müller\n'.repeat(20)}Þór\n`],
    ['Nota\n¿Último?\n'],
  ])('Windows-1252, as it says: %#', async (text) => {
    expect(await find(text, 'windows-1252')).toBe('windows-1252?')
  })

  test.each([
    ['订单号,商品名称\n1,龙井茶\n'],
    ['Name,Total\n雪茶,5.00\n'],
    ['Order,Buyer,Address\n1,李婷,杭州市西湖区（文三路）1号，3幢\n2,朱镕,上海市\n'],
    [`Order,Buyer\n${'1,Smith\n'.repeat(20_000)}2,王小明\n`],
    ['Size,Color\n大,红\n小,蓝\n'],
    ['Item\nT恤衫L\nV领衫S\n'],
    ['订单,备注\n1,（无）\n2,（无）\n'],
  ])('GB18030: %#', async (text) => {
    expect(await find(text, 'gb18030')).toBe('gb18030')
  })

  test.each([
    ['macintosh', 'Name,City\nMüller,Köln\nJosé,Málaga\n'],
    ['macintosh', 'Name\nCafé\nJosé\n'],
    ['macintosh', 'Nombre\nGonzález\nMuñoz\n'],
    ['macintosh', 'NAME;ORT\nMÜLLER;KÖLN\n'],
    ['ibm866', 'Имя;Город\nИванов;Москва\n'],
    ['windows-1251', 'Имя;Город\nИванов Иван;Москва\n'],
    ['windows-1251', 'Име\nИванов\nКолев\n'],
    ['windows-1253', 'Όνομα;Πόλη\nΓιώργος;Αθήνα\n'],
    ['windows-1250', 'Imię;Miasto\nŁukasz Wąsik;Żółte Błota\n'],
    ['windows-1250', 'Jméno;Město\nNovotný;Nový Bydžov\n'],
    ['windows-1254', 'Ad;Şehir\nYıldız Şahin;Beyoğlu\n'],
    ['big5', '訂單,商品\n1,龍井茶葉\n2,烏龍茶壺\n'],
    ['shift_jis', '注文,商品\n1,緑茶とカップ\n'],
  ])('not guessed for text in %s', async (encoding, text) => {
    expect(await find(text, encoding)).toBe('refused')
  })

  test('not guessed for a declared one, a mark, or bytes that it does not have', async () => {
    const western = encode('Name\nMüller\n', 'windows-1252')
    await expect(findEncoding(new Blob([western]), 'utf-8')).rejects.toThrow(ProblemError)
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...[...'é\n'.repeat(20)].flatMap((letter) => [letter.charCodeAt(0), 0]),
      0x41,
    ])
    await expect(findEncoding(new Blob([utf16]), undefined)).rejects.toThrow(ProblemError)
    // Rows of another program that were appended to a file in UTF-8.
    const appended = encode('Müller\n'.repeat(20), 'windows-1252')
    await expect(findEncoding(new Blob(['\uFEFFName\n', appended]), undefined)).rejects.toThrow(ProblemError)
    const chinese = encode('订单号,商品名称\n1,龙井茶\n', 'gb18030')
    await expect(findEncoding(new Blob([chinese, Uint8Array.of(0xff)]), undefined)).rejects.toThrow(ProblemError)
  })

  test('UTF-8 before anything else', async () => {
    expect(await findEncoding(new Blob(['Müller,龙井茶\n']), undefined)).toEqual({
      encoding: 'utf-8',
      isGuessed: false,
    })
  })
})

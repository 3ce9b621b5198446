/** Lower-case letters that Unicode does not decompose into a letter and an accent. */
export const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const letterPattern = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/** Normalizes the spelling: lower case, full-width and accented letters as plain ones. Only combining diacritics are removed, not the vowel signs of other scripts. */
export const normalize = (text: string): string =>
  unaccentedPattern.test(text) ? text.toLowerCase().trim() : normalizeUnicode(text)
/** ASCII and the usual Chinese characters, of which Unicode has one spelling each. */
const unaccentedPattern = /^[\x20-\x7e\u4e00-\u9fff]*$/
const normalizeUnicode = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(letterPattern, (letter) => plainLetters[letter] ?? letter)
    .trim()

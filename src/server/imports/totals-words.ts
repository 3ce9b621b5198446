const englishWords = ['total', 'totals', 'subtotal', 'grand total', 'sum']
const germanWords = ['summe', 'gesamt', 'gesamtsumme']
const words: ReadonlySet<string> = new Set([...englishWords, ...germanWords])
const chineseWords = /^(?:本页|本期)?(?:合计|总计|小计)|^共\s*\d+\s*[单笔条件行]/u

/** Whether a cell names totals, as the last row of many tables does where the others have a number, a day or an item. */
export function isTotalsWord(text: string): boolean {
  const word = text.trim().replace(/\s*[:：]$/, '')
  return words.has(word.toLowerCase()) || chineseWords.test(word)
}

const words: ReadonlySet<string> = new Set([
  ...['合计', '总计', '小计', '本页合计', '本页小计', '本期合计'],
  ...['total', 'totals', 'subtotal', 'grand total', 'sum', 'summe', 'gesamt', 'gesamtsumme'],
])

/** Whether a cell names totals, which the last row of many tables has where the others have a number or a day. */
export const isTotalsWord = (text: string): boolean =>
  words.has(
    text
      .trim()
      .replace(/\s*[:：]$/, '')
      .toLowerCase(),
  )

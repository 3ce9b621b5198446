/** The one spelling of a tag: lower case, with single spaces. */
export const normalizeTag = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()

/** The tags in the column of an order, in the order in which people read them; the column has them by code point. */
export const parseTags = (column: string): string[] => sortTags(JSON.parse(column) as string[])

/** Numbers by their value: “batch 2” before “batch 10”. */
export const sortTags = (tags: readonly string[]): string[] => tags.toSorted(collator.compare)
const collator = new Intl.Collator('zh', { numeric: true })

/** The one spelling of a tag: lower case, with single spaces. */
export const normalizeTag = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ').toLowerCase()

/** The tags in the column of an order. */
export const parseTags = (column: string): string[] => JSON.parse(column) as string[]

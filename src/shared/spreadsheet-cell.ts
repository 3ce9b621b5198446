/**
 * A number or name in a cell without what keeps a spreadsheet program from rounding it: the apostrophe before it, or the formula `="…"`. Characters without
 * width, which come along when text is copied, are left out.
 */
export const readIdentifierCell = (text: string): string =>
  text
    .replaceAll(/[\u200b-\u200d\u2060\ufeff]/gu, '')
    .trim()
    .replace(/^="(.*)"$/su, '$1')
    .replace(/^'(?=[+\p{L}\p{N}])/u, '')
    .trim()

/** The whole number that a program wrote as a decimal one, such as `5555.0`, of so few digits that none was lost; other texts as they are. */
export const readWholeNumber = (text: string): string => text.replace(/^(\d{1,15})\.0+$/u, '$1')

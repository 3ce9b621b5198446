/** Text for XML. Characters that XML cannot hold are written as spreadsheets write them (`_x0001_`), and so is text that looks like that. */
export const escapeXml = (text: string): string => (specialPattern.test(text) ? escapeSpecial(text) : text)

// oxlint-disable-next-line no-control-regex -- These are the characters to replace.
const specialPattern = /[&<>"_\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/

const escapeSpecial = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    // oxlint-disable-next-line no-control-regex -- These are the characters to replace.
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, toSpreadsheetEscape)
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

const toSpreadsheetEscape = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

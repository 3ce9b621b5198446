import { type Expression, sql, type SqlBool } from 'kysely'

/**
 * The spellings that `lower` of a stored text may have, if the text is the same but for case: `lower` of both databases changes ASCII letters only. As it is typed, in small and in capital
 * letters, and with words that begin with one; compatibility characters also as plain ones.
 */
export function lowerCaseSpellings(text: string): string[] {
  const lowerCase = text.toLowerCase()
  const capitalized = lowerCase.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  const spellings = [text, lowerCase, text.toUpperCase(), capitalized]
  return [...new Set(spellings.flatMap((each) => [each, each.normalize('NFKC')]).map(lowerAscii))]
}

const lowerAscii = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Whether a text contains another one, by `like`: SQLite ignores the case of ASCII letters, PostgreSQL does not. */
export const contains = (text: Expression<unknown>, part: string): Expression<SqlBool> =>
  sql<SqlBool>`${text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`

import { type Expression, sql, type SqlBool } from 'kysely'

/**
 * Whether a user of the query has the text as a part of the name in pinyin, with or without spaces, or as it is written, or of the email.
 * `folded` is the text as `foldName` makes it.
 */
export function matchesName(text: string, folded: string): Expression<SqlBool> {
  const lowerCase = text.normalize('NFKC').toLowerCase()
  const conditions = [contains(sql.ref('email_key'), lowerCase)]
  if (folded !== '') conditions.push(contains(sql`replace(name_sort_key, ' ', '')`, folded.replaceAll(' ', '')))
  // Chinese characters, and signs that are not in the key.
  if (folded !== lowerCase.trim() || /[^\x20-\x7e]/.test(text)) conditions.push(contains(sql.ref('name'), text))
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

const contains = (text: Expression<unknown>, part: string) =>
  sql<SqlBool>`${text} like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`} escape '\\'`

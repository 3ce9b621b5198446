import type { Db } from '#server/db/database.ts'
import { contains } from '#server/db/lower-case.ts'
import { foldText } from '#server/list/text-matcher.ts'
import { plainLetters } from '#server/list/normalize.ts'
import { type Expression, sql, type SqlBool } from 'kysely'

/**
 * Whether a user of the query has the text as a part of the name in pinyin, with or without spaces, or as it is written, or of the email, or as
 * the initials of the name: `zm` finds 周敏. Accents make no difference: `strauss` finds Strauß. `folded` is the text as `foldName` makes it, and `table` what the query calls the users.
 */
export function matchesName(text: string, folded: string, table = 'users'): Expression<SqlBool> {
  const lowerCase = text.normalize('NFKC').toLowerCase()
  const [name, sortKey] = [sql.ref(`${table}.name`), sql.ref(`${table}.name_sort_key`)]
  const conditions = [contains(sql.ref(`${table}.email_key`), lowerCase)]
  if (folded !== '') conditions.push(contains(toPlainKey(sortKey), toPlainName(folded)))
  if (/^[a-z]{2,4}$/.test(folded))
    conditions.push(sql`' ' || ${sortKey} like ${folded.replaceAll(/./g, '% $&')} || '%'`)
  // Chinese characters, and signs that are not in the key.
  if (folded !== lowerCase.trim() || /[^\x20-\x7e]/.test(text)) conditions.push(contains(name, text))
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}

/** What a sort key may have in place of plain letters, and the sigma at the end of words, which is within a word for those who search for a part of it. */
const variants = Object.entries({ ...plainLetters, 'ς': 'σ', ' ': '' })

const toPlainName = (folded: string): string =>
  variants.reduce((text, [letter, plain]) => text.replaceAll(letter, plain), folded)

const toPlainKey = (sortKey: Expression<unknown>): Expression<unknown> =>
  variants.reduce((text, [letter, plain]) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(plain)})`, sortKey)

/**
 * The ids of the account with this id, or of those with this name or email address, whatever its case; if there is none, of those whose names have it as
 * words, whatever their case and accents: `zhou min` and `周敏` find 周敏 Zhou Min.
 */
export async function findUserIds(db: Db, text: string): Promise<string[]> {
  const wanted = text.trim().toLowerCase()
  const found = await db.selectFrom('users').select(['id', 'name', 'email']).execute()
  const exact = found.filter(({ id, name, email }) => [id, name.toLowerCase(), email.toLowerCase()].includes(wanted))
  const words = ` ${foldText(text)} `
  const matching = exact.length > 0 ? exact : found.filter(({ name }) => ` ${foldText(name)} `.includes(words))
  return matching.map(({ id }) => id)
}

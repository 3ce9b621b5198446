/**
 * The key that sorts people by name: lower-case letters without accents, Chinese names in pinyin (王芳 → `wang fang`), so that Chinese and
 * Latin names mix in one order, the same on both databases.
 */
export function createNameSortKey(name: string): string {
  const known = keys.get(name)
  if (known !== undefined) return known
  const key = foldName(/\p{Script=Han}/u.test(name) ? toPinyin(name) : name)
  if (keys.size >= maxKeys) keys.clear()
  keys.set(name, key)
  return key
}

/** An order needs the key of its name for its row, its customer and its search tokens; others of a batch have the same names and cities. */
const keys = new Map<string, string>()
const maxKeys = 2_000

/** Lower-case letters without accents, and one space for whatever is between words. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()

let library: typeof import('pinyin-pro') | undefined

/** Loaded with the first Chinese name, because its dictionary takes 0.15 s and 30 MB; without `await`, because orders are built within transactions. */
function toPinyin(name: string): string {
  library ??= require('pinyin-pro') as typeof import('pinyin-pro')
  // Family names have readings of their own: 单 is Shan, not dan.
  return library.pinyin(name, { toneType: 'none', surname: 'head', nonZh: 'consecutive' })
}

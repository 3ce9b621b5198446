/**
 * The key that sorts people by name: lower-case letters without accents, Chinese names in pinyin (王芳 → `wang fang`), so that Chinese and
 * Latin names mix in one order, the same on both databases.
 */
export function createNameSortKey(name: string): string {
  if (name !== last.name) last = { name, key: foldName(/\p{Script=Han}/u.test(name) ? toPinyin(name) : name) }
  return last.key
}

/** An order needs the same key twice: for its row, and for its search tokens. */
let last = { name: '', key: '' }

/** Lower-case letters without accents, and one space for whatever is between words. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()

/** Loaded with the first Chinese name, because its dictionary takes 0.15 s and 30 MB; without `await`, because orders are built within transactions. */
function toPinyin(name: string): string {
  const { pinyin } = require('pinyin-pro') as typeof import('pinyin-pro')
  // Family names have readings of their own: 单 is Shan, not dan.
  return pinyin(name, { toneType: 'none', surname: 'head', nonZh: 'consecutive' })
}

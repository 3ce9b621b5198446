import { isUnspaced, prefixRange, type TokenRange } from '#server/orders/tokens/search-words.ts'

/**
 * Packed postings: the keys of all orders of a part that a word finds, as one text, for words that many of them have. Two frequent words that hardly any order has together are then intersected by reading
 * two texts in each part, and not some thousand postings. Words are packed as they are searched: those of scripts without spaces exactly, all others by prefix, so `ann` has the orders of `anna`, too.
 */

/** Orders of a part from which on a word is packed; fewer postings are read as fast. */
export const minPackedOrders = 16

/** The tokens that are packed: words of places (`+`), and words of names and email addresses that begin like nearly all of them, with a letter or a digit. */
export const packedRanges: readonly TokenRange[] = [
  prefixRange('+'),
  { from: '0', to: ':' },
  { from: 'a', to: '{' },
  { from: '\u0080', to: '\u{10FFFF}' },
]

/** Whether a token is in `packedRanges`, which the databases compare by code points. */
export const isPacked = (token: string): boolean => /^[+0-9a-z\u0080-\u{10FFFF}]/u.test(token)

/** Whether a word is found by exactly this token instead of by all tokens that begin with it. */
export const isPackedExactly = isUnspaced

/** Differences up to this are one character, three digits of this base are more than the largest key, and all characters are below the surrogates. */
const base = 46_500
const zero = 0x100
/** Before a key of three digits. */
const absolute = zero + base

/** Packs sorted keys: mostly one character each, their difference to the key before. */
function packKeys(keys: Float64Array): string {
  let text = ''
  let last = 0
  for (const key of keys) {
    const difference = key - last
    text +=
      difference < base
        ? String.fromCharCode(zero + difference)
        : String.fromCharCode(
            absolute,
            zero + Math.floor(key / (base * base)),
            zero + (Math.floor(key / base) % base),
            zero + (key % base),
          )
    last = key
  }
  return text
}

/** The keys of packed orders, sorted. */
export function unpackKeys(text: string): number[] {
  const keys: number[] = []
  let key = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === absolute) {
      key = 0
      for (const end = at + 3; at < end;) key = key * base + text.charCodeAt(++at) - zero
    } else key += code - zero
    keys.push(key)
  }
  return keys
}

/** A word of a part with its orders. */
export interface PackedWord {
  token: string
  orderKeys: string
}

/** Collects the packed postings of a part from its postings, sorted by token. */
export class PostingPacker {
  /** The last token and those that it begins with: their orders are not complete yet. */
  readonly #open: { token: string; keys: number[] }[] = []
  readonly #packed: PackedWord[] = []

  add(token: string, key: number): void {
    if (this.#open.at(-1)?.token !== token) {
      this.#closeUntil((open) => !isPackedExactly(open) && token.startsWith(open))
      this.#open.push({ token, keys: [] })
    }
    for (const { keys } of this.#open) keys.push(key)
  }

  /** All words that are frequent enough. */
  finish(): PackedWord[] {
    this.#closeUntil(() => false)
    return this.#packed
  }

  #closeUntil(isKept: (token: string) => boolean): void {
    for (let last = this.#open.at(-1); last && !isKept(last.token); last = this.#open.at(-1)) {
      this.#open.pop()
      if (last.keys.length < minPackedOrders) continue
      const keys = Float64Array.from(new Set(last.keys)).sort()
      if (keys.length >= minPackedOrders) this.#packed.push({ token: last.token, orderKeys: packKeys(keys) })
    }
  }
}

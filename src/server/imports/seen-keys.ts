/** What a key identifies of an order. */
export type KeyKind = 'name' | 'id'

const flags: Readonly<Record<KeyKind, number>> = { name: 1, id: 2 }
/** The two halves of a hash, and the line with the flags. */
const wordsPerSlot = 3
const segmentCount = 64
const initialSlots = 64
/** The growth factor, less than 2, so that little of the table is empty. */
const growth = 1.5

/**
 * The lines on which keys of a file appeared first, in about 20 bytes for a key however long it is, because a file can have millions: of each key it
 * keeps a hash of 64 bits, which two of a few million different keys have in common once in millions of files. A name that is also the id takes no more.
 */
export class SeenKeys {
  // Each grows by itself, so that there are never two copies of all of them.
  readonly #segments = Array.from({ length: segmentCount }, () => new Segment())
  readonly #seed = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n

  /** The line on which a key of this kind appeared first; undefined for a new one. */
  find(kind: KeyKind, key: string): number | undefined {
    const { segment, low, high } = this.#locate(key)
    return segment.find(low, high, flags[kind])
  }

  /** The line on which a key of this kind appeared first; a new one is remembered with this line, from 1, and undefined is returned. */
  remember(kind: KeyKind, key: string, line: number): number | undefined {
    const { segment, low, high } = this.#locate(key)
    const known = segment.find(low, high, flags[kind])
    if (known === undefined) segment.add(low, high, flags[kind], line)
    return known
  }

  #locate(key: string) {
    const hash = Bun.hash.wyhash(key, this.#seed)
    const [low, high] = [Number(hash & 0xffff_ffffn), Number(hash >> 32n)]
    return { segment: this.#segments[high % segmentCount] as Segment, low, high }
  }
}

/** Open addressing: from the slot of its hash on, the entries of a key come before the first empty one. */
class Segment {
  #words = new Uint32Array(initialSlots * wordsPerSlot)
  #count = 0

  find(low: number, high: number, flag: number): number | undefined {
    for (let at = this.#start(low); ; at = this.#next(at)) {
      const value = this.#words[at + 2] ?? 0
      if (value === 0) return undefined
      if (this.#words[at] === low && this.#words[at + 1] === high && value & flag) return value >>> 2
    }
  }

  add(low: number, high: number, flag: number, line: number): void {
    for (let at = this.#start(low); ; at = this.#next(at)) {
      const value = this.#words[at + 2] ?? 0
      const isSame = this.#words[at] === low && this.#words[at + 1] === high && value >>> 2 === line
      if (value !== 0 && !isSame) continue
      this.#set(at, low, high, ((line << 2) | (value & 3) | flag) >>> 0)
      if (value === 0) this.#count++
      break
    }
    if (this.#count * wordsPerSlot * 4 > this.#words.length * 3) this.#grow()
  }

  #start = (low: number): number => (low % (this.#words.length / wordsPerSlot)) * wordsPerSlot
  #next = (at: number): number => (at + wordsPerSlot) % this.#words.length

  #set(at: number, low: number, high: number, value: number): void {
    this.#words[at] = low
    this.#words[at + 1] = high
    this.#words[at + 2] = value
  }

  #grow(): void {
    const words = this.#words
    this.#words = new Uint32Array(Math.ceil((words.length / wordsPerSlot) * growth) * wordsPerSlot)
    for (let from = 0; from < words.length; from += wordsPerSlot) {
      const [low = 0, high = 0, value = 0] = [words[from], words[from + 1], words[from + 2]]
      if (value === 0) continue
      let at = this.#start(low)
      while (this.#words[at + 2] !== 0) at = this.#next(at)
      this.#set(at, low, high, value)
    }
    // Frees the memory of the old table now instead of at the next garbage collection.
    words.buffer.transfer(0)
  }
}

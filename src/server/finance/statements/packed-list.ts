import { createGarbageCollector } from '#server/runtime/collect-garbage.ts'

/** Batches are worked on in one turn of the event loop, which takes a few milliseconds. */
const itemsPerBatch = 250
/** Left alone, what items are made of takes 50 MB and more until it is collected; collecting five times as often takes twice as long for a check. */
const batchesPerCollection = 100

/** A list of plain values, compressed in batches: 100,000 lines of a file take 200 MB as objects, and 5 MB in here. */
export class PackedList<Item> {
  readonly #packed: Uint8Array[] = []
  /** The last batch, until it is full. */
  #last: Item[] = []
  readonly #collectGarbage = createGarbageCollector()

  get length(): number {
    return this.#packed.length * itemsPerBatch + this.#last.length
  }

  push(item: Item): void {
    this.#last.push(item)
    if (this.#last.length < itemsPerBatch) return
    this.#packed.push(Bun.zstdCompressSync(JSON.stringify(this.#last), { level: 1 }))
    this.#last = []
    if (this.#packed.length % batchesPerCollection === 0) this.#collectGarbage()
  }

  /** The first items, at most as many as a batch has. */
  first(count: number): Item[] {
    return this.batches().next().value?.slice(0, count) ?? []
  }

  /** The items in their order, in batches. */
  *batches(): Generator<Item[]> {
    for (const [index, packed] of this.#packed.entries()) {
      if (index % batchesPerCollection === batchesPerCollection - 1) this.#collectGarbage()
      yield JSON.parse(Bun.zstdDecompressSync(packed).toString()) as Item[]
    }
    if (this.#last.length > 0) yield [...this.#last]
  }
}

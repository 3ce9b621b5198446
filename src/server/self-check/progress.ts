import { yieldToEventLoop } from '#server/runtime/event-loop.ts'

/** Counts the rows that a verification has read, and lets others work between two slices: SQLite answers synchronously. */
export class Progress {
  #done = 0
  readonly #total: number
  readonly #onProgress: (share: number, rows: number, work: number) => void
  /** Aborted when the verification should stop. */
  readonly signal: AbortSignal

  /**
   * `total` is the number of rows expected; `onProgress` gets the share of them, from 0 to 1, after each slice, the rows of the slice, and how many rows take as
   * much memory.
   */
  constructor(total: number, onProgress: (share: number, rows: number, work: number) => void, signal: AbortSignal) {
    this.#total = total
    this.#onProgress = onProgress
    this.signal = signal
  }

  /** Counts rows that another thread has read. */
  count(rows: number, work = rows): void {
    this.#done += rows
    this.#onProgress(this.#total > 0 ? Math.min(this.#done / this.#total, 1) : 1, rows, work)
  }

  /** Call after each slice. Throws the reason of the signal once it is aborted. */
  async advance(rows: number, work = rows): Promise<void> {
    this.count(rows, work)
    await yieldToEventLoop()
    this.signal.throwIfAborted()
  }
}

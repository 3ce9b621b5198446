import { longestPollMs } from '#server/db/sqlite-connection.ts'
import { ThreadConnection } from '#server/db/thread-connection.ts'
import { WriteThread } from '#server/db/write-thread.ts'

/** The thread ends after so long without a large transaction, because it takes memory. */
const idleMs = 5000
/** Between many large transactions the lock is free for long enough that another program which waits for it asks for it. */
const turnOfOthersMs = longestPollMs + 3

/** Large transactions on a SQLite file, one after the other, in a thread that runs only while there are some. */
export class LargeWrites {
  readonly #path: string
  #thread: WriteThread | undefined
  #idleTimer: Timer | undefined
  #autocheckpointPages: number | undefined
  #isUsed = false
  #endedAt = 0
  #isClosed = false

  constructor(path: string) {
    this.#path = path
  }

  /** Starts the thread. The write-ahead log may grow to this many pages before a checkpoint; other programs can write between the transactions. */
  expectMany(autocheckpointPages: number): void {
    this.#autocheckpointPages = autocheckpointPages
    this.#start()
  }

  /** Runs `work` with the connection for one transaction. */
  async use<Result>(work: (connection: ThreadConnection) => Promise<Result>): Promise<Result> {
    this.#isUsed = true
    try {
      await this.#giveTurn()
      return await work(new ThreadConnection(this.#start()))
    } finally {
      this.#isUsed = false
      this.#endedAt = performance.now()
      this.#idleTimer = setTimeout(() => this.releaseMemory(), idleMs)
      this.#idleTimer.unref()
    }
  }

  /** The next orders of an import are read already when a transaction ends: without a pause a server would wait for its turn for many of them. */
  async #giveTurn(): Promise<void> {
    const pauseMs = this.#endedAt + turnOfOthersMs - performance.now()
    if (this.#autocheckpointPages !== undefined && pauseMs > 0) await Bun.sleep(pauseMs)
  }

  #start(): WriteThread {
    if (this.#isClosed) throw new Error('The database is closed')
    clearTimeout(this.#idleTimer)
    if (!this.#thread || this.#thread.hasFailed) this.#thread = new WriteThread(this.#path, this.#autocheckpointPages)
    return this.#thread
  }

  /** Ends the thread, unless a transaction is under way; the next one starts another. */
  releaseMemory(): void {
    if (!this.#isUsed) void this.#end()
  }

  /** Ends the thread for good; a transaction that is under way fails. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end()
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const thread = this.#thread
    this.#thread = undefined
    await thread?.close()
  }
}

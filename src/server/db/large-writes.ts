import { ThreadConnection } from '#server/db/thread-connection.ts'
import { WriteThread } from '#server/db/write-thread.ts'

/** The thread ends after so long without a large transaction, because it takes memory. */
const idleMs = 5000

/** Large transactions on a SQLite file, one after the other, in a thread that runs only while there are some. */
export class LargeWrites {
  readonly #path: string
  #thread: WriteThread | undefined
  #idleTimer: Timer | undefined
  #autocheckpointPages: number | undefined
  #isUsed = false
  #isClosed = false

  constructor(path: string) {
    this.#path = path
  }

  /** Starts the thread. The log may grow to so many pages before it is moved to the file. */
  expectMany(autocheckpointPages: number): void {
    this.#autocheckpointPages = autocheckpointPages
    this.#start()
  }

  /** Runs `work` with the connection for one transaction. */
  async use<Result>(work: (connection: ThreadConnection) => Promise<Result>): Promise<Result> {
    this.#isUsed = true
    try {
      return await work(new ThreadConnection(this.#start()))
    } finally {
      this.#isUsed = false
      this.#idleTimer = setTimeout(() => this.releaseMemory(), idleMs)
      this.#idleTimer.unref()
    }
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

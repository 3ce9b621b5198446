import type { Bindable } from '#server/db/column-values.ts'
import { startWriteWorker } from '#server/start-worker.ts'

/** A statement with its values; `run` numbers the texts of those sent ahead as they come, and a known text is its number. */
export type AheadStatement = [text: string | number, values: readonly Bindable[]]

/** What the thread is asked to do, sent as JSON, which takes a quarter of the time that copying the values takes. It answers each request, in order. */
export type WriteRequest =
  | { type: 'open'; path: string; autocheckpointPages: number | undefined }
  /** Answered with the result of `read`, which runs last. After a failure nothing runs until the next `begin` or `roll back`. */
  | { type: 'run'; ahead: readonly AheadStatement[]; read?: [text: string, values: readonly Bindable[]] }
  | { type: 'begin' | 'roll back' | 'close' }

/** As JSON; empty without a result. Whole numbers are exact, as everywhere (`SqliteFile.execute`). */
export type WriteAnswer =
  | { rows: Record<string, Bindable>[]; changes: number }
  | { error: { name: string; message: string; code?: string; errno?: number } }

/** A thread with a connection for writing. */
export class WriteThread {
  readonly #worker = startWriteWorker()
  readonly #waiting: PromiseWithResolvers<string>[] = []
  readonly #numbers = new Map<string, number>()
  #failure: Error | undefined

  /** `autocheckpointPages`: how large the log gets before it is moved to the file. */
  constructor(path: string, autocheckpointPages: number | undefined) {
    this.#worker.onmessage = ({ data }: MessageEvent<string>) => this.#waiting.shift()?.resolve(data)
    this.#worker.onerror = ({ message }) => this.#fail(message)
    this.#worker.addEventListener('close', () => this.#fail('The thread that writes has ended'))
    // What goes wrong is answered to the first request as well.
    this.call({ type: 'open', path, autocheckpointPages }).catch(() => {})
  }

  /** Its connection and uncommitted changes are lost. */
  get hasFailed(): boolean {
    return this.#failure !== undefined
  }

  /** The result of what was asked; throws what went wrong, with the code of SQLite. */
  async call(request: WriteRequest): Promise<Extract<WriteAnswer, { rows: unknown }>> {
    return this.send(JSON.stringify(request))
  }

  /** The same for a request that is JSON already. */
  async send(json: string): Promise<Extract<WriteAnswer, { rows: unknown }>> {
    if (this.#failure) throw this.#failure
    const waiting = Promise.withResolvers<string>()
    this.#waiting.push(waiting)
    this.#worker.postMessage(json)
    const text = await waiting.promise
    if (text === '') return { rows: [], changes: 0 }
    const answer = JSON.parse(text) as WriteAnswer
    if (!('error' in answer)) return answer
    throw Object.assign(new Error(answer.error.message), answer.error)
  }

  /** The text of a statement the first time, afterwards a number for it. */
  abbreviate(text: string): string | number {
    const number = this.#numbers.get(text)
    if (number !== undefined) return number
    this.#numbers.set(text, this.#numbers.size)
    return text
  }

  /** Closes the file, which undoes what was not committed, and ends the thread. */
  async close(): Promise<void> {
    await this.call({ type: 'close' }).catch(() => {})
    this.#fail('The thread that writes was closed')
    this.#worker.terminate()
  }

  #fail(message: string): void {
    this.#failure ??= new Error(message)
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
  }
}

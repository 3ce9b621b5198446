import { yieldToEventLoop } from '#server/runtime/event-loop.ts'

/** The values of a generator, which can produce the next one while the previous one is processed. */
export class ReadAhead<Value> {
  readonly #values: AsyncGenerator<Value, void>
  #next: Promise<IteratorResult<Value, void>> | undefined

  constructor(values: AsyncGenerator<Value, void>) {
    this.#values = values
  }

  /** Starts to produce the next value after pending work has run; `next` throws its errors. */
  start(): void {
    this.#next ??= yieldToEventLoop().then(() => this.#values.next())
    this.#next.catch(() => {})
  }

  /** The next value; undefined at the end. */
  async next(): Promise<Value | undefined> {
    const next = this.#next ?? this.#values.next()
    this.#next = undefined
    return (await next).value ?? undefined
  }

  /** Ends the generator once the value that it is producing is complete. */
  async end(): Promise<void> {
    await this.#values.return()
  }
}

import type { CompiledQuery } from 'kysely'

const isAhead = Symbol('sent ahead')

/** Marks a statement that may be sent without waiting for its answer. Copies with other parameters are marked, too. */
export const asSentAhead = <Row>(query: CompiledQuery<Row>): CompiledQuery<Row> =>
  ({ ...query, [isAhead]: true }) as CompiledQuery<Row>

export const isSentAhead = (query: CompiledQuery): boolean => isAhead in query

/** What a connection has sent without waiting for the answers, in its order. */
export class Unanswered {
  readonly #sent: { size: number; answered: Promise<void> }[] = []
  #error: unknown

  /** `size` is how much memory it takes until it is answered. */
  add(size: number, answer: Promise<unknown>): void {
    this.#sent.push({ size, answered: this.#take(answer) })
  }

  async #take(answer: Promise<unknown>): Promise<void> {
    try {
      await answer
    } catch (error) {
      this.#error ??= error
    }
    this.#sent.shift()
  }

  /** Waits until no more than `maxSize` is unanswered; throws the first error that was answered. */
  async wait(maxSize = 0): Promise<void> {
    while (this.#sent.reduce((sum, { size }) => sum + size, 0) > maxSize) await this.#sent[0]?.answered
    if (this.#error !== undefined) throw this.#error
  }

  /** Waits for all answers, whatever they are. */
  async settle(): Promise<void> {
    await this.#sent.at(-1)?.answered
  }
}

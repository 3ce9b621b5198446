import type { CompiledQuery } from 'kysely'

const ahead = Symbol('sent ahead')

/** When a statement is sent without waiting for its result: always, or only after other such statements. A single one then throws its error itself. */
type Ahead = 'always' | 'after others'

/** Marks a statement that may be sent without waiting for its answer. Copies with other parameters are marked, too. */
export const asSentAhead = <Row>(query: CompiledQuery<Row>, when: Ahead): CompiledQuery<Row> =>
  ({ ...query, [ahead]: when }) as CompiledQuery<Row>

/** Whether a statement may be sent without waiting for its answer; undefined if not. */
export const sentAhead = (query: CompiledQuery): Ahead | undefined =>
  (query as CompiledQuery & { [ahead]?: Ahead })[ahead]

/** The statements that a connection has sent without waiting for their results, in order. */
export class Unanswered {
  readonly #sent: { size: number; answered: Promise<void> }[] = []
  #error: unknown

  get isEmpty(): boolean {
    return this.#sent.length === 0
  }

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

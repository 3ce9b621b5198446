import { assertBindable, type Bindable } from '#server/db/column-values.ts'
import { Connection } from '#server/db/connection.ts'
import { sentAhead, Unanswered } from '#server/db/sent-ahead.ts'
import { sliceMs, waitForWriteLock } from '#server/db/sqlite-connection.ts'
import type { AheadStatement, WriteRequest, WriteThread } from '#server/db/write-thread.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { CompiledQuery, QueryResult } from 'kysely'

/** Statements are sent to the thread in batches of about this many values, those of about ten orders, because each message has a fixed cost. */
const valuesPerMessage = 3000
/** Maximum number of characters in flight, about those of a few hundred orders. */
const maxUnanswered = 1_000_000

/**
 * The connection of a thread, for one transaction. Statements that are sent ahead run while JavaScript makes the next ones; every other one, and the end
 * of the transaction, waits for these and throws what went wrong.
 */
export class ThreadConnection extends Connection {
  readonly #thread: WriteThread
  readonly #unanswered = new Unanswered()
  #unsent: [text: string, values: readonly Bindable[]][] = []
  #unsentValues = 0
  #sliceStartedAt = performance.now()

  constructor(thread: WriteThread) {
    super()
    this.#thread = thread
  }

  protected async run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const values = assertBindable(query.parameters)
    if (performance.now() - this.#sliceStartedAt > sliceMs) {
      await yieldToEventLoop()
      // The transaction may have been rolled back in the meantime.
      this.assertUsable()
      this.#sliceStartedAt = performance.now()
    }
    if (sentAhead(query) === undefined) {
      const { rows, changes } = await this.#thread.call({
        type: 'run',
        ahead: this.#takeUnsent(),
        read: [query.sql, values],
      })
      await this.#unanswered.wait()
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) }
    }
    this.#unsent.push([query.sql, values])
    this.#unsentValues += values.length
    if (this.#unsentValues >= valuesPerMessage) {
      this.#send({ type: 'run', ahead: this.#takeUnsent() })
      await this.#unanswered.wait(maxUnanswered)
    }
    return { rows: [] }
  }

  /** For a request that is sent now: texts get their numbers in the order in which the thread receives them, and those of a rollback are never sent. */
  #takeUnsent(): AheadStatement[] {
    const unsent = this.#unsent.map(([text, values]): AheadStatement => [this.#thread.abbreviate(text), values])
    this.#unsent = []
    this.#unsentValues = 0
    return unsent
  }

  #send(request: WriteRequest): void {
    const json = JSON.stringify(request)
    this.#unanswered.add(json.length, this.#thread.send(json))
  }

  protected async transactionControl(transactionControl: 'begin' | 'commit' | 'roll back'): Promise<void> {
    if (transactionControl === 'begin') await waitForWriteLock(() => this.#thread.call({ type: 'begin' }))
    else if (transactionControl === 'commit') {
      // Answered with the error of a statement before it, if there is one.
      await this.#thread.call({ type: 'run', ahead: this.#takeUnsent(), read: ['commit', []] })
      await this.#unanswered.wait()
    } else await this.#thread.call({ type: 'roll back' })
  }
}

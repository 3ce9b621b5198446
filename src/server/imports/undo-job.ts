import { inTransaction } from '#server/auth/access.ts'
import { recordEvents } from '#server/events/events.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { Transaction } from '#server/db/database.ts'
import { type BlockedOrder, findBlocked, summarizeUndo } from '#server/imports/undo-summary.ts'
import { updateImport } from '#server/imports/import-store.ts'
import * as store from '#server/imports/undo-store.ts'
import { type FileJobKind, JobBlocked, type JobRun } from '#server/jobs/job-kind.ts'
import { listOrdersToRemove, removeOrders } from '#server/orders/removal/remove-orders.ts'
import type { EventAction } from '#shared/events/event-actions.ts'

/** Maximum number of orders that a blocked job lists for each reason. */
const maxListed = 100

/** Removes all orders of an import in parts, from where it was interrupted. */
export const undoImportJobKind: FileJobKind = {
  permission: 'orders.undo_import',
  work: async (run) => {
    const undo = await ImportUndo.begin(run)
    if (!undo) return
    await undo.check()
    while (await undo.removeSome()) {
      run.throwIfStopping()
      await yieldToEventLoop()
    }
    await undo.finish()
  },
}

/**
 * The undo of one import. From its beginning on nothing else changes the orders of the import, so none can be touched once they were checked. Every part is one
 * transaction, which checks again what the beginning does not keep others from: a match with a statement, and the close of a month.
 */
class ImportUndo {
  readonly #run: JobRun
  readonly #number: string
  readonly #fileName: string
  #removed: number
  #total: number

  private constructor(run: JobRun, { number, fileName }: { number: string; fileName: string }, removed: number) {
    this.#run = run
    this.#number = number
    this.#fileName = fileName
    this.#removed = removed
    this.#total = removed
  }

  /** Claims the import; `undefined` if everything is done already. */
  static async begin(run: JobRun): Promise<ImportUndo | undefined> {
    const { import: number = '' } = JSON.parse(run.job.parameters) as { import?: string }
    return inTransaction(run.context, async (transaction) => {
      const found = await store.findImport(transaction, number)
      if (!found || (found.undo_job_id ?? run.job.id) !== run.job.id) throw new JobBlocked()
      const removed = await store.countRemoved(transaction, number)
      const undo = new ImportUndo(run, { number, fileName: found.file_name }, removed)
      if (found.undone_at !== null) return undefined
      await undo.#save(transaction, [], true)
      if (found.undo_started_at !== null) return undo
      const at = run.context.kontor.now()
      await updateImport(transaction, number, {
        undo_job_id: run.job.id,
        undo_user_id: run.job.user_id,
        undo_started_at: at,
      })
      await undo.#record(transaction, 'orders.import_undo_started', at)
      return undo
    })
  }

  /** Throws `JobBlocked` when something was done with any of the orders since the import. */
  async check(): Promise<void> {
    const { kontor } = this.#run.context
    const { orders, blockers } = await summarizeUndo(kontor, this.#number, maxListed)
    this.#total = this.#removed + orders
    if (blockers.length > 0)
      await this.#stop(blockers.flatMap(({ reason, orders: listed }) => listed.map((order) => ({ order, reason }))))
  }

  /** Removes the next orders; returns false when there are none. */
  async removeSome(): Promise<boolean> {
    const { context } = this.#run
    const outcome = await inTransaction(
      context,
      async (transaction) => {
        const orders = await listOrdersToRemove(transaction, this.#number)
        if (orders.length === 0) return { removed: 0, blocked: [] }
        const { blocked } = await findBlocked(transaction, context.kontor, orders)
        if (blocked.length > 0) return { removed: 0, blocked }
        await removeOrders(transaction, context, orders, this.#number)
        await this.#save(transaction, [], false, orders.length)
        return { removed: orders.length, blocked }
      },
      { isLarge: true },
    )
    if (outcome.blocked.length > 0) await this.#stop(outcome.blocked)
    this.#removed += outcome.removed
    return outcome.removed > 0
  }

  /** Says that the import is undone. */
  finish(): Promise<void> {
    const { context } = this.#run
    return inTransaction(context, async (transaction) => {
      const at = context.kontor.now()
      await this.#save(transaction, [])
      await updateImport(transaction, this.#number, { undone_at: at })
      await this.#record(transaction, 'orders.import_undone', at, { removed: this.#removed })
    })
  }

  /** Lists what blocks the undo, and gives the orders free again as long as all of them are there. */
  async #stop(blocked: readonly BlockedOrder[]): Promise<never> {
    const { context } = this.#run
    await inTransaction(context, async (transaction) => {
      await this.#save(transaction, blocked, true)
      if (this.#removed > 0) return
      const at = context.kontor.now()
      await updateImport(transaction, this.#number, {
        undo_job_id: null,
        undo_user_id: null,
        undo_started_at: null,
      })
      await this.#record(transaction, 'orders.import_undo_stopped', at)
    })
    throw new JobBlocked()
  }

  #save(transaction: Transaction, blocked: readonly BlockedOrder[], restarts = false, more = 0): Promise<void> {
    const [removed, total] = [this.#removed + more, this.#total]
    return this.#run.save(transaction, {
      done: removed,
      skipped: 0,
      refused: blocked.length,
      total: Math.max(total, removed + blocked.length),
      state: { percent: total > 0 ? Math.floor((100 * removed) / total) : null, counts: { removed, total } },
      left: blocked.map(({ order, reason }, index) => ({ position: index + 1, order, reason })),
      restarts,
    })
  }

  #record(transaction: Transaction, action: EventAction, at: number, parameters = {}): Promise<void> {
    return recordEvents(transaction, this.#run.context, {
      action,
      objectType: 'import',
      objectId: this.#number,
      objectLabel: this.#fileName,
      parameters: { import: this.#number, ...parameters },
      at,
    })
  }
}

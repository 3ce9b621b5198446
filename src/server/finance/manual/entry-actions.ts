import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { requestEntry, requestReversal } from '#server/finance/manual/entry-requests.ts'
import {
  alone,
  customerOf,
  parseTemplate,
  postManualEntry,
  reverseManual,
} from '#server/finance/manual/manual-entry.ts'
import { parsePostings } from '#server/finance/manual/manual-postings.ts'
import { findEntry } from '#server/finance/store.ts'
import type { EntryView } from '#shared/finance/views.ts'

/**
 * `POST /api/finance/entries`: an entry between any accounts; with `corrects` it takes the place of another manual entry, which it
 * reverses. With `approval` it is not posted but requested: someone else posts it by approving it.
 */
export const postEntry: Action<'postEntry'> = async (context, input) => {
  if (input.approval) return requestEntry(context, input)
  const number = await inTransaction(context, async (transaction, actor) =>
    postManualEntry(transaction, context, alone(transaction, context, actor), {
      day: input.day ?? null,
      memo: input.memo,
      postings: await parsePostings(transaction, context, input.lines, {
        corrected: input.corrects === undefined ? undefined : await findCustomerOfEntry(transaction, input.corrects),
      }),
      corrects: input.corrects ?? null,
      template: await parseTemplate(transaction, input),
      key: newId(),
    }),
  )
  return loadEntry(context, number)
}

/** `POST /api/finance/entries/:number/reversal`: the mirror image of a manual entry, today; with `approval` once someone else approves it. */
export const reverseManualEntry: Action<'reverseManualEntry'> = async (context, { number, memo, approval }) => {
  if (approval) return requestReversal(context, { number, memo })
  const reversal = await inTransaction(context, (transaction, actor) =>
    reverseManual(transaction, context, alone(transaction, context, actor), { number, memo }),
  )
  return loadEntry(context, reversal)
}

/** A correction is about the same customer as what it corrects. */
async function findCustomerOfEntry(transaction: Transaction, number: number): Promise<string | undefined> {
  const entry = await findEntry(transaction, number)
  return entry && customerOf(entry)
}

/** An entry that was just posted. */
export async function loadEntry({ kontor }: AuthenticatedContext, number: number): Promise<EntryView> {
  const entry = await findEntry(kontor.database.read, number)
  if (!entry) throw new Error(`Entry ${number} is missing`)
  return entry
}

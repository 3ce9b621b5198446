import { inTransaction } from '#server/auth/access.ts'
import type { Action, AuthenticatedContext, CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { recordEvents } from '#server/events/events.ts'
import { chartPurposes } from '#server/finance/account-options.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import * as ledgerStore from '#server/finance/ledger-store.ts'
import { type EntryLine, postEntries } from '#server/finance/ledger.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { requireWithinLimit } from '#server/roles/require-within-limit.ts'
import { sumManualDebits } from '#server/finance/manual-entry-store.ts'
import { findEntry } from '#server/finance/store.ts'
import { type ManualLine, type ManualPosting, parseManualLines } from '#shared/finance/manual-entry.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { dayOf, startOfDay, timeAt } from '#shared/time.ts'

/** The source of entries that staff post by hand. */
const source = 'manual'

/** `POST /api/finance/entries`: an entry between any accounts; with `corrects` it takes the place of another manual entry, which it reverses. */
export const postEntry: Action<'postEntry'> = async (context, { day, memo, lines, corrects }) => {
  const number = await inTransaction(context, async (transaction, actor) => {
    if (corrects !== undefined) await reverseInTransaction(transaction, context, actor, { number: corrects, memo })
    // After the reversal, so that by time it also comes after it.
    const occurredAt = toOccurredAt(context, day)
    const [seq] = await postEntries(transaction, context, [
      {
        kind: 'entry.manual',
        occurredAt,
        memo,
        source,
        externalId: corrects === undefined ? newId() : `correction:${corrects}`,
        links: [],
        lines: await toEntryLines(transaction, context, actor, lines),
      },
    ])
    if (seq === undefined) throw new Error('The entry was not posted')
    await recordEntryEvent(transaction, context, 'entry.posted', seq, corrects === undefined ? {} : { corrects })
    return seq
  })
  return loadEntry(context, number)
}

/** `POST /api/finance/entries/:number/reversal`: the mirror image of a manual entry, today. */
export const reverseManualEntry: Action<'reverseManualEntry'> = async (context, { number, memo }) =>
  loadEntry(
    context,
    await inTransaction(context, (transaction, actor) =>
      reverseInTransaction(transaction, context, actor, { number, memo }),
    ),
  )

/** Entries of orders follow from their payments, refunds and edits: only what staff posted by hand is reversed by hand. */
async function reverseInTransaction(
  transaction: Transaction,
  context: RequestContext,
  actor: CurrentUser,
  { number, memo }: { number: number; memo: string },
): Promise<number> {
  const entry = await findEntry(transaction, number)
  if (!entry) throw new ProblemError('not-found')
  if (entry.kind !== 'entry.manual' && entry.reverses === null) throw new ProblemError('entry-of-order', { number })
  if (entry.reversedBy !== null)
    throw new ProblemError('entry-already-reversed', { number, reversal: entry.reversedBy })
  await requireWithinLimits(transaction, context, actor, entry.postings)
  const seq = await reverseEntry(transaction, context, { seq: number, memo, source, externalId: `reversal:${number}` })
  await recordEntryEvent(transaction, context, 'entry.reversed', seq, { reverses: number })
  return seq
}

/** Now for today and without a day, else noon. Throws `invalid-input` for days to come, and for those before 2000. */
function toOccurredAt({ kontor }: RequestContext, day: string | undefined): number {
  const now = kontor.now()
  const today = dayOf(now, kontor.book.timeZone)
  if (day === undefined || day === today) return now
  if (day > today) throw invalidInput({ pointer: '/day', reason: 'day-in-future' })
  if (day < '2000-01-01') throw invalidInput({ pointer: '/day', reason: 'day' })
  return timeAt(day, 12 * 3_600_000, kontor.book.timeZone)
}

/** Throws `invalid-input` for lines that make no entry, and `ledger-full`. Accounts of the chart that do not exist yet are created. */
async function toEntryLines(
  transaction: Transaction,
  context: RequestContext,
  actor: CurrentUser,
  lines: readonly ManualLine[],
): Promise<EntryLine[]> {
  const { kontor } = context
  const accounts = new Map((await ledgerStore.listAccounts(transaction)).map((account) => [account.code, account]))
  const purposes = chartPurposes(kontor.book.currency)
  const currencyOf = (code: string) => accounts.get(code)?.currency ?? purposes(code)?.currency
  const { postings, errors } = parseManualLines(lines, currencyOf)
  for (const [index, { account }] of lines.entries())
    if (accounts.get(account)?.archived_at)
      errors.push({ pointer: `/lines/${index}/account`, reason: 'ledger-account-archived' })
  if (errors.length > 0) throw invalidInput(...errors)
  await requireWithinLimits(transaction, context, actor, postings)
  await requireRoom(transaction, postings)
  const missing = postings.flatMap(({ account }) => (accounts.has(account) ? [] : (purposes(account) ?? [])))
  const accountIdOf = await resolveAccounts(transaction, kontor.book.currency, missing)
  return postings.map(({ account, amountMinor }) => {
    const purpose = purposes(account)
    const accountId = accounts.get(account)?.id ?? (purpose && accountIdOf(purpose))
    if (accountId === undefined) throw new Error(`There is no account ${account}`)
    return { accountId, amountMinor }
  })
}

/** Throws `above-limit` when the debits of an entry, or those of all entries that the user posted by hand today, are more than they may post alone. */
async function requireWithinLimits(
  transaction: Transaction,
  { kontor: { book, now } }: RequestContext,
  { id, limits }: CurrentUser,
  postings: readonly { currency: string; amountMinor: number }[],
): Promise<void> {
  const { manualEntryMinor: ofEntry, dailyManualEntryMinor: ofDay } = limits
  const since = startOfDay(dayOf(now(), book.timeZone), book.timeZone)
  const postedMinor = ofDay === null ? 0 : await sumManualDebits(transaction, id, { since, currency: book.currency })
  for (const [currency, ofCurrency] of Map.groupBy(postings, (posting) => posting.currency)) {
    const debits = ofCurrency.reduce((sum, { amountMinor }) => sum + Math.max(amountMinor, 0), 0)
    requireWithinLimit(book, ofEntry, { amountMinor: debits, currency })
    requireWithinLimit(book, ofDay, { amountMinor: postedMinor + debits, currency })
  }
}

async function requireRoom(transaction: Transaction, postings: readonly ManualPosting[]): Promise<void> {
  const capacity = await openCapacity(transaction)
  for (const [currency, ofCurrency] of Map.groupBy(postings, (posting) => posting.currency))
    if (!capacity.reserve(currency, ofCurrency)) throw new ProblemError('ledger-full', { currency })
}

const recordEntryEvent = (
  transaction: Transaction,
  context: RequestContext,
  action: 'entry.posted' | 'entry.reversed',
  seq: number,
  parameters: Record<string, number>,
): Promise<void> =>
  recordEvents(transaction, context, {
    action,
    objectType: 'entry',
    objectId: String(seq),
    objectLabel: String(seq),
    parameters,
  })

async function loadEntry({ kontor }: AuthenticatedContext, number: number): Promise<EntryView> {
  const entry = await findEntry(kontor.database.read, number)
  if (!entry) throw new Error(`Entry ${number} is missing`)
  return entry
}

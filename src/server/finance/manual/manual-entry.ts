import type { CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import { chartPurposes } from '#server/finance/account-options.ts'
import { findClosedThrough } from '#server/finance/closing/period-store.ts'
import { resolveAccounts } from '#server/finance/accounts.ts'
import { openCapacity } from '#server/finance/ledger-capacity.ts'
import * as ledgerStore from '#server/finance/ledger-store.ts'
import { type EntryLine, postEntries } from '#server/finance/ledger.ts'
import { sumManualDebits } from '#server/finance/manual/manual-entry-store.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { findEntry } from '#server/finance/store.ts'
import { requireWithinLimit } from '#server/roles/require-within-limit.ts'
import { monthOf } from '#shared/finance/closing/periods.ts'
import { findTemplate } from '#server/finance/manual/template-store.ts'
import { templateKey } from '#shared/finance/entry-templates.ts'
import { type ManualLine, type ManualPosting, parseManualLines } from '#shared/finance/manual-entry.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'
import { dayOf, startOfDay, timeAt } from '#shared/time.ts'

/** The source of entries that staff post by hand. */
const source = 'manual'

/** An entry that staff post: on a day, today without one, and in place of another manual entry, which it reverses. */
export interface ManualEntry {
  day: string | null
  memo: string
  postings: readonly ManualPosting[]
  corrects: number | null
  /** The template and the month that it is for; each month is posted once. */
  template: { id: string; month: string } | null
  /** Unique among manual entries, for one of no template that corrects nothing. */
  key: string
}

/** On whose word an entry is posted: of its user alone, within their limits, or of two people who agree on a request. */
export interface Authority {
  /** Throws `above-limit`. */
  requireAllowed: (postings: readonly { currency: string; amountMinor: number }[]) => Promise<void>
  /** The request that was approved. */
  request?: string
}

/** What the user may post alone. */
export const alone = (transaction: Transaction, context: RequestContext, actor: CurrentUser): Authority => ({
  requireAllowed: (postings) => requireWithinLimits(transaction, context, actor, postings),
})

/** What someone else has approved: no limit applies to what two people agree on. */
export const approved = (request: string): Authority => ({ requireAllowed: async () => {}, request })

/** Posts an entry and returns its number. Throws `ProblemError` where the books do not allow it any more. */
export async function postManualEntry(
  transaction: Transaction,
  context: RequestContext,
  authority: Authority,
  { day, memo, postings, corrects, template, ...entry }: ManualEntry,
): Promise<number> {
  if (corrects !== null) await reverseManual(transaction, context, authority, { number: corrects, memo })
  const key = toKey({ corrects, template, ...entry })
  // After the reversal, so that by time it also comes after it.
  const occurredAt = toOccurredAt(context, day)
  // What two people agree on before its month is closed is posted on the first open day.
  if (authority.request === undefined) await requireOpenDay(transaction, day)
  await authority.requireAllowed(postings)
  await requireUnposted(transaction, key)
  const [seq] = await postEntries(transaction, context, [
    {
      kind: 'entry.manual',
      occurredAt,
      memo,
      source,
      externalId: key,
      links: [],
      lines: await toEntryLines(transaction, context, postings),
    },
  ])
  if (seq === undefined) throw new Error('The entry was not posted')
  await recordEntryEvent(transaction, context, authority, seq, corrects === null ? {} : { corrects })
  return seq
}

const toKey = ({ corrects, template, key }: Pick<ManualEntry, 'corrects' | 'template' | 'key'>): string => {
  if (template !== null) return templateKey(template.id, template.month)
  return corrects === null ? key : `correction:${corrects}`
}

/** Throws `month-posted` for a month of a template that has its entry. */
export async function requireUnposted(transaction: Transaction, key: string): Promise<void> {
  const posted = key.startsWith('template:') ? await ledgerStore.findEntryByKey(transaction, source, key) : undefined
  if (posted) throw new ProblemError('month-posted', { entry: posted.seq })
}

/** What an input says of a template. Throws `invalid-input` for one that does not exist, and where only one of both is given. */
export async function parseTemplate(
  transaction: Transaction,
  { template: id, month, corrects }: { template?: string | undefined; month?: string | undefined; corrects?: unknown },
): Promise<ManualEntry['template']> {
  if (id === undefined && month === undefined) return null
  if (month === undefined) throw invalidInput({ pointer: '/month', reason: 'required' })
  if (id === undefined || corrects !== undefined || !(await findTemplate(transaction, id)))
    throw invalidInput({ pointer: '/template', reason: 'entry-template' })
  return { id, month }
}

/** Posts the mirror image of a manual entry, and returns its number. Throws the problems of `requireReversible`. */
export async function reverseManual(
  transaction: Transaction,
  context: RequestContext,
  authority: Authority,
  { number, memo }: { number: number; memo: string },
): Promise<number> {
  const entry = await requireReversible(transaction, number)
  await authority.requireAllowed(entry.postings)
  const seq = await reverseEntry(transaction, context, { seq: number, memo, source, externalId: `reversal:${number}` })
  await recordEntryEvent(transaction, context, authority, seq, { reverses: number })
  return seq
}

/** Entries of orders follow from their payments, refunds and edits: only what staff posted by hand is reversed by hand. */
export async function requireReversible(transaction: Transaction, number: number): Promise<EntryView> {
  const entry = await findEntry(transaction, number)
  if (!entry) throw new ProblemError('not-found')
  if (entry.kind !== 'entry.manual' && entry.reverses === null) throw new ProblemError('entry-of-order', { number })
  if (entry.reverses !== null) throw new ProblemError('entry-is-reversal', { number })
  if (entry.reversedBy !== null)
    throw new ProblemError('entry-already-reversed', { number, reversal: entry.reversedBy })
  return entry
}

/** Throws `invalid-input` for days to come, and for those before 2000. */
export function requirePastDay({ kontor }: RequestContext, day: string | null): void {
  if (day === null) return
  if (day > dayOf(kontor.now(), kontor.book.timeZone)) throw invalidInput({ pointer: '/day', reason: 'day-in-future' })
  if (day < '2000-01-01') throw invalidInput({ pointer: '/day', reason: 'day' })
}

/** Throws `invalid-input` for a day in a closed month. */
export async function requireOpenDay(transaction: Transaction, day: string | null): Promise<void> {
  if (day !== null && day <= (await findClosedThrough(transaction)))
    throw invalidInput({ pointer: '/day', reason: 'month-closed', parameters: { month: monthOf(day) } })
}

/** Now for today and without a day, else noon. */
function toOccurredAt(context: RequestContext, day: string | null): number {
  const { now, book } = context.kontor
  requirePastDay(context, day)
  const at = now()
  return day === null || day === dayOf(at, book.timeZone) ? at : timeAt(day, 12 * 3_600_000, book.timeZone)
}

/** The postings of lines as they were entered. Throws `invalid-input` for lines that make no entry, and for archived accounts. */
export async function parsePostings(
  transaction: Transaction,
  { kontor }: RequestContext,
  lines: readonly ManualLine[],
): Promise<ManualPosting[]> {
  const accounts = await loadAccounts(transaction)
  const purposes = chartPurposes(kontor.book.currency)
  const { postings, errors } = parseManualLines(
    lines,
    (code) => accounts.get(code)?.currency ?? purposes(code)?.currency,
  )
  for (const [index, { account }] of lines.entries())
    if (accounts.get(account)?.archived_at)
      errors.push({ pointer: `/lines/${index}/account`, reason: 'ledger-account-archived' })
  if (errors.length > 0) throw invalidInput(...errors)
  return postings
}

const loadAccounts = async (transaction: Transaction) =>
  new Map((await ledgerStore.listAccounts(transaction)).map((account) => [account.code, account]))

/** Throws `ledger-full`. Accounts of the chart that do not exist yet are created. */
async function toEntryLines(
  transaction: Transaction,
  { kontor }: RequestContext,
  postings: readonly ManualPosting[],
): Promise<EntryLine[]> {
  await requireRoom(transaction, postings)
  const accounts = await loadAccounts(transaction)
  const purposes = chartPurposes(kontor.book.currency)
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
export async function requireWithinLimits(
  transaction: Transaction,
  { kontor: { book, now } }: RequestContext,
  { id, limits }: CurrentUser,
  postings: readonly { currency: string; amountMinor: number }[],
): Promise<void> {
  const { manualEntryMinor: ofEntry, dailyManualEntryMinor: ofDay } = limits
  const since = startOfDay(dayOf(now(), book.timeZone), book.timeZone)
  const postedMinor = ofDay === null ? 0 : await sumManualDebits(transaction, id, { since, currency: book.currency })
  for (const { currency, amountMinor } of sumDebits(postings)) {
    requireWithinLimit(book, ofEntry, { amountMinor, currency })
    requireWithinLimit(book, ofDay, { amountMinor: postedMinor + amountMinor, currency })
  }
}

/** The debits of an entry, by currency. */
export const sumDebits = (
  postings: readonly { currency: string; amountMinor: number }[],
): { currency: string; amountMinor: number }[] =>
  [...Map.groupBy(postings, (posting) => posting.currency)].map(([currency, ofCurrency]) => ({
    currency,
    amountMinor: ofCurrency.reduce((sum, { amountMinor }) => sum + Math.max(amountMinor, 0), 0),
  }))

/** Throws `ledger-full` for amounts that the books could not add up exactly any more. */
export async function requireRoom(transaction: Transaction, postings: readonly ManualPosting[]): Promise<void> {
  const capacity = await openCapacity(transaction)
  for (const [currency, ofCurrency] of Map.groupBy(postings, (posting) => posting.currency))
    if (!capacity.reserve(currency, ofCurrency)) throw new ProblemError('ledger-full', { currency })
}

/** An entry that two people agreed on has an event of its own: it does not count against the limits of either. */
const recordEntryEvent = (
  transaction: Transaction,
  context: RequestContext,
  { request }: Authority,
  seq: number,
  parameters: { corrects?: number; reverses?: number },
): Promise<void> => {
  const isReversal = parameters.reverses !== undefined
  const [ofOne, ofTwo] = isReversal
    ? (['entry.reversed', 'entry.reversal_approved'] as const)
    : (['entry.posted', 'entry.approved'] as const)
  return recordEvents(transaction, context, {
    action: request === undefined ? ofOne : ofTwo,
    objectType: 'entry',
    objectId: String(seq),
    objectLabel: String(seq),
    parameters: request === undefined ? parameters : { ...parameters, request },
  })
}

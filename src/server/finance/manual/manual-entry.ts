import { requireRecentProof } from '#server/auth/confirm-identity.ts'
import type { AuthenticatedContext, CurrentUser, RequestContext } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { recordEvents } from '#server/events/events.ts'
import * as ledgerStore from '#server/finance/ledger-store.ts'
import { type EntryDraft, postEntries } from '#server/finance/ledger.ts'
import { requireOpenDay, toOccurredAt } from '#server/finance/manual/entry-day.ts'
import { requireWithinLimits, toEntryLines } from '#server/finance/manual/manual-postings.ts'
import { requireInTransit } from '#server/finance/matching/require-in-transit.ts'
import { reverseEntry } from '#server/finance/reversals.ts'
import { requirePostingsCreditable } from '#server/finance/store-credit.ts'
import { findEntry } from '#server/finance/store.ts'
import { findTemplate } from '#server/finance/manual/template-store.ts'
import { templateKey } from '#shared/finance/entry-templates.ts'
import type { ManualPosting } from '#shared/finance/manual-entry.ts'
import type { EntryView } from '#shared/finance/views.ts'
import { invalidInput, ProblemError } from '#shared/problem.ts'

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

/** Who authorizes an entry: its user alone, within their limits, or two people by an approved request. */
export interface Authority {
  /** Throws `above-limit`. */
  requireAllowed: (postings: readonly { currency: string; amountMinor: number }[]) => Promise<void>
  /** The request that was approved. */
  request?: string
}

/** The authority of the user alone. */
export const alone = (transaction: Transaction, context: RequestContext, actor: CurrentUser): Authority => ({
  requireAllowed: (postings) => requireWithinLimits(transaction, context, actor, postings),
})

/** The authority of an approved request: no limit applies. */
export const approved = (request: string): Authority => ({ requireAllowed: async () => {}, request })

/**
 * Posts an entry and returns its number. Throws `ProblemError` where the books do not allow it any more; store credit is money of a customer,
 * so an entry that moves some requires a proof of its user.
 */
export async function postManualEntry(
  transaction: Transaction,
  context: AuthenticatedContext,
  authority: Authority,
  { day, memo, postings, corrects, template, ...entry }: ManualEntry,
): Promise<number> {
  const links = toLinks(postings)
  if (links.length > 0) await requireRecentProof(context)
  if (corrects !== null) await reverseManual(transaction, context, authority, { number: corrects, memo })
  const key = toKey({ corrects, template, ...entry })
  // After the reversal, so that by time it also comes after it.
  const occurredAt = toOccurredAt(context, day)
  // What two people agree on before its month is closed is posted on the first open day.
  if (authority.request === undefined) await requireOpenDay(transaction, day)
  await authority.requireAllowed(postings)
  await requireUnposted(transaction, key)
  // They may have been erased since the entry was requested.
  await requirePostingsCreditable(transaction, postings)
  const [seq] = await postEntries(transaction, context, [
    {
      kind: 'entry.manual',
      occurredAt,
      memo,
      source,
      externalId: key,
      links,
      lines: await toEntryLines(transaction, context, postings),
    },
  ])
  if (seq === undefined) throw new Error('The entry was not posted')
  await recordEntryEvent(transaction, context, authority, seq, corrects === null ? {} : { corrects })
  return seq
}

/** An entry that moves store credit names the customer. */
const toLinks = (postings: readonly ManualPosting[]): EntryDraft['links'] => {
  const customer = postings.find((posting) => posting.customer !== undefined)?.customer
  return customer === undefined ? [] : [{ type: 'customer', object_id: customer, number: customer }]
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

/** Posts the mirror image of a manual entry, and returns its number. Throws the problems of `requireReversible`, and those of a missing proof. */
export async function reverseManual(
  transaction: Transaction,
  context: AuthenticatedContext,
  authority: Authority,
  { number, memo }: { number: number; memo: string },
): Promise<number> {
  const entry = await requireReversible(transaction, number)
  if (customerOf(entry) !== undefined) await requireRecentProof(context)
  await authority.requireAllowed(entry.postings)
  const seq = await reverseEntry(transaction, context, { seq: number, memo, source, externalId: `reversal:${number}` })
  await recordEntryEvent(transaction, context, authority, seq, { reverses: number })
  return seq
}

/** The customer whose store credit an entry moved. */
export const customerOf = ({ links }: Pick<EntryView, 'links'>): string | undefined =>
  links.find(({ type }) => type === 'customer')?.number

/** Entries of orders follow from their payments, refunds and edits: only manual entries can be reversed manually. */
export async function requireReversible(transaction: Transaction, number: number): Promise<EntryView> {
  const entry = await findEntry(transaction, number)
  if (!entry) throw new ProblemError('not-found')
  if (entry.kind === 'period.closed') throw new ProblemError('entry-of-closing', { number })
  if (entry.kind !== 'entry.manual' && entry.reverses === null) throw new ProblemError('entry-of-order', { number })
  if (entry.reverses !== null) throw new ProblemError('entry-is-reversal', { number })
  if (entry.reversedBy !== null)
    throw new ProblemError('entry-already-reversed', { number, reversal: entry.reversedBy })
  await requireInTransit(transaction, { seq: number, kind: entry.kind })
  return entry
}

/** An entry that two people agreed on has an event of its own: it does not count against the limits of either. */
export const recordEntryEvent = (
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

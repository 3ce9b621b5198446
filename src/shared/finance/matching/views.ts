import type { ListView } from '#shared/list/view-inputs.ts'
import { accountRoleNames, entryKinds } from '#shared/finance/ledger.ts'
import type { EventView } from '#shared/events/views.ts'
import type { MatchedAmount } from '#shared/finance/matching/match-entry.ts'
import { matchMethods, matchRuleNames } from '#shared/finance/matching/rules.ts'
import type { ManualLine } from '#shared/finance/manual-entry.ts'
import { statementLine } from '#shared/finance/statement-views.ts'
import { refundStatuses } from '#shared/orders/order.ts'
import { count } from '#shared/list/count.ts'
import type { QueryErrors } from '#shared/list/query-errors.ts'
import * as z from 'zod/mini'

/** What a run matched, or a dry run would have, by rule. */
export const matchingRun = z.object({
  isDryRun: z.boolean(),
  rules: z.array(z.object({ rule: z.enum(matchRuleNames), lines: z.int() })),
})

/** A match that was made or undone, and the entry that it posted or that reverses it. */
export const matchResult = z.object({ match: z.string(), entry: z.nullable(z.int()), account: z.string() })
export type MatchResult = z.infer<typeof matchResult>

const namedAccount = z.object({
  code: z.string(),
  role: z.enum(accountRoleNames),
  provider: z.string(),
  name: z.string(),
  nameZh: z.string(),
})

/**
 * An account with statements: balance − what no statement has + what the books do not have = what the statement should close with. Postings before the first
 * statement are part of its opening balance.
 */
export const reconciliation = z.object({
  account: namedAccount,
  currency: z.string(),
  ledgerMinor: z.int(),
  /** Postings from the day of the first statement that no match has. */
  unmatchedPostingsMinor: z.int(),
  /** Lines that no match has, those that are ignored too. */
  unmatchedLinesMinor: z.int(),
  /** The sum of such lines of which the file does not say which way the money went; it is in none of the other figures. */
  undirectedMinor: z.int(),
  expectedMinor: z.int(),
  /** The closing balance of the last statement; like the difference, null where its file gives no balances. */
  closingMinor: z.nullable(z.int()),
  differenceMinor: z.nullable(z.int()),
  lineCount: z.int(),
  matchedCount: z.int(),
  ignoredCount: z.int(),
  openCount: z.int(),
  /** How many of the open lines wait. */
  waitingCount: z.int(),
  firstDay: z.string(),
  lastDay: z.string(),
  oldestOpenDay: z.nullable(z.string()),
})
export type Reconciliation = z.infer<typeof reconciliation>
export const reconciliationList = z.object({ accounts: z.array(reconciliation) })

const postingItem = z.object({
  /** `ENTRY.POSITION`. */
  id: z.string(),
  entry: z.int(),
  kind: z.string(),
  day: z.string(),
  amountMinor: z.int(),
  numbers: z.array(z.string()),
  references: z.array(z.string()),
})
export type PostingItem = z.infer<typeof postingItem>

/** An entry as it would be posted, debit positive. */
const entryPreview = z.object({
  kind: z.enum(entryKinds),
  /** `currency` is null for that of the account that is reconciled. */
  lines: z.array(z.object({ account: namedAccount, amountMinor: z.int(), currency: z.nullable(z.string()) })),
})
export type EntryPreview = z.infer<typeof entryPreview>

const proposal = z.object({
  rule: z.enum(matchRuleNames),
  fingerprint: z.string(),
  /** How many postings it has, or for a payout how many items; the postings themselves come only with the open line. */
  postingCount: z.int(),
  postings: z.array(postingItem),
  /** Lines that are matched together with the line; with the opened line only. */
  otherLines: z.array(z.object({ id: z.string(), day: z.string(), amountMinor: z.int(), text: z.string() })),
  /** The order and the document that the line is about: the payment of a chargeback or a settlement, a chargeback, or a refund. */
  reported: z.nullable(z.object({ order: z.string(), document: z.string() })),
  entry: z.nullable(entryPreview),
  feeMinor: z.int(),
})
export type ProposalView = z.infer<typeof proposal>

/** Who looks after a line, and until when it waits for what. */
export const lineFollowUp = z.object({
  owner: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The day on which it is looked at again; null when it does not wait. */
  waitUntil: z.nullable(z.string()),
  waitReason: z.string(),
  /** The day by which it must be settled. */
  dueOn: z.nullable(z.string()),
})
export type LineFollowUp = z.infer<typeof lineFollowUp>

/** `waiting`: not matched, and to be looked at again on a later day. */
export const lineStates = ['open', 'waiting', 'matched', 'ignored'] as const
export type LineState = (typeof lineStates)[number]
/** `other_account_first`: money that only moved between own accounts, which the line of the other account, such as the bank, books. */
export const lineProblems = ['tie', 'amount_differs', 'not_in_books', 'other_account_first', 'changed'] as const

export const matchLineView = z.object({
  /** `STATEMENT:LINE`. */
  id: z.string(),
  ...statementLine.shape,
  state: z.enum(lineStates),
  /** Working days since its day; 0 for one that is not open. */
  ageDays: z.int(),
  proposal: z.nullable(proposal),
  problem: z.nullable(z.enum(lineProblems)),
  followUp: lineFollowUp,
  /** The request that someone else has to approve before the line is matched, or its match undone. */
  request: z.nullable(z.string()),
})
export type MatchLineView = z.infer<typeof matchLineView>

export const matchLineList = z.object({
  account: reconciliation,
  rows: z.array(matchLineView),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  count,
})
export type MatchLineList = z.infer<typeof matchLineList>

/** The match of a line: what it is matched with, its user and its rule. */
export interface MatchView {
  id: string
  method: (typeof matchMethods)[number]
  rule: string
  reason: string
  matchedAt: number
  matchedBy: string
  entry: number | null
  /** Whether undoing it reverses what a person posted. */
  isPosted: boolean
  postings: PostingItem[]
  paidOut: PostingItem[]
}

/** Payouts in a currency that providers sent and no bank has, the oldest first; together the balance of the account. */
export interface InTransit {
  account: Reconciliation['account']
  currency: string
  balanceMinor: number
  items: {
    entry: number
    day: string
    /** Empty for what did not come from a clearing account. */
    provider: string
    amountMinor: number
    /** Working days since it was sent. */
    ageDays: number
  }[]
}

/** A day of an account: all lines are matched, open lines may still be matched automatically, some lines need a person, or there is no file. */
export const dayStates = ['matched', 'waiting', 'exception', 'missing'] as const
export type DayState = (typeof dayStates)[number]

/** The days of a month by account; null for days to come and before the first statement of the account. */
export interface CalendarView {
  /** `2026-03`. */
  month: string
  days: string[]
  accounts: {
    account: z.infer<typeof namedAccount>
    /** A day shows its lines in one state, and how many these are: the open ones if there are any. */
    days: ({ state: DayState; shown: LineState; lines: number } | null)[]
  }[]
}

/** The lines of an account, and the one that is open beside them. */
export interface WorkListView extends MatchLineList, QueryErrors {
  /** The next account with open lines, once this one has none. */
  nextAccount: Reconciliation['account'] | null
  /** Who may look after lines. */
  owners: { id: string; name: string }[]
  /** What the first statement opens with and the books do not have, where that is the whole difference; null otherwise. */
  opening: { firstDay: string; statementMinor: number; bookMinor: number; lines: ManualLine[]; day: string } | null
  /** Saved views of the lines of any account. */
  views: ListView[]
  state: LineState
  rules: { rule: string; count: number; undone: number }[]
  line: OpenedLine | { missing: string } | null
}

/** What a provider answered about a refund: its status then, and why it was not paid. */
export const providerAnswer = z.object({ refund: z.string(), status: z.enum(refundStatuses), reason: z.string() })
export type ProviderAnswer = z.infer<typeof providerAnswer>

/** A line that may be matched together with another one. */
export interface OtherLine extends MatchedAmount {
  id: string
  day: string
  text: string
}

/** A line with its proposal, the postings that may be meant, and its match. */
export interface OpenedLine extends MatchLineView {
  /** The file does not say which way the money went. */
  hasNoDirection: boolean
  candidates: PostingItem[]
  /** Other lines of its account that are not matched. */
  otherLines: OtherLine[]
  /** The accounts of entries that matching it may post. */
  entryAccounts: EntryPreview['lines'][number]['account'][]
  /** As what else it can be posted; none once it is matched. */
  postableAccounts: EntryPreview['lines'][number]['account'][]
  match: MatchView | null
  /** Refunds that it names and that its provider is still paying, which can be asked again. */
  processingRefunds: { number: string; order: string; provider: string; amountMinor: number; currency: string }[]
  /** Its history, newest first. */
  history: EventView[]
  /** The next open lines; the first one that is not matched together with this line is opened next. */
  nextLines: string[]
}

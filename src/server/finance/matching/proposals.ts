import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/event-loop.ts'
import { hashLink } from '#server/hash-chain.ts'
import {
  findOpenLines,
  findOpenPostings,
  keyOfLine,
  type OpenDays,
  type OpenLineRow,
  type OpenPostingRow,
} from '#server/finance/matching/open-items-store.ts'
import { findLastPayoutDay, listClearingAccounts } from '#server/finance/matching/payout-store.ts'
import { findTransfers } from '#server/finance/matching/transfer-store.ts'
import type { MatchedAccount } from '#server/finance/matching/write-matches.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { findPayouts } from '#shared/finance/matching/find-payout.ts'
import { describeByText, findPayingProvider } from '#shared/finance/matching/line-texts.ts'
import { differenceEntry, type MatchEntry, payoutEntry, transferEntry } from '#shared/finance/matching/match-entry.ts'
import { type Finding, MatchIndex } from '#shared/finance/matching/match-index.ts'
import { type MatchRule, smallDifferenceMinor } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'
import { identifyProvider } from '#shared/payment-providers.ts'
import { addDays } from '#shared/time.ts'

/** What the rules propose for a line, for a person to confirm. */
export interface Proposal {
  rule: MatchRule
  postings: readonly OpenPostingRow[]
  paidOut: readonly OpenPostingRow[]
  /** The id of the own account that the money comes from; null where it comes from none. */
  payerId: string | null
  entry: MatchEntry | null
  /** Changes with everything that it says. */
  fingerprint: string
}

/** An open line with what the rules say of it. */
export interface LineFinding {
  line: OpenLineRow
  proposal: Proposal | null
  /** Why there is none; `not_in_books` as well where the rules look at too many postings to be sure. */
  problem: Extract<Finding, { problem: string }>['problem'] | null
  /** Postings that may be meant, of a tie or with another amount. */
  similar: readonly OpenPostingRow[]
}

/** Lines are compared with what is so many days around them, and payouts with what was captured so many days before. */
const comparedDays = 15
const payoutDays = 31
/** A page reads so many rows at once, and so many in all. */
const rowsPerSlice = 500
const maxRows = 5000

/** What the rules say of some open lines of an account. */
export async function findProposals(
  db: Db,
  account: MatchedAccount,
  wanted: readonly OpenLineRow[],
): Promise<LineFinding[]> {
  const days = wanted.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const around = { accountId: account.id, from: addDays(first, -comparedDays), to: addDays(last, comparedDays) }
  const [lines, postings] = [await readLines(db, around), await readPostings(db, around, 'matched')]
  const index = new MatchIndex(smallDifferenceMinor(account.currency))
  for (const line of lines) index.addLine(line)
  for (const posting of postings.values()) index.addPosting(posting)
  // Later payouts show what the first one is made of.
  const payouts = await proposePayouts(db, account, lines)
  const transfers = await findTransfers(db, account, wanted, lines)
  return wanted.map((line): LineFinding => {
    const found = index.find(line)
    const similar = found.postings.flatMap(({ id }) => postings.get(id) ?? [])
    const proposal =
      'rule' in found
        ? propose(line, found.rule, similar)
        : (payouts.get(line.id) ?? proposeTransfer(line, transfers.get(line.id)) ?? proposeByText(line))
    const problem = proposal ? null : 'problem' in found ? found.problem : 'not_in_books'
    return { line, proposal, problem, similar }
  })
}

/** What the rules say of one open line. */
export const findProposal = async (
  db: Db,
  account: MatchedAccount,
  line: OpenLineRow,
): Promise<LineFinding | undefined> => (await findProposals(db, account, [line]))[0]

function propose(line: OpenLineRow, rule: MatchRule, postings: readonly OpenPostingRow[]): Proposal | null {
  const postedMinor = add(...postings.map(({ amountMinor }) => amountMinor))
  const entry = differenceEntry([line], postedMinor, rule === 'small_difference' ? 'rounding' : null)
  return entry === undefined ? null : toProposal({ rule, postings, paidOut: [], payerId: null, entry })
}

/** What arrived from another own account, whose statement has it, too. */
const proposeTransfer = (line: OpenLineRow, payerId: string | undefined): Proposal | null =>
  payerId === undefined
    ? null
    : toProposal({ rule: 'transfer', postings: [], paidOut: [], payerId, entry: transferEntry(line.amountMinor) })

/** What the text of a line says, where nothing in the books fits it. */
function proposeByText(line: OpenLineRow): Proposal | null {
  const what = describeByText(`${line.description} ${line.counterparty}`, line.amountMinor)
  const entry = what === undefined || line.feeMinor !== 0 ? undefined : differenceEntry([line], 0, what)
  return entry ? toProposal({ rule: 'text', postings: [], paidOut: [], payerId: null, entry }) : null
}

function toProposal(proposal: Omit<Proposal, 'fingerprint'>): Proposal {
  const { rule, postings, paidOut, payerId, entry } = proposal
  const fingerprint = hashLink('', [
    rule,
    payerId ?? '',
    ...[...postings, ...paidOut].map(({ id }) => id),
    ...(entry?.lines ?? []).flatMap(({ role, amountMinor }) => [role, amountMinor]),
  ])
  return { ...proposal, fingerprint }
}

/** So many of the last lines that name a provider are looked at: the payouts of two providers in a month and more. */
const maxPayoutLines = 100

/** Proposes what payment providers captured for the payouts that arrived, each item for one of them. Lines are in the order of their days. */
async function proposePayouts(
  db: Db,
  account: MatchedAccount,
  lines: readonly OpenLineRow[],
): Promise<Map<string, Proposal>> {
  const arrived = lines.flatMap((line) => {
    if (line.hasNoDirection || line.amountMinor <= 0 || line.feeMinor !== 0) return []
    const provider = findPayingProvider(line.counterparty) ?? findPayingProvider(line.description)
    return provider === undefined ? [] : [{ line, provider }]
  })
  const proposals = new Map<string, Proposal>()
  const accounts = arrived.length === 0 ? [] : await listClearingAccounts(db, account.currency)
  for (const [provider, ofProvider] of Map.groupBy(arrived.slice(-maxPayoutLines), (each) => each.provider))
    for (const { id } of accounts.filter(
      (each) => each.id !== account.id && identifyProvider(each.provider) === provider,
    )) {
      const open = ofProvider.map(({ line }) => line).filter((line) => !proposals.has(line.id))
      for (const [line, proposal] of await proposePayoutsOf(db, id, open)) proposals.set(line.id, proposal)
    }
  return proposals
}

async function proposePayoutsOf(
  db: Db,
  clearingId: string,
  lines: readonly OpenLineRow[],
): Promise<Map<OpenLineRow, Proposal>> {
  const [first, last] = [lines[0]?.day, lines.at(-1)?.day]
  const found = new Map<OpenLineRow, Proposal>()
  if (first === undefined || last === undefined) return found
  const lastDay = await findLastPayoutDay(db, clearingId)
  const from = lastDay ?? addDays(first, -payoutDays)
  const open = await readPostings(db, { accountId: clearingId, from, to: last }, 'paid_out')
  const items = [...open.values()].filter(({ kind }) => kind !== 'payout.arrived')
  for (const [line, payout] of findPayouts(items, lines, { isFirst: lastDay === undefined })) {
    const entry = payoutEntry(line.amountMinor, payout.feeMinor)
    found.set(line, toProposal({ rule: 'payout', postings: [], paidOut: payout.items, payerId: clearingId, entry }))
  }
  return found
}

async function readLines(db: Db, days: OpenDays): Promise<OpenLineRow[]> {
  const lines: OpenLineRow[] = []
  for (let after: RowKey | undefined; lines.length < maxRows;) {
    const slice = await findOpenLines(db, days, { after, limit: rowsPerSlice })
    lines.push(...slice)
    const last = slice.at(-1)
    if (!last || slice.length < rowsPerSlice) return lines
    after = keyOfLine(last)
    await yieldToEventLoop()
  }
  return lines
}

async function readPostings(
  db: Db,
  days: OpenDays,
  purpose: 'matched' | 'paid_out',
): Promise<Map<string, OpenPostingRow>> {
  const all = new Map<string, OpenPostingRow>()
  let after: RowKey | undefined
  do {
    const { postings, next } = await findOpenPostings(db, days, { after, limit: rowsPerSlice }, purpose)
    for (const posting of postings) all.set(posting.id, posting)
    after = next
    await yieldToEventLoop()
  } while (after && all.size < maxRows)
  return all
}

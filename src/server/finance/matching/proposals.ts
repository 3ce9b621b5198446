import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import type { OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import { proposePayouts } from '#server/finance/matching/bank-payouts.ts'
import { proposeExchanges } from '#server/finance/matching/exchanges.ts'
import { findDirectPayments } from '#server/finance/matching/direct-payments.ts'
import { findAccountsPostedBefore } from '#server/finance/matching/posted-before-store.ts'
import { type Proposal, textOf, toProposal } from '#server/finance/matching/proposal.ts'
import { proposeProviderPayouts } from '#server/finance/matching/provider-payouts.ts'
import { readLines, readPostings } from '#server/finance/matching/read-open-items.ts'
import { proposeReports } from '#server/finance/matching/reported-documents.ts'
import { findSettlements } from '#server/finance/matching/settlements.ts'
import { findTransfers } from '#server/finance/matching/transfer-store.ts'
import type { MatchedAccount } from '#server/finance/matching/new-match.ts'
import { describeByText } from '#shared/finance/matching/line-texts.ts'
import { differenceEntry, transferEntry } from '#shared/finance/matching/match-entry.ts'
import { type Finding, MatchIndex } from '#shared/finance/matching/match-index.ts'
import { isWithinFee } from '#shared/finance/matching/find-payout.ts'
import { findPayoutsWithFees, type PayoutWithFees } from '#shared/finance/matching/payout-with-fees.ts'
import { type MatchRule, matchWindowDays, smallDifferenceMinor } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

/** An open line with what the rules say of it. */
export interface LineFinding {
  line: OpenLineRow
  proposal: Proposal | null
  /** Why there is none; `not_in_books` as well where the rules look at too many postings to be sure. */
  problem: Extract<Finding, { problem: string }>['problem'] | 'other_account_first' | null
  /** Postings that may be meant, of a tie or with another amount. */
  similar: readonly OpenPostingRow[]
}

/** Lines are compared with items within this many days before and after them. */
const comparedDays = 15

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
  const arrived = [...postings.values()].filter(({ kind }) => kind === 'payout.arrived')
  const withFees = findPayoutsWithFees(lines.map(toProviderLine), arrived)
  // Later payouts show the items of the first one.
  const payouts = await proposePayouts(db, account, lines)
  const ofProvider = await proposeProviderPayouts(db, account, lines)
  const payments = await findDirectPayments(db, account, around, { wanted, lines })
  const reported = await proposeReports(db, account, wanted)
  const settlements = await findSettlements(db, account, wanted)
  const exchanges = await proposeExchanges(db, account, wanted, lines)
  const transfers = await findTransfers(db, account, wanted, lines)
  const before = await findAccountsPostedBefore(db, account.id, wanted)
  const findings: LineFinding[] = []
  for (const [position, line] of wanted.entries()) {
    // Adding up several postings or lines may take a millisecond for each line.
    if (position % linesPerTurn === linesPerTurn - 1) await yieldToEventLoop()
    const found = index.find(line)
    const similar = found.postings.flatMap(({ id }) => postings.get(id) ?? [])
    const foreign = settlements.get(line.id)?.proposal ?? exchanges.get(line.id)
    const proposal =
      foreign && !isExact(found)
        ? foreign
        : 'rule' in found
          ? propose(line, found.rule, similar, pickLines(lines, found.otherLines))
          : (reported.get(line.id) ??
            proposeWithFees(line, withFees.get(line.id)) ??
            payouts.get(line.id) ??
            proposePayment(line, payments.get(line.id)) ??
            proposeTransfer(line, transfers.get(line.id)) ??
            proposeOfProvider(line, ofProvider.get(line.id), arrived) ??
            (account.role === 'clearing' && arrived.some(isNear(line)) ? null : proposeByText(line, account)) ??
            proposeAsBefore(line, before.get(line.id)))
    const problem = proposal ? null : problemOf(line, found, arrived)
    findings.push({ line, proposal, problem, similar })
  }
  return findings
}

/** Whether the line names the posting and has its amount. */
const isExact = (found: Finding): boolean =>
  'rule' in found && (found.rule === 'provider_id' || found.rule === 'own_number')

const linesPerTurn = 10

const pickLines = (lines: readonly OpenLineRow[], picked: readonly { id: string }[] = []): OpenLineRow[] =>
  picked.length === 0 ? [] : lines.filter(({ id }) => picked.some((each) => each.id === id))

/** What the rules say of one open line. */
export const findProposal = async (
  db: Db,
  account: MatchedAccount,
  line: OpenLineRow,
): Promise<LineFinding | undefined> => (await findProposals(db, account, [line]))[0]

function propose(
  line: OpenLineRow,
  rule: MatchRule,
  postings: readonly OpenPostingRow[],
  otherLines: readonly OpenLineRow[],
): Proposal | null {
  const postedMinor = add(...postings.map(({ amountMinor }) => amountMinor))
  const difference = rule === 'small_difference' ? 'rounding' : null
  const entry = differenceEntry([line, ...otherLines], postedMinor, difference)
  return entry === undefined ? null : toProposal({ rule, otherLines, postings, paidOut: [], otherId: null, entry })
}

/** The books have the payout of a line of a provider once the line of the bank is matched; what arrived may differ from the line by fees. */
const problemOf = (line: OpenLineRow, found: Finding, arrived: readonly OpenPostingRow[]): LineFinding['problem'] => {
  const problem = 'problem' in found ? found.problem : 'not_in_books'
  if (problem !== 'not_in_books') return problem
  const isOfPayout = line.isNeutral || describeByText(textOf(line), line.amountMinor) === 'bank_fee'
  if (isOfPayout && arrived.some(isNear(line))) return 'amount_differs'
  return line.isNeutral ? 'other_account_first' : problem
}

const isNear =
  (line: OpenLineRow) =>
  ({ day }: OpenPostingRow): boolean =>
    day >= addDays(line.day, -matchWindowDays) && day <= addDays(line.day, matchWindowDays)

const toProviderLine = (line: OpenLineRow) => ({
  ...line,
  isFee: describeByText(textOf(line), line.amountMinor) === 'bank_fee',
})

/** A payout and the fees since the one before. */
function proposeWithFees(
  line: OpenLineRow,
  found: PayoutWithFees<OpenLineRow, OpenPostingRow> | undefined,
): Proposal | null {
  if (!found) return null
  const otherLines = found.lines.filter(({ id }) => id !== line.id)
  const postings = [found.posting]
  return toProposal({ rule: 'payout_with_fees', otherLines, postings, paidOut: [], otherId: null, entry: null })
}

/** A payout in the statement of the provider, unless it may be one that the line of the bank has booked, less what the provider kept of it. */
function proposeOfProvider(
  line: OpenLineRow,
  proposal: Proposal | undefined,
  arrived: readonly OpenPostingRow[],
): Proposal | null {
  if (proposal?.rule !== 'payout_sent') return proposal ?? null
  const near = arrived.filter(isNear(line))
  const sentMinor = Math.abs(line.amountMinor)
  const isBooked = near.some(({ amountMinor }) => isWithinFee(sentMinor, -amountMinor))
  return isBooked || (proposal.otherLines?.length && near.length > 0) ? null : proposal
}

/** A payment or refund by bank transfer is moved from its clearing account. */
function proposePayment(line: OpenLineRow, paidOut: OpenPostingRow | undefined): Proposal | null {
  if (!paidOut) return null
  const entry = transferEntry(line.amountMinor)
  return toProposal({ rule: 'direct_payment', postings: [], paidOut: [paidOut], otherId: paidOut.accountId, entry })
}

/** The account as which a person posted the last line like it. */
function proposeAsBefore(line: OpenLineRow, known: { id: string; code: string } | undefined): Proposal | null {
  const entry = known && differenceEntry([line], 0, { account: known.code })
  return entry ? toProposal({ rule: 'as_before', postings: [], paidOut: [], otherId: known.id, entry }) : null
}

/** What arrived from another own account, whose statement has it, too. */
const proposeTransfer = (line: OpenLineRow, otherId: string | undefined): Proposal | null =>
  otherId === undefined
    ? null
    : toProposal({ rule: 'transfer', postings: [], paidOut: [], otherId, entry: transferEntry(line.amountMinor) })

/** What the text of a line says, where nothing in the books fits it. */
function proposeByText(line: OpenLineRow, { role }: MatchedAccount): Proposal | null {
  const text = describeByText(textOf(line), line.amountMinor)
  const what = text === 'bank_fee' && role === 'clearing' ? 'provider_fee' : text
  const entry = what === undefined || line.feeMinor !== 0 ? undefined : differenceEntry([line], 0, what)
  return entry ? toProposal({ rule: 'text', postings: [], paidOut: [], otherId: null, entry }) : null
}

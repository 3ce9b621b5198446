import type { Db } from '#server/db/database.ts'
import { hashLink } from '#server/hash-chain.ts'
import {
  findOpenLines,
  findOpenPostings,
  keyOfLine,
  type OpenDays,
  type OpenLineRow,
  type OpenPostingRow,
} from '#server/finance/matching/open-items.ts'
import { findLastPayoutDay, listClearingAccounts } from '#server/finance/matching/payout-store.ts'
import type { MatchedAccount } from '#server/finance/matching/write-matches.ts'
import type { RowKey } from '#server/keyset-page.ts'
import { findPayout } from '#shared/finance/matching/find-payout.ts'
import { describeByText, findPayingProvider } from '#shared/finance/matching/line-texts.ts'
import { differenceEntry, type MatchEntry, payoutEntry } from '#shared/finance/matching/match-entry.ts'
import { type Finding, MatchIndex } from '#shared/finance/matching/match-index.ts'
import { type MatchRule, smallDifferenceMinor } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'
import { identifyProvider, type KnownProvider } from '#shared/payment-providers.ts'
import { addDays } from '#shared/time.ts'

/** What the rules propose for a line, for a person to confirm. */
export interface Proposal {
  rule: MatchRule
  postings: readonly OpenPostingRow[]
  paidOut: readonly OpenPostingRow[]
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
const rowsPerSlice = 1000
const maxRows = 5000

/** What the rules say of the open lines of some days, oldest first. */
export async function findProposals(
  db: Db,
  account: MatchedAccount,
  days: { from: string; to: string },
): Promise<LineFinding[]> {
  const around = { accountId: account.id, from: addDays(days.from, -comparedDays), to: addDays(days.to, comparedDays) }
  const [lines, postings] = [await readLines(db, around), await readPostings(db, around, 'matched')]
  const index = new MatchIndex(smallDifferenceMinor(account.currency))
  for (const line of lines) index.addLine(line)
  for (const posting of postings.values()) index.addPosting(posting)
  const payouts = new PayoutFinder(db, account)
  const findings: LineFinding[] = []
  for (const line of lines) {
    const found = index.find(line)
    const similar = found.postings.flatMap(({ id }) => postings.get(id) ?? [])
    const proposal =
      'rule' in found ? propose(line, found.rule, similar) : ((await payouts.find(line)) ?? proposeByText(line))
    if (line.day < days.from || line.day > days.to) continue
    findings.push({
      line,
      proposal,
      problem: proposal ? null : 'problem' in found ? found.problem : 'not_in_books',
      similar,
    })
  }
  return findings
}

/** What the rules say of one open line. */
export const findProposal = async (
  db: Db,
  account: MatchedAccount,
  line: OpenLineRow,
): Promise<LineFinding | undefined> =>
  (await findProposals(db, account, { from: line.day, to: line.day })).find((found) => found.line.id === line.id)

function propose(line: OpenLineRow, rule: MatchRule, postings: readonly OpenPostingRow[]): Proposal | null {
  const postedMinor = add(...postings.map(({ amountMinor }) => amountMinor))
  const entry = differenceEntry(line, postedMinor, rule === 'small_difference' ? 'rounding' : null)
  return entry === undefined ? null : toProposal({ rule, postings, paidOut: [], entry })
}

/** What the text of a line says, where nothing in the books fits it. */
function proposeByText(line: OpenLineRow): Proposal | null {
  const what = describeByText(`${line.row.description} ${line.counterparty}`, line.amountMinor)
  const entry = what === undefined || line.feeMinor !== 0 ? undefined : differenceEntry(line, 0, what)
  return entry ? toProposal({ rule: 'text', postings: [], paidOut: [], entry }) : null
}

function toProposal(proposal: Omit<Proposal, 'fingerprint'>): Proposal {
  const { rule, postings, paidOut, entry } = proposal
  const fingerprint = hashLink('', [
    rule,
    ...[...postings, ...paidOut].map(({ id }) => id),
    ...(entry?.lines ?? []).flatMap(({ role, amountMinor }) => [role, amountMinor]),
  ])
  return { ...proposal, fingerprint }
}

/** Proposes what payment providers captured for the payouts that arrive, each item for one of them. */
class PayoutFinder {
  readonly #db: Db
  readonly #account: MatchedAccount
  readonly #proposed = new Set<string>()
  readonly #accounts = new Map<KnownProvider, Promise<{ id: string; lastDay: string | undefined }[]>>()

  constructor(db: Db, account: MatchedAccount) {
    this.#db = db
    this.#account = account
  }

  async find(line: OpenLineRow): Promise<Proposal | undefined> {
    const provider = findPayingProvider(line.counterparty) ?? findPayingProvider(line.row.description)
    if (provider === undefined || line.hasNoDirection || line.amountMinor <= 0 || line.feeMinor !== 0) return undefined
    for (const { id, lastDay } of await this.#accountsOf(provider)) {
      const isFirst = lastDay === undefined && this.#proposed.size === 0
      const from = lastDay ?? addDays(line.day, -payoutDays)
      const open = await readPostings(this.#db, { accountId: id, from, to: line.day }, 'paid_out')
      const items = [...open.values()].filter((item) => item.kind !== 'payout.arrived' && !this.#proposed.has(item.id))
      const payout = findPayout(items, line.amountMinor, { isFirst })
      if (!payout) continue
      const last = payout.items.at(-1)
      for (const item of items) {
        this.#proposed.add(item.id)
        if (item === last) break
      }
      const entry = payoutEntry(line.amountMinor, payout.feeMinor)
      return toProposal({ rule: 'payout', postings: [], paidOut: payout.items, entry })
    }
    return undefined
  }

  #accountsOf(provider: KnownProvider): Promise<{ id: string; lastDay: string | undefined }[]> {
    return this.#accounts.getOrInsertComputed(provider, async () => {
      const all = await listClearingAccounts(this.#db, this.#account.currency)
      const ofProvider = all.filter(
        (each) => each.id !== this.#account.id && identifyProvider(each.provider) === provider,
      )
      return Promise.all(ofProvider.map(async ({ id }) => ({ id, lastDay: await findLastPayoutDay(this.#db, id) })))
    })
  }
}

async function readLines(db: Db, days: OpenDays): Promise<OpenLineRow[]> {
  const lines: OpenLineRow[] = []
  for (let after: RowKey | undefined; lines.length < maxRows;) {
    const slice = await findOpenLines(db, days, { after, limit: rowsPerSlice })
    lines.push(...slice)
    const last = slice.at(-1)
    if (!last || slice.length < rowsPerSlice) return lines
    after = keyOfLine(last)
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
  } while (after && all.size < maxRows)
  return all
}

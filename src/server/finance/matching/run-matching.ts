import { inTransaction } from '#server/auth/access.ts'
import { createGarbageCollector } from '#server/runtime/collect-garbage.ts'
import type { AuthenticatedContext } from '#server/context.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { findOpenLines, keyOfLine, type OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { findOpenPostings, type OpenPostingRow } from '#server/finance/matching/open-postings-store.ts'
import { settleLines } from '#server/finance/matching/settle-lines.ts'
import { writeMatches } from '#server/finance/matching/write-matches.ts'
import type { MatchedAccount, NewMatch } from '#server/finance/matching/new-match.ts'
import type { RowKey } from '#server/list/keyset-page.ts'
import { differenceEntry } from '#shared/finance/matching/match-entry.ts'
import { MatchIndex } from '#shared/finance/matching/match-index.ts'
import { type MatchRule, matchRules, smallDifferenceMinor } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

/** How many lines each rule matched, and how many a dry run would have. */
export type RuleCounts = Partial<Record<MatchRule, number>>

/** A line is compared with postings and lines within this many days before and after it, because a reference or number may be recorded later. */
const indexedDays = 15
/** Number of lines looked up, or rows read, in one turn of the event loop, and of matches written in one transaction. */
const linesPerTurn = 200
const rowsPerSlice = 300
/** The lines around the one that is looked at outlive small collections of garbage, and die soon after. */
const linesPerCollection = 5000
const matchesPerTransaction = 100

/**
 * Matches the open lines of an account by the automatic rules. Other requests run in between; lines that they match first are skipped. Running it again
 * finds nothing more. A dry run counts and changes nothing.
 */
export async function runMatching(
  context: AuthenticatedContext,
  account: MatchedAccount,
  { isDryRun = false, onLookedUp }: MatchingOptions = {},
): Promise<RuleCounts> {
  const counts: RuleCounts = {}
  // What one pass matches can make another line the only one of its kind.
  for (const taken = new Set<string>(); ;) {
    const found = new RuleRun(context, account, isDryRun ? taken : undefined, onLookedUp)
    await found.run()
    for (const [rule, count] of found.counts) counts[rule] = (counts[rule] ?? 0) + count
    if (found.counts.size === 0) break
  }
  const settled = await settleLines(context, account, isDryRun)
  return settled === 0 ? counts : { ...counts, settlement: settled }
}

interface MatchingOptions {
  isDryRun?: boolean
  /** Called from time to time with the number of lines that were processed since the last call. */
  onLookedUp?: ((lines: number) => Promise<void>) | undefined
}

/** One pass over the open lines of an account. */
class RuleRun {
  readonly counts = new Map<MatchRule, number>()
  readonly #context: AuthenticatedContext
  readonly #account: MatchedAccount
  /** What a dry run would have matched; undefined for a real one. */
  readonly #taken: Set<string> | undefined
  readonly #onLookedUp: MatchingOptions['onLookedUp']
  readonly #index: MatchIndex
  readonly #postings = new Map<string, OpenPostingRow>()
  readonly #collectGarbage = createGarbageCollector()
  #waiting: NewMatch[] = []

  constructor(
    context: AuthenticatedContext,
    account: MatchedAccount,
    taken: Set<string> | undefined,
    onLookedUp: MatchingOptions['onLookedUp'],
  ) {
    this.#onLookedUp = onLookedUp
    this.#context = context
    this.#account = account
    this.#taken = taken
    this.#index = new MatchIndex(smallDifferenceMinor(account.currency))
  }

  async run(): Promise<void> {
    const lines = new LineQueue(this.#readLines(), (line) => this.#index.addLine(line))
    const postings = this.#postingReader()
    let previousDay: string | undefined
    let lookedUp = 0
    for (let line = await lines.next(); line; line = await lines.next()) {
      const { day } = line
      if (day !== previousDay) {
        await this.#forgetBefore(addDays(day, -indexedDays))
        await lines.readThrough(addDays(day, indexedDays))
        await postings.readThrough(addDays(day, -indexedDays), addDays(day, indexedDays))
        previousDay = day
      }
      this.#lookUp(line)
      if (this.#waiting.length >= matchesPerTransaction) await this.#write()
      if (++lookedUp % linesPerTurn > 0) continue
      await this.#onLookedUp?.(linesPerTurn)
      await yieldToEventLoop()
      if (lookedUp % linesPerCollection === 0) this.#collectGarbage()
    }
    await this.#write()
  }

  #lookUp(line: OpenLineRow): void {
    if (line.isLeftToPeople) return
    const found = this.#index.findAutomatic(line)
    if (!('rule' in found) || !matchRules[found.rule].isAutomatic) return
    const postings = found.postings.flatMap(({ id }) => this.#postings.get(id) ?? [])
    const entry = differenceEntry([line], add(...postings.map(({ amountMinor }) => amountMinor)), null)
    if (entry === undefined) return
    this.#index.remove(line, postings)
    if (this.#taken) {
      for (const { id } of [line, ...postings]) this.#taken.add(id)
      this.#count(found.rule)
    } else this.#waiting.push({ method: 'auto', rule: found.rule, lines: [line], postings, entry })
  }

  async #write(): Promise<void> {
    const matches = this.#waiting
    this.#waiting = []
    if (matches.length === 0) return
    const made = await inTransaction(this.#context, (transaction, actor) =>
      writeMatches(transaction, this.#context, this.#account, actor.id, matches),
    )
    for (const { match } of made) if (match.rule !== null) this.#count(match.rule)
    await yieldToEventLoop()
  }

  #count(rule: MatchRule): void {
    this.counts.set(rule, (this.counts.get(rule) ?? 0) + 1)
  }

  async #forgetBefore(day: string): Promise<void> {
    while (this.#index.removeBefore(day, rowsPerSlice)) await yieldToEventLoop()
    // They were added in the order of their days.
    for (const [id, posting] of this.#postings) {
      if (posting.day >= day) break
      this.#postings.delete(id)
    }
  }

  async *#readLines(): AsyncGenerator<OpenLineRow[]> {
    const { read } = this.#context.kontor.database
    for (let after: RowKey | undefined; ;) {
      const lines = await findOpenLines(read, { accountId: this.#account.id }, { after, limit: rowsPerSlice })
      yield lines.filter(({ id }) => !this.#taken?.has(id))
      await yieldToEventLoop()
      const last = lines.at(-1)
      if (!last || lines.length < rowsPerSlice) return
      after = keyOfLine(last)
    }
  }

  /** Adds the open postings of the account as their days come up. */
  #postingReader() {
    const { read } = this.#context.kontor.database
    let after: RowKey | undefined
    let readDay = ''
    const readThrough = async (from: string, day: string): Promise<void> => {
      while (readDay <= day) {
        const days = { accountId: this.#account.id, from }
        const slice = await findOpenPostings(read, days, { after, limit: rowsPerSlice })
        for (const posting of slice.postings) {
          if (this.#taken?.has(posting.id)) continue
          this.#postings.set(posting.id, posting)
          this.#index.addPosting(posting)
        }
        after = slice.next
        readDay = after ? String(after[0]) : lastDay
        await yieldToEventLoop()
      }
    }
    return { readThrough }
  }
}

/** After every day. */
const lastDay = '9999-99-99'

/** Lines in order, which can be read ahead of the current one. */
class LineQueue {
  readonly #slices: AsyncGenerator<OpenLineRow[]>
  readonly #onRead: (line: OpenLineRow) => void
  readonly #lines: OpenLineRow[] = []
  #position = 0
  #isEnd = false

  constructor(slices: AsyncGenerator<OpenLineRow[]>, onRead: (line: OpenLineRow) => void) {
    this.#slices = slices
    this.#onRead = onRead
  }

  async next(): Promise<OpenLineRow | undefined> {
    while (this.#position === this.#lines.length && !this.#isEnd) await this.#readSlice()
    return this.#lines[this.#position++]
  }

  /** Reads all lines of a day and of those before it. */
  async readThrough(day: string): Promise<void> {
    while (!this.#isEnd && (this.#lines.at(-1)?.day ?? '') <= day) await this.#readSlice()
  }

  async #readSlice(): Promise<void> {
    const { value, done } = await this.#slices.next()
    if (done) {
      this.#isEnd = true
      return
    }
    for (const line of value) this.#onRead(line)
    this.#lines.splice(0, this.#position)
    this.#position = 0
    this.#lines.push(...value)
  }
}

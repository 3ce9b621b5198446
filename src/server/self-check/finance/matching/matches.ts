import type { Db } from '#server/db/database.ts'
import { parseParameters } from '#server/events/events.ts'
import { hashMatches } from '#server/finance/matching/hash-match.ts'
import { verifyLineFollowUps } from '#server/self-check/finance/matching/line-follow-ups.ts'
import * as store from '#server/self-check/finance/matching/matches-store.ts'
import type { Findings } from '#server/self-check/findings.ts'
import type { Progress } from '#server/self-check/progress.ts'
import { sliceSize } from '#server/self-check/slices.ts'

const recorded = 'matches-recorded'
const tie = 'matches-tie'
type MatchEvent = Awaited<ReturnType<typeof store.listMatchEventsAfter>>[number]

/**
 * Every match is as its event says, its postings equal its lines, and what it names is as in the statement and in the ledger. A line and a posting belong to
 * one match at most that was not undone.
 */
export async function verifyMatches(db: Db, findings: Findings, progress: Progress): Promise<void> {
  const undone = new Map<string, MatchEvent>()
  const batches: MatchEvent[] = []
  for await (const event of matchEvents(db, progress))
    if (event.action === 'match.undone') undone.set(event.object_id, event)
    else batches.push(event)
  const counted = { matches: 0, undos: 0, lines: 0, postings: 0, marked: 0 }
  for (const event of batches) {
    const batch = new Batch(findings, event, undone)
    await batch.verify(db)
    for (const key of ['matches', 'undos', 'lines', 'postings', 'marked'] as const) counted[key] += batch.counted[key]
    await progress.advance(0)
  }
  const stored = await store.countMatchRows(db)
  const tables = { matches: 'matches', undos: 'match_undos', lines: 'match_lines', postings: 'match_postings' } as const
  for (const key of ['matches', 'undos', 'lines', 'postings'] as const)
    findings.expectEqual(recorded, tables[key], 'rows', stored[key], counted[key])
  findings.expectEqual(recorded, 'statement_lines', 'matched', stored.marked, counted.marked)
  findings.expectEqual(recorded, 'match_undos', 'events', undone.size, counted.undos)
  for (const { entry_seq, position, purpose } of await store.findMatchedTwice(db))
    findings.addViolation(tie, `match_postings ${entry_seq}.${position} ${purpose}: in several matches`)
  for (const { seq } of await store.findEntriesWithoutMatch(db))
    findings.addViolation(recorded, `ledger_entries ${seq}: no match`)
  await verifyLineFollowUps(db, findings)
}

async function* matchEvents(db: Db, progress: Progress): AsyncGenerator<MatchEvent> {
  let after: readonly [number, string] = [Number.MIN_SAFE_INTEGER, '']
  for (;;) {
    const events = await store.listMatchEventsAfter(db, after, sliceSize)
    yield* events
    await progress.advance(0)
    const last = events.at(-1)
    if (!last || events.length < sliceSize) return
    after = [last.at, last.id]
  }
}

/** The matches of one event. */
class Batch {
  readonly counted = { matches: 0, undos: 0, lines: 0, postings: 0, marked: 0 }
  readonly #findings: Findings
  readonly #event: MatchEvent
  readonly #undone: ReadonlyMap<string, MatchEvent>

  constructor(findings: Findings, event: MatchEvent, undone: ReadonlyMap<string, MatchEvent>) {
    this.#findings = findings
    this.#event = event
    this.#undone = undone
  }

  async verify(db: Db): Promise<void> {
    const { object_id: batchId, object_label: account } = this.#event
    const rows = await store.loadBatch(db, batchId)
    const matched = await store.loadMatched(db, batchId)
    const { parameters } = parseParameters(this.#event.parameters)
    const row = `matches ${batchId}`
    this.#findings.expectEqual(recorded, row, 'hash', hashMatches(rows), parameters['matchesHash'])
    this.#findings.expectEqual(recorded, row, 'account', matched.accounts.map(({ code }) => code).join(), account)
    this.#findings.examined(rows.matches.length, recorded, tie)
    for (const match of rows.matches) {
      const compare = (column: string, actual: unknown, expected: unknown): void =>
        this.#findings.expectEqual(recorded, `matches ${match.id}`, column, actual, expected)
      compare('matched_at', match.matched_at, this.#event.at)
      compare('matched_by', match.matched_by, this.#event.actor_id)
      compare('method', match.method, parameters['method'])
      const entry = matched.entries.find(({ seq }) => seq === match.entry_seq)
      if (match.entry_seq !== null) compare('entry', `${entry?.source} ${entry?.external_id}`, `matching ${match.id}`)
      const undo = matched.undos.find(({ match_id }) => match_id === match.id)
      this.#verifyUndo(match.id, undo)
      const lines = rows.lines.filter(({ match_id }) => match_id === match.id)
      const postings = rows.postings.filter(({ match_id }) => match_id === match.id)
      this.#verifyTie(match, lines, postings)
      this.#verifyPaidOut(match, postings, matched.posted)
      for (const line of lines) this.#verifyLine(match, line, matched.lines, undo !== undefined)
      for (const posting of postings) this.#verifyPosting(match, posting, matched.postings, undo !== undefined)
    }
    this.counted.matches = rows.matches.length
    this.counted.undos = matched.undos.length
    this.counted.lines = rows.lines.length
    this.counted.postings = rows.postings.length
  }

  #verifyTie(match: Row<'matches'>, lines: Row<'lines'>[], postings: Row<'postings'>[]): void {
    if (match.method === 'ignored') {
      this.#findings.expectEqual(tie, `matches ${match.id}`, 'postings', postings.length, 0)
      return
    }
    const ofAccount = postings.filter(({ purpose }) => purpose === 'matched')
    this.#findings.expectEqual(tie, `matches ${match.id}`, 'postings', sumOf(ofAccount), sumOf(lines))
  }

  /** The items of a payout add up to the amount that its entry takes out of their account. */
  #verifyPaidOut(match: Row<'matches'>, postings: Row<'postings'>[], posted: Matched['posted']): void {
    const paidOut = postings.filter(({ purpose }) => purpose === 'paid_out')
    for (const [accountId, items] of Map.groupBy(paidOut, ({ account_id }) => account_id))
      this.#findings.expectEqual(
        tie,
        `matches ${match.id}`,
        'paid_out',
        sumOf(items),
        -sumOf(posted.filter(({ entry_seq, account_id }) => entry_seq === match.entry_seq && account_id === accountId)),
      )
  }

  #verifyUndo(id: string, undo: Undo | undefined): void {
    const event = this.#undone.get(id)
    const compare = (column: string, actual: unknown, expected: unknown): void =>
      this.#findings.expectEqual(recorded, `match_undos ${id}`, column, actual, expected)
    compare('undone_at', undo?.undone_at ?? null, event?.at ?? null)
    compare('undone_by', undo?.undone_by ?? null, event?.actor_id ?? null)
    const parameters = event ? parseParameters(event.parameters).parameters : {}
    compare('entry_seq', undo?.entry_seq ?? null, parameters['entry'] ?? null)
    compare('reason', undo?.reason ?? '', parameters['reason'] ?? '')
  }

  #verifyLine(match: Row<'matches'>, line: Row<'lines'>, stored: Matched['lines'], isUndone: boolean): void {
    const row = `match_lines ${match.id} ${line.statement_id}:${line.line_number}`
    const found = stored.find(
      ({ match_id, statement_id, line_number }) =>
        match_id === match.id && statement_id === line.statement_id && line_number === line.line_number,
    )
    if (!found) {
      // The import of an undone match may have been undone, too.
      if (!isUndone) this.#findings.addViolation(recorded, `${row}: no such line`)
      return
    }
    this.#findings.expectEqual(tie, row, 'account', found.account_id, match.account_id)
    if (found.amount_minor !== line.amount_minor && found.amount_minor !== -line.amount_minor)
      this.#findings.addViolation(tie, `${row}: amount ${line.amount_minor} ≠ ${found.amount_minor}`)
    if (isUndone) {
      if (found.live_match === match.id) this.#findings.addViolation(recorded, `${row}: undone, but still matched`)
      return
    }
    this.counted.marked++
    this.#findings.expectEqual(recorded, row, 'match', found.live_match, match.id)
  }

  #verifyPosting(
    match: Row<'matches'>,
    posting: Row<'postings'>,
    stored: Matched['postings'],
    isUndone: boolean,
  ): void {
    const row = `match_postings ${match.id} ${posting.entry_seq}.${posting.position}`
    const found = stored.find(
      ({ entry_seq, position }) => entry_seq === posting.entry_seq && position === posting.position,
    )
    if (!found) return this.#findings.addViolation(recorded, `${row}: no such posting`)
    for (const column of ['account_id', 'accounting_day', 'amount_minor'] as const)
      this.#findings.expectEqual(recorded, row, column, posting[column], found[column])
    if (posting.purpose === 'matched')
      this.#findings.expectEqual(tie, row, 'account', posting.account_id, match.account_id)
    this.#findings.expectEqual(recorded, row, 'is_live', posting.is_live, isUndone ? 0 : 1)
  }
}

const sumOf = (rows: readonly { amount_minor: number }[]): bigint =>
  rows.reduce((total, { amount_minor }) => total + BigInt(amount_minor), 0n)

type Rows = Awaited<ReturnType<typeof store.loadBatch>>
type Row<Name extends keyof Rows> = Rows[Name][number]
type Matched = Awaited<ReturnType<typeof store.loadMatched>>
type Undo = Matched['undos'][number]

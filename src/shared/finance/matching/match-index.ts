import {
  directionOf,
  grossOf,
  grossOptions,
  isSameParty,
  lineKeys,
  numberTokens,
  partyKey,
  postingKeys,
  postingTokens,
  referenceTokens,
  refundedTokens,
} from '#shared/finance/matching/match-keys.ts'
import { MultiMap } from '#shared/finance/matching/multi-map.ts'
import type { OpenLine, OpenPosting } from '#shared/finance/matching/open-items.ts'
import { findSubset } from '#shared/finance/matching/find-subset.ts'
import { type MatchRule, matchWindowDays, subsetLimits } from '#shared/finance/matching/rules.ts'
import { add } from '#shared/money.ts'
import { addDays } from '#shared/time.ts'

/** What the rules find for a line. `tie`: several postings, or several lines, fit equally well, so none is matched. */
export type Finding =
  | {
      rule: MatchRule
      postings: readonly OpenPosting[]
      /** The lines that are matched together with the line. */
      otherLines?: readonly OpenLine[]
    }
  | { problem: 'tie' | 'amount_differs'; postings: readonly OpenPosting[] }
  | { problem: 'not_in_books'; postings: readonly [] }

/**
 * The open lines and postings of one account, of a few days around the lines that are looked up. A lookup takes a few steps however many have the same amount, reference
 * or counterparty, because it never looks further than the second that fits.
 */
export class MatchIndex {
  readonly #smallDifferenceMinor: number
  readonly #postings = new Map<string, OpenPosting>()
  readonly #lines = new Map<string, OpenLine>()
  readonly #postingsBy = new MultiMap<OpenPosting>()
  readonly #linesBy = new MultiMap<OpenLine>()
  /** The lines of a counterparty by day and direction, made by the first search that needs them: no run does. */
  #linesOfParty: MultiMap<OpenLine> | undefined
  #daysNear: { day: string; days: readonly string[] } = { day: '', days: [] }

  constructor(smallDifferenceMinor: number) {
    this.#smallDifferenceMinor = smallDifferenceMinor
  }

  addPosting(posting: OpenPosting): void {
    if (this.#postings.has(posting.id)) return
    this.#postings.set(posting.id, posting)
    for (const key of postingKeys(posting)) this.#postingsBy.add(key, posting)
  }

  addLine(line: OpenLine): void {
    if (this.#lines.has(line.id)) return
    this.#lines.set(line.id, line)
    this.#linesOfParty = undefined
    for (const key of lineKeys(line)) this.#linesBy.add(key, line)
  }

  /** Takes out what was matched. */
  remove(line: OpenLine, postings: readonly OpenPosting[]): void {
    this.#removeLine(line)
    for (const posting of postings) this.#removePosting(posting)
  }

  /** Takes out up to `limit` lines and postings before a day, which were added in the order of their days; returns whether there are more. */
  removeBefore(day: string, limit: number): boolean {
    const lines = [...this.#lines.values().take(limit)].filter((line) => line.day < day)
    const postings = [...this.#postings.values().take(limit)].filter((posting) => posting.day < day)
    for (const line of lines) this.#removeLine(line)
    for (const posting of postings) this.#removePosting(posting)
    return lines.length === limit || postings.length === limit
  }

  #removeLine(line: OpenLine): void {
    this.#linesOfParty = undefined
    if (this.#lines.delete(line.id)) for (const key of lineKeys(line)) this.#linesBy.delete(key, line)
  }

  #removePosting(posting: OpenPosting): void {
    if (this.#postings.delete(posting.id)) for (const key of postingKeys(posting)) this.#postingsBy.delete(key, posting)
  }

  /** What the rules say of a line that was added, without those that need other accounts (`payout`) or the line alone (`text`). */
  find(line: OpenLine): Finding {
    const automatic = this.findAutomatic(line)
    if ('rule' in automatic || automatic.problem !== 'not_in_books') return automatic
    return this.#findSubset(line) ?? this.#findLineSubset(line) ?? automatic
  }

  /** The same without the search for several postings, which no run needs. */
  findAutomatic(line: OpenLine): Finding {
    const exact =
      this.#findExact(line, 'provider_id', referenceTokens(line)) ??
      this.#findExact(line, 'own_number', numberTokens(line.numbers)) ??
      this.#findTogether(line, 'provider_id', referenceTokens(line)) ??
      this.#findTogether(line, 'own_number', numberTokens(line.numbers))
    if (exact) return exact
    const named = this.#findAll(
      [...referenceTokens(line), ...numberTokens(line.numbers)],
      grossOptions(line).map(directionOf),
    )
    const [only] = named
    if (only && named.length === 1)
      return Math.abs(Math.abs(grossOf(line)) - Math.abs(only.amountMinor)) <= this.#smallDifferenceMinor
        ? { rule: 'small_difference', postings: named }
        : { problem: 'amount_differs', postings: named }
    const near = this.#findByAmount(line)
    const refund = this.#findRefund(line)
    const isSame = near && 'rule' in near && near.postings[0] === refund?.postings[0]
    return (isSame && refund && 'rule' in refund ? near : (refund ?? near)) ?? { problem: 'not_in_books', postings: [] }
  }

  /** A posting with one of the tokens and exactly the amount, if no other line has it: by this or another of its tokens. */
  #findExact(line: OpenLine, rule: MatchRule, tokens: readonly string[]): Finding | undefined {
    const equal = this.#findAll(tokens, grossOptions(line))
    const [posting] = equal
    if (!posting) return undefined
    const rivals = unique(
      postingTokens(posting).flatMap((token) => this.#linesBy.first(`${token} ${posting.amountMinor}`)),
    )
    return equal.length === 1 && rivals.length === 1 ? { rule, postings: equal } : { problem: 'tie', postings: equal }
  }

  /** All postings with one of the tokens, which are together exactly the amount, such as what the buyer and what the provider paid; if no other line has it. */
  #findTogether(line: OpenLine, rule: MatchRule, tokens: readonly string[]): Finding | undefined {
    const [minor] = grossOptions(line)
    if (line.hasNoDirection || minor === undefined || tokens.length === 0) return undefined
    const named = unique(
      tokens.flatMap((token) => this.#postingsBy.first(`${token} ${directionOf(minor)}`, maxTogether + 1)),
    )
    if (named.length < 2 || named.length > maxTogether) return undefined
    if (add(...named.map(({ amountMinor }) => amountMinor)) !== minor) return undefined
    const rivals = unique(named.flatMap(postingTokens).flatMap((token) => this.#linesBy.first(`${token} ${minor}`)))
    return rivals.length === 1 ? { rule, postings: named } : { problem: 'tie', postings: named }
  }

  /** A refund of the payment that the line names with exactly the amount, if no other line has it. */
  #findRefund(line: OpenLine): Finding | undefined {
    const equal = this.#findAll(refundedTokens([line.relatedReference]), grossOptions(line))
    const [posting] = equal
    if (!posting) return undefined
    const rivals = unique(
      [...postingTokens(posting), ...refundedTokens(posting.refunded)].flatMap((token) =>
        this.#linesBy.first(`${token} ${posting.amountMinor}`),
      ),
    )
    return equal.length === 1 && rivals.length === 1
      ? { rule: 'refunded_payment', postings: equal }
      : { problem: 'tie', postings: equal }
  }

  #findByAmount(line: OpenLine): Finding | undefined {
    const near = this.#findAll(this.#nearDays(line.day), grossOptions(line))
    const [posting] = near
    if (!posting) return undefined
    const rivals = unique(
      this.#nearDays(posting.day).flatMap((day) => this.#linesBy.first(`${day} ${posting.amountMinor}`)),
    )
    if (near.length > 1 || rivals.length > 1) return { problem: 'tie', postings: near }
    const rule = isSameParty(line.counterparty, posting.counterparty) ? 'amount_and_counterparty' : 'amount'
    return { rule, postings: near }
  }

  /** The postings with a key of one of the prefixes and one of the suffixes. Most lookups find none, and allocate nothing but the keys. */
  #findAll(prefixes: readonly string[], suffixes: readonly (string | number)[]): OpenPosting[] {
    const found = new Set<OpenPosting>()
    for (const prefix of prefixes)
      for (const suffix of suffixes)
        for (const posting of this.#postingsBy.first(`${prefix} ${suffix}`)) found.add(posting)
    return [...found]
  }

  /** Lines are looked up by their days, so that most of them ask for the same days as the one before. */
  #nearDays(day: string): readonly string[] {
    if (this.#daysNear.day !== day) this.#daysNear = { day, days: nearDays(day) }
    return this.#daysNear.days
  }

  /** Postings of the same counterparty that add up to the line in one way only. */
  #findSubset(line: OpenLine): Finding | undefined {
    if (line.hasNoDirection || line.counterparty === '') return undefined
    const candidates = this.#nearDays(line.day).flatMap((day) =>
      this.#postingsBy.first(`${day} ${partyKey(line)}`, subsetLimits.candidates),
    )
    const found = findSubset(candidates, grossOf(line))
    return found === 'several' ? { problem: 'tie', postings: [] } : found && { rule: 'subset', postings: found }
  }

  /** Other lines of the same counterparty that add up to one of its postings together with the line, in one way only. */
  #findLineSubset(line: OpenLine): Finding | undefined {
    if (line.hasNoDirection || line.counterparty === '') return undefined
    const postings = this.#nearDays(line.day)
      .flatMap((day) => this.#postingsBy.first(`${day} ${partyKey(line)}`, subsetLimits.postings))
      .filter(({ amountMinor }) => Math.abs(amountMinor) > Math.abs(grossOf(line)))
      .slice(0, subsetLimits.postings)
    if (postings.length === 0) return undefined
    const found = postings.flatMap((posting) => {
      const others = this.#nearDays(posting.day)
        .flatMap((day) => this.#listLinesOfParty().first(`${day} ${partyKey(line)}`, subsetLimits.candidates))
        .filter(({ id }) => id !== line.id)
        .map((other) => ({ other, amountMinor: grossOf(other) }))
      const rest = { least: 1, most: subsetLimits.size - 1 }
      const subset = findSubset(others, add(posting.amountMinor, -grossOf(line)), rest)
      return subset === undefined ? [] : [{ posting, subset }]
    })
    const [only] = found
    if (!only) return undefined
    if (found.length > 1 || only.subset === 'several')
      return { problem: 'tie', postings: found.map(({ posting }) => posting) }
    return { rule: 'line_subset', postings: [only.posting], otherLines: only.subset.map(({ other }) => other) }
  }

  #listLinesOfParty(): MultiMap<OpenLine> {
    if (this.#linesOfParty) return this.#linesOfParty
    const lines = new MultiMap<OpenLine>()
    for (const line of this.#lines.values())
      if (!line.hasNoDirection && line.counterparty !== '') lines.add(`${line.day} ${partyKey(line)}`, line)
    this.#linesOfParty = lines
    return lines
  }
}

/** Maximum number of postings with the number of a line that match it together. */
const maxTogether = 4

const nearDays = (day: string): string[] =>
  Array.from({ length: 2 * matchWindowDays + 1 }, (_, index) => addDays(day, index - matchWindowDays))

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

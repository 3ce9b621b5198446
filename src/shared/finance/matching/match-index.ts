import { findSubset } from '#shared/finance/matching/find-subset.ts'
import { type MatchRule, matchWindowDays } from '#shared/finance/matching/rules.ts'
import { addDays } from '#shared/time.ts'

/** A line of a statement that is not matched yet. Money that came in is positive. */
export interface OpenLine {
  id: string
  day: string
  /** What the line moved, and what the provider kept of it: the posting has the sum of both. */
  amountMinor: number
  feeMinor: number
  /** The file does not say which way the money went: the amount is never negative. */
  hasNoDirection: boolean
  counterparty: string
  /** What the bank or provider calls the transaction. */
  reference: string
  /** Numbers of our own documents in its texts. */
  numbers: readonly string[]
}

/** A posting of the account that is not matched yet. Debits are positive. */
export interface OpenPosting {
  id: string
  day: string
  amountMinor: number
  /** What the provider calls its payment or refund. */
  references: readonly string[]
  /** Of the order, payment and refund of its entry. */
  numbers: readonly string[]
  /** The customer, or what the entry says. */
  counterparty: string
}

/** What the rules find for a line. `tie`: several postings, or several lines, fit equally well, so none is matched. */
export type Finding =
  | { rule: MatchRule; postings: readonly OpenPosting[] }
  | { problem: 'tie' | 'amount_differs'; postings: readonly OpenPosting[] }
  | { problem: 'not_in_books'; postings: readonly [] }

/**
 * The open lines and postings of one account, of a few days around the lines that are looked up. Each line is looked up in a few steps however many there
 * are.
 */
export class MatchIndex {
  readonly #smallDifferenceMinor: number
  readonly #postings = new Map<string, OpenPosting>()
  readonly #lines = new Map<string, OpenLine>()
  readonly #postingsBy = new MultiMap<OpenPosting>()
  readonly #linesBy = new MultiMap<OpenLine>()

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
    for (const key of lineKeys(line)) this.#linesBy.add(key, line)
  }

  /** Takes out what was matched. */
  remove(line: OpenLine, postings: readonly OpenPosting[]): void {
    if (this.#lines.delete(line.id)) for (const key of lineKeys(line)) this.#linesBy.delete(key, line)
    for (const posting of postings)
      if (this.#postings.delete(posting.id))
        for (const key of postingKeys(posting)) this.#postingsBy.delete(key, posting)
  }

  /** Takes out what happened before a day. */
  removeBefore(day: string): void {
    for (const line of this.#lines.values()) if (line.day < day) this.remove(line, [])
    for (const posting of this.#postings.values())
      if (posting.day < day && this.#postings.delete(posting.id))
        for (const key of postingKeys(posting)) this.#postingsBy.delete(key, posting)
  }

  /** What the rules say of a line that was added, without those that need other accounts (`payout`) or the line alone (`text`). */
  find(line: OpenLine): Finding {
    const byReference = this.#findExact(line, 'provider_id', line.reference === '' ? [] : [`ref ${line.reference}`])
    if (byReference) return byReference
    const byNumber = this.#findExact(
      line,
      'own_number',
      line.numbers.map((number) => `no ${number}`),
    )
    if (byNumber) return byNumber
    const named = this.#named(line)
    const [only] = named
    if (only && named.length === 1)
      return Math.abs(Math.abs(grossOf(line)) - Math.abs(only.amountMinor)) <= this.#smallDifferenceMinor
        ? { rule: 'small_difference', postings: named }
        : { problem: 'amount_differs', postings: named }
    return this.#findByAmount(line) ?? this.#findSubset(line) ?? { problem: 'not_in_books', postings: [] }
  }

  /** Postings under one of the keys with exactly the amount, if this is the only line that has them. */
  #findExact(line: OpenLine, rule: MatchRule, keys: readonly string[]): Finding | undefined {
    const equal = unique(keys.flatMap((key) => this.#postingsBy.get(key))).filter(({ amountMinor }) =>
      isSameAmount(line, amountMinor),
    )
    if (equal.length === 0) return undefined
    const rivals = unique(keys.flatMap((key) => this.#linesBy.get(key))).filter((other) => isSameGross(line, other))
    return equal.length === 1 && rivals.length === 1 ? { rule, postings: equal } : { problem: 'tie', postings: equal }
  }

  /** Postings in its direction with the reference or a number of the line, whatever their amount. */
  #named(line: OpenLine): OpenPosting[] {
    const keys = [
      ...(line.reference === '' ? [] : [`ref ${line.reference}`]),
      ...line.numbers.map((each) => `no ${each}`),
    ]
    return unique(keys.flatMap((key) => this.#postingsBy.get(key))).filter(({ amountMinor }) =>
      hasDirectionOf(line, amountMinor),
    )
  }

  #findByAmount(line: OpenLine): Finding | undefined {
    const near = this.#postingsBy
      .get(`amount ${Math.abs(grossOf(line))}`)
      .filter((posting) => isSameAmount(line, posting.amountMinor) && isNear(line, posting))
    const [posting] = near
    if (!posting) return undefined
    const rivals = this.#linesBy
      .get(`amount ${Math.abs(grossOf(line))}`)
      .filter((other) => isSameAmount(other, posting.amountMinor) && isNear(other, posting))
    if (near.length > 1 || rivals.length > 1) return { problem: 'tie', postings: near }
    const rule = isSameParty(line.counterparty, posting.counterparty) ? 'amount_and_counterparty' : 'amount'
    return { rule, postings: near }
  }

  /** Postings of the same counterparty that add up to the line in one way only. */
  #findSubset(line: OpenLine): Finding | undefined {
    if (line.hasNoDirection || line.counterparty === '') return undefined
    const candidates = this.#postingsBy
      .get(`party ${normalize(line.counterparty)}`)
      .filter((posting) => isNear(line, posting) && hasDirectionOf(line, posting.amountMinor))
    const found = findSubset(candidates, grossOf(line))
    return found === 'several' ? { problem: 'tie', postings: [] } : found && { rule: 'subset', postings: found }
  }
}

/** What the posting of a line has: what it moved and the fee that was kept. */
export const grossOf = ({ amountMinor, feeMinor }: Pick<OpenLine, 'amountMinor' | 'feeMinor'>): number =>
  amountMinor + feeMinor

const isSameAmount = (line: OpenLine, amountMinor: number): boolean =>
  grossOf(line) === amountMinor || (line.hasNoDirection && grossOf(line) === -amountMinor)

const isSameGross = (a: OpenLine, b: OpenLine): boolean =>
  grossOf(a) === grossOf(b) || ((a.hasNoDirection || b.hasNoDirection) && grossOf(a) === -grossOf(b))

const hasDirectionOf = (line: OpenLine, amountMinor: number): boolean =>
  line.hasNoDirection || grossOf(line) > 0 === amountMinor > 0

const isNear = (line: OpenLine, posting: OpenPosting): boolean =>
  posting.day >= addDays(line.day, -matchWindowDays) && posting.day <= addDays(line.day, matchWindowDays)

const normalize = (name: string): string => name.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}]/gu, '')

/** Whether both name the same, also where one adds digits of an account, such as “张三 6222”. */
function isSameParty(ofLine: string, ofPosting: string): boolean {
  const [a, b] = [normalize(ofLine), normalize(ofPosting)]
  if (a === '' || b === '') return false
  return a === b || a.replaceAll(/\d/g, '') === b.replaceAll(/\d/g, '')
}

const postingKeys = ({ references, numbers, amountMinor, counterparty }: OpenPosting): string[] => [
  ...references.map((reference) => `ref ${reference}`),
  ...numbers.map((number) => `no ${number}`),
  `amount ${Math.abs(amountMinor)}`,
  ...(normalize(counterparty) === '' ? [] : [`party ${normalize(counterparty)}`]),
]

const lineKeys = (line: OpenLine): string[] => [
  ...(line.reference === '' ? [] : [`ref ${line.reference}`]),
  ...line.numbers.map((number) => `no ${number}`),
  `amount ${Math.abs(grossOf(line))}`,
]

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]

/** Values by key, each at most once. */
class MultiMap<Value> {
  readonly #sets = new Map<string, Set<Value>>()

  get(key: string): Value[] {
    return [...(this.#sets.get(key) ?? [])]
  }

  add(key: string, value: Value): void {
    this.#sets.getOrInsertComputed(key, () => new Set()).add(value)
  }

  delete(key: string, value: Value): void {
    const values = this.#sets.get(key)
    values?.delete(value)
    if (values?.size === 0) this.#sets.delete(key)
  }
}

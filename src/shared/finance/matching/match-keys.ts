import type { OpenLine, OpenPosting } from '#shared/finance/matching/open-items.ts'

/* What the lines and postings of an index are found by: texts of a few parts, such as `ref 4200… 1500` or `2026-09-23 1500`. */

/** What the posting of a line has: what it moved and the fee that was kept. */
export const grossOf = ({ amountMinor, feeMinor }: Pick<OpenLine, 'amountMinor' | 'feeMinor'>): number =>
  amountMinor + feeMinor

/** The amounts that its posting may have: of a line without direction on either side. */
export const grossOptions = (line: OpenLine): number[] =>
  line.hasNoDirection ? [grossOf(line), -grossOf(line)] : [grossOf(line)]

export const directionOf = (amountMinor: number): string => (amountMinor > 0 ? 'in' : 'out')

const normalize = (name: string): string => name.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}]/gu, '')

const withoutDigits = (name: string): string => name.replaceAll(/\d/g, '')

/** Whether both name the same, also where only one adds digits of an account, such as “张三 6222”: “Shop 12” and “Shop 13” are two. */
export function isSameParty(ofLine: string, ofPosting: string): boolean {
  const [a, b] = [normalize(ofLine), normalize(ofPosting)]
  if (a === '' || b === '') return false
  return a === b || withoutDigits(a) === b || a === withoutDigits(b)
}

export const referenceTokens = ({ reference }: OpenLine): string[] => (reference === '' ? [] : [`ref ${reference}`])
export const numberTokens = (numbers: readonly string[]): string[] => numbers.map((number) => `no ${number}`)
export const refundedTokens = (references: readonly string[]): string[] =>
  references.filter((reference) => reference !== '').map((reference) => `refunded ${reference}`)
export const postingTokens = ({ references, numbers }: OpenPosting): string[] => [
  ...references.map((reference) => `ref ${reference}`),
  ...numberTokens(numbers),
]

export const postingKeys = (posting: OpenPosting): string[] => {
  const { day, amountMinor, counterparty } = posting
  const direction = directionOf(amountMinor)
  const party = normalize(counterparty)
  return [
    ...postingTokens(posting).flatMap((token) => [`${token} ${amountMinor}`, `${token} ${direction}`]),
    ...refundedTokens(posting.refunded).map((token) => `${token} ${amountMinor}`),
    `${day} ${amountMinor}`,
    ...(party === '' ? [] : [`${day} ${party} ${direction}`]),
  ]
}

export const lineKeys = (line: OpenLine): string[] =>
  grossOptions(line).flatMap((minor) => [
    ...[...referenceTokens(line), ...numberTokens(line.numbers), ...refundedTokens([line.relatedReference])].map(
      (token) => `${token} ${minor}`,
    ),
    `${line.day} ${minor}`,
  ])

/** The counterparty of a line and which way its money went, as the postings of the counterparty are found by. */
export const partyKey = (line: OpenLine): string => `${normalize(line.counterparty)} ${directionOf(grossOf(line))}`

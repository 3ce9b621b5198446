import type { OpenLineRow } from '#server/finance/matching/open-lines-store.ts'
import { findReferences } from '#shared/finance/matching/line-texts.ts'

/** What a line calls the documents that it is about. */
export interface LineNames {
  /** Ids of the provider. */
  references: readonly string[]
  /** Our own numbers. */
  numbers: readonly string[]
}

export function namesOf(line: OpenLineRow): LineNames {
  const references = [line.reference, line.relatedReference, ...findReferences(line.description)].filter(Boolean)
  return { references: [...new Set(references)].slice(0, maxReferences), numbers: line.numbers }
}

const maxReferences = 10

export const isNamed = (names: LineNames, { number, reference }: { number: string; reference: string }): boolean =>
  names.numbers.includes(number) || (reference !== '' && names.references.includes(reference))

/** The only one, or undefined. */
export const singleItem = <Item>(items: readonly Item[]): Item | undefined =>
  items.length === 1 ? items[0] : undefined

import type { FilterField } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'

/** Filters of a list as they can be typed into its search, one of each kind; empty for a list without. */
export function exampleText({ filters }: Pick<List, 'filters'>): string {
  if (!filters.some(({ kind }) => kind === 'search')) return ''
  const byKind = new Map(filters.map((field) => [field.kind, field]).toReversed() as [string, FilterField][])
  const excluded = byKind.has('exclusions') ? filters.find(({ kind }) => kind === 'choice') : undefined
  return [...byKind.values()]
    .toReversed()
    .map((field) => toExample(field))
    .concat(excluded?.kind === 'choice' ? `-${excluded.key}:${excluded.values.at(-1)}` : [])
    .filter(Boolean)
    .join(' ')
}

function toExample(field: FilterField): string {
  switch (field.kind) {
    case 'choice':
      return `${field.key}:${field.values[0]}`
    case 'currency':
      return `${field.key}:CNY`
    case 'days':
      return `${field.key}:2026-09`
    case 'amount':
      return `${field.key}>100`
    default:
      return ''
  }
}

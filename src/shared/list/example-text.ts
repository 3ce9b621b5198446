import type { FilterField } from '#shared/list/filter-fields.ts'
import type { List } from '#shared/list/list.ts'

/** Filters of a list as they can be typed into its search, up to two of each kind; empty for a list without. */
export function exampleText({ filters }: Pick<List, 'filters'>): string {
  if (!filters.some(({ kind }) => kind === 'search')) return ''
  const ofKinds = [...Map.groupBy(filters, ({ kind }) => kind).values()].flatMap((fields) => fields.slice(0, 2))
  const [choice] = filters.filter(({ kind }) => kind === 'choice')
  const canExclude = filters.some(({ kind }) => kind === 'exclusions')
  return [
    ...ofKinds.map(toExample),
    canExclude && choice?.kind === 'choice' ? `-${choice.key}:${choice.values.at(-1)}` : '',
  ]
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

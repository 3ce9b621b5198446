import { entriesList } from '#shared/finance/entries-list.ts'
import { columnLists } from '#shared/list/column-lists.ts'
import { moveColumn, showColumns, sortColumns } from '#shared/list/columns.ts'
import { expect, test } from 'bun:test'

const idsOf = (chosen: readonly string[] | null): string[] => showColumns(entriesList, chosen).map(({ id }) => id)

test('fixed columns come first, then those that were chosen, in their order', () => {
  expect(idsOf(null)).toEqual(['number', 'occurred', 'kind', 'memo', 'counterparty', 'postings', 'order', 'in', 'out'])
  expect(idsOf(['out', 'posted', 'in'])).toEqual(['number', 'out', 'posted', 'in'])
  expect(idsOf([])).toEqual(['number'])
})

test('a choice with columns that the list no longer has shows the others', () => {
  expect(idsOf(['gone', 'in', 'number'])).toEqual(['number', 'in'])
})

test('every column of a list is offered once, those that are shown first', () => {
  for (const list of Object.values(columnLists)) {
    const free = list.columns.filter((column) => !('fixed' in column)).map(({ id }) => id)
    const last = free.at(-1) ?? ''
    const offered = sortColumns(list, [last])
    expect(offered[0]).toEqual({ id: last, isShown: true })
    expect(offered.map(({ id }) => id).toSorted()).toEqual(free.toSorted())
    expect(offered.slice(1).every(({ isShown }) => !isShown)).toBe(true)
  }
})

test('a column moves one place, and stays at the ends', () => {
  expect(moveColumn(['a', 'b', 'c'], 'c', 'up')).toEqual(['a', 'c', 'b'])
  expect(moveColumn(['a', 'b', 'c'], 'a', 'down')).toEqual(['b', 'a', 'c'])
  expect(moveColumn(['a', 'b'], 'a', 'up')).toEqual(['a', 'b'])
  expect(moveColumn(['a', 'b'], 'b', 'down')).toEqual(['a', 'b'])
  expect(moveColumn(['a', 'b'], 'x', 'up')).toEqual(['a', 'b'])
})

import { entriesList } from '#shared/finance/entries-list.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { List } from '#shared/list/list.ts'

/** The lists whose columns and density each user chooses, by the name under which a choice is kept. */
export const columnLists = { entries: entriesList, orders: ordersList } as const satisfies Readonly<
  Record<string, Pick<List, 'columns' | 'density'>>
>

export type ColumnListName = keyof typeof columnLists
export const columnListNames = Object.keys(columnLists) as [ColumnListName, ...ColumnListName[]]

export const isColumnList = (list: string): list is ColumnListName => list in columnLists

import type { List } from '#shared/list/list.ts'
import { ordersList } from '#shared/orders/list.ts'

/** The lists of which people save views. */
export const viewLists = { orders: ordersList } as const satisfies Readonly<Record<string, List>>

export type ViewListName = keyof typeof viewLists
export const viewListNames = Object.keys(viewLists) as [ViewListName, ...ViewListName[]]

import { createNameSortKey } from '#server/name-sort-key.ts'

/** Longest key: names that begin with as many equal letters follow each other in the order in which they came in. */
const maxLength = 60

/** What the list sorts an order by the name of its customer with. */
export const toCustomerSortKey = (name: string): string => createNameSortKey(name).slice(0, maxLength)

import { createNameSortKey } from '#server/list/name-sort-key.ts'

/** Maximum length of a key: names with the same first letters up to this length are in the order of creation. */
const maxLength = 60

/** What the list sorts an order by the name of its customer with. */
export const toCustomerSortKey = (name: string): string => createNameSortKey(name).slice(0, maxLength)

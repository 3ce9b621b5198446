import { cutText } from '#shared/cut-text.ts'
import { createNameSortKey } from '#server/list/name-sort-key.ts'

/** Maximum length of a key: names with the same first letters up to this length are in the order of creation. */
const maxLength = 60

/** What the list sorts an order by the name of its customer with. */
export const toCustomerSortKey = (name: string): string => cutText(createNameSortKey(name), maxLength)

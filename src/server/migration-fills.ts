import { fillListKeys } from '#server/customers/list-keys.ts'

/** What migrations fill with code of features, because SQL cannot compute it. */
export const migrationFills = { customerList: fillListKeys }

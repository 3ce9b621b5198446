import type { Db } from '#server/db/database.ts'
import { findCountryCode } from '#shared/countries.ts'
import { methodTokens, sourceTokens } from '#server/orders/tokens/filter-tokens.ts'
import * as store from '#server/orders/list/known-values-store.ts'
import { hasPostings, tokenValuesOf } from '#server/orders/tokens/token-store.ts'
import { type UnknownValue, unknownValue } from '#shared/list/unknown-values.ts'
import { noAssignee } from '#shared/orders/list.ts'
import { importFormats } from '#shared/orders/import-formats.ts'
import { ownSource } from '#shared/orders/draft.ts'
import { identifyProvider } from '#shared/payment-providers.ts'
import type { FieldError } from '#shared/problem.ts'

/**
 * The error of an unknown filter value: one that is not known in general, such as the code of a country, and that no order has.
 * Empty for all other values; tags, customers and products may be any text, because their orders may be gone. `tokens` are the tokens of the value.
 */
export async function findUnknown(db: Db, value: UnknownValue, tokens: readonly string[]): Promise<FieldError[]> {
  const check = Object.hasOwn(checks, value.filter) ? checks[value.filter as keyof typeof checks] : undefined
  return (await check?.(db, value, tokens)) ?? []
}

type Check = (db: Db, value: UnknownValue, tokens: readonly string[]) => Promise<FieldError[]>

const knownSources: readonly string[] = [...importFormats, ownSource, 'api']

const checks = {
  assignee: async (_, unknown, tokens) =>
    tokens.length > 0 || unknown.value === noAssignee ? [] : [unknownValue('unknown-person', unknown)],
  source: async (db, unknown, tokens) => {
    const { value } = unknown
    if (knownSources.includes(value) || (await hasPostings(db, tokens)) || (await store.hasImportFrom(db, value)))
      return []
    return [unknownValue('unknown-source', unknown, { values: await nameValues(db, sourceTokens) })]
  },
  method: async (db, unknown, tokens) => {
    if (identifyProvider(unknown.value) !== undefined || (await hasPostings(db, tokens))) return []
    return [unknownValue('unknown-method', unknown, { values: await nameValues(db, methodTokens) })]
  },
  country: async (db, unknown, tokens) =>
    findCountryCode(unknown.value) !== undefined || (await hasPostings(db, tokens))
      ? []
      : [unknownValue('unknown-country', unknown)],
  importNumber: async (db, unknown) =>
    (await store.hasImport(db, unknown.value.toUpperCase())) ? [] : [unknownValue('unknown-import', unknown)],
} as const satisfies Record<string, Check>

/** Maximum number of values in the message. */
const maxNamed = 20

/** The values that orders have, as a list for a message; a dash if there are none. */
async function nameValues(db: Db, range: typeof sourceTokens): Promise<string> {
  const [values = []] = await tokenValuesOf([range])(db)
  const names = [...new Set(values.map((value) => identifyProvider(value) ?? value))]
  return [...names.slice(0, maxNamed), ...(names.length > maxNamed ? ['…'] : [])].join(', ') || '–'
}

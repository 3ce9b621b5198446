import type { Db } from '#server/db/database.ts'
import { findCountryCode, nameCountry } from '#server/orders/countries.ts'
import { countryTokens, methodTokens, sourceTokens } from '#server/orders/filter-tokens.ts'
import { tagTokens } from '#server/orders/search-tokens.ts'
import { tokenValuesOf } from '#server/orders/token-store.ts'
import type { Locale } from '#shared/locales.ts'
import type { OrderFacets, OrdersView } from '#shared/orders/page-views.ts'
import { identifyProvider } from '#shared/payment-providers.ts'

const listValues = tokenValuesOf([tagTokens, sourceTokens, methodTokens, countryTokens])

type Facets = Pick<OrdersView, 'tags'> & { facets: OrderFacets }

export const noFacets: Facets = { tags: [], facets: { sources: [], methods: [], countries: [] } }

/** The values of filters that orders have, by name; of many the first. */
export async function listFacets(db: Db, locale: Locale): Promise<Facets> {
  const [tags = [], sources = [], methods = [], countries = []] = await listValues(db)
  const labels = new Map(countries.map((text) => [findCountryCode(text) ?? text, nameCountry(text, locale)]))
  return {
    tags,
    facets: {
      sources,
      methods: [...new Set(methods.map((method) => identifyProvider(method) ?? method))],
      countries: [...labels]
        .map(([value, label]) => ({ value, label }))
        .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
    },
  }
}

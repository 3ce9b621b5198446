import type { Db } from '#server/db/database.ts'
import { findCountryCode, nameCountry } from '#shared/countries.ts'
import { providerNames } from '#server/orders/provider-names.ts'
import { countryTokens, methodTokens, sourceTokens } from '#server/orders/tokens/filter-tokens.ts'
import { tagTokens } from '#server/orders/tokens/search-tokens.ts'
import { listFewProducts } from '#server/orders/tokens/product-store.ts'
import { tokenValuesOf } from '#server/orders/tokens/token-store.ts'
import type { Locale } from '#shared/locales.ts'
import type { OrderFacets, OrdersView } from '#shared/orders/page-views.ts'
import { sortTags } from '#shared/orders/tags.ts'
import { identifyProvider } from '#shared/payment-providers.ts'

const listValues = tokenValuesOf([tagTokens, sourceTokens, methodTokens, countryTokens])

/** The values that filters offer. */
export type Facets = Pick<OrdersView, 'tags'> & { facets: OrderFacets }

export const noFacets: Facets = {
  tags: [],
  facets: { sources: [], methods: [], countries: [], skus: [], products: [] },
}

/** The values that orders have for each filter; of many values the first ones, of many products none. The `chosen` SKU and product, by which the page filters, are offered in any case. */
export async function listFacets(
  db: Db,
  locale: Locale,
  chosen: { sku?: string | undefined; product?: string | undefined },
): Promise<Facets> {
  const [[tags = [], sources = [], methods = [], countries = []], products] = await Promise.all([
    listValues(db),
    listFewProducts(db, maxOfferedProducts),
  ])
  const labels = new Map(countries.map((text) => [findCountryCode(text) ?? text, nameCountry(text, locale)]))
  return {
    tags: sortTags(tags),
    facets: {
      sources,
      methods: [...new Set(methods.map((method) => identifyProvider(method) ?? method))].map((value) => ({
        value,
        label: providerNames[locale](value),
      })),
      countries: [...labels]
        .map(([value, label]) => ({ value, label }))
        .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
      skus: sortNames([...products.map(({ sku }) => sku), chosen.sku]),
      products: sortNames([...products.map(({ name }) => name), chosen.product]),
    },
  }
}

/** If there are more products, none are offered, and users type part of the name into the search. */
const maxOfferedProducts = 200

const sortNames = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.flatMap((name) => name || []))].toSorted()

import { endpoint } from '#shared/routes/endpoint.ts'
import { foundItems, searchEverythingQuery } from '#shared/search/views.ts'

/** The search over everything that a user may see. */
export const searchEndpoints = {
  searchEverything: endpoint({
    method: 'GET',
    path: '/api/search',
    access: 'logged-in',
    query: searchEverythingQuery,
    output: foundItems,
  }),
}

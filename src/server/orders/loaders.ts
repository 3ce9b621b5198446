import { findNeighbors, readListWithCounts, findSearchedOrder } from '#server/orders/list/read-list.ts'
import { toShownOrder } from '#server/orders/list/shown-order.ts'
import { loadImportUndo } from '#server/imports/undo-actions.ts'
import { loadImportList } from '#server/imports/views.ts'
import { hasPermission } from '#server/auth/access.ts'
import { readCustomers } from '#server/customers/list.ts'
import { loadCustomerOfList, loadPageCustomers } from '#server/customers/views.ts'
import type { AuthenticatedContext, Loader, RequestContext } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { listCarrierViews } from '#server/orders/fulfillment/carriers.ts'
import { countForPage } from '#server/orders/list/count-all.ts'
import { listAssignable } from '#server/orders/annotations/annotation-store.ts'
import { type Facets, listFacets, noFacets } from '#server/orders/list/facets.ts'
import { findSimilarNumbers } from '#server/orders/list/find-items.ts'
import { listPrintable } from '#server/orders/printable-orders.ts'
import { listPossibleDuplicates } from '#server/orders/intake/duplicates.ts'
import { loadEarlierOrder } from '#server/orders/edits/earlier-order.ts'
import { loadJobList, loadOpenJob } from '#server/jobs/views.ts'
import type { QueryOf } from '#shared/routes/page-queries.ts'
import { loadListViews } from '#server/list/list-layout.ts'
import { loadViews } from '#server/list/view-actions.ts'
import { describeErrors, readIfValid } from '#server/list/query-errors.ts'
import { findRemoval } from '#server/orders/removal/removal-store.ts'
import { nameCountry } from '#shared/countries.ts'
import { loadOrderView } from '#server/orders/views.ts'
import { resolveAll } from '#server/orders/resolve-all.ts'
import { customersList } from '#shared/customers/list.ts'
import { isFilterSet } from '#shared/list/filter-fields.ts'
import { annotationPermissions } from '#shared/orders/actions.ts'
import type { Locale } from '#shared/locales.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { Address } from '#shared/orders/views.ts'
import type { MissingOrder, OrdersView } from '#shared/orders/page-views.ts'

/** `/orders`: the list with the counts of its tabs, and the order open in the panel. */
export const loadOrders: Loader<'orders'> = async (context, shown): Promise<OrdersView> => {
  const query = { ...shown, sort: ordersList.sorts.find((sort) => sort === shown.sort) }
  const db = context.kontor.database.read
  // Read in parallel what does not depend on the rows, because each statement is a round trip to PostgreSQL.
  const [{ tabs, currencies, queryErrors, page }, layout, opened, asked, customerOfList] = await Promise.all([
    readListWithCounts(context, query),
    loadListViews(context, 'orders', query),
    query.order === undefined ? null : loadOpened(db, context, query.order),
    asksForChoices(query) ? loadChoices(context, listFacets(db, context.locale, query)) : undefined,
    loadCustomerOfList(db, context, query),
  ])
  const { rows, ...list } = page
  const isWhole = list.next === null && list.previous === null
  const searchedNumber = query.order === undefined && isWhole ? findSearchedOrder(rows, query.q) : undefined
  const number = query.order ?? searchedNumber
  const order = searchedNumber === undefined ? opened : await loadOpened(db, context, searchedNumber)
  const found = order && 'number' in order ? order : null
  const canPrint = hasPermission(context, 'orders.print')
  const isInvalid = queryErrors.length > 0
  // Skip this after a search that took too long: it would read the same table and delay the page again.
  const listFound = () => (isInvalid ? noFacets : listFacets(db, context.locale, query))
  const { choices, jobs, ...parts } = await resolveAll({
    ...(query.count === 'all' && 'atLeast' in list.count && { count: countForPage(context, query) }),
    choices: asked ?? (order || isInvalid ? loadChoices(context, listFound()) : noChoices),
    neighbors: findNeighbors(context, query, page, number),
    duplicates:
      found && found.status !== 'cancelled' && query.version === undefined
        ? listPossibleDuplicates(db, context, found)
        : [],
    earlier: found && query.version !== undefined ? loadEarlier(db, context, found.number, query.version) : null,
    customers: loadPageCustomers(db, context, query, {
      orderedBy: found && found.customerNumber,
      ofList: customerOfList,
    }),
    customerList: query.customers === undefined ? null : loadCustomerList(context, shown),
    customerImports:
      query.customers === 'import' && hasPermission(context, 'customers.manage')
        ? loadImportList(context, undefined, 'customers')
        : null,
    similar:
      rows.length === 0 && isWhole && query.q && query.customers === undefined
        ? findSimilarNumbers(context, query.q)
        : [],
    imports:
      query.import !== undefined && hasPermission(context, 'orders.import') ? loadImportList(context, undefined) : null,
    importUndo: loadUndo(context, query),
    carriers:
      (found || query.bulk?.startsWith('ship') || query.bulk === 'scan') && hasPermission(context, 'shipments.manage')
        ? listCarrierViews(db)
        : [],
    jobs: loadJobs(context, query),
    printable: query.print && canPrint ? listPrintable(context, query, page, order) : null,
  })
  return {
    ...list,
    rows: rows.map(toShownOrder[context.locale]),
    tabs,
    currencies,
    ...layout,
    ...choices,
    facets: isInvalid || hasOptions(query) ? choices.facets : null,
    ...describeErrors(ordersList, queryErrors, query, context.locale),
    order,
    countryNames: nameCountries(
      [found?.shippingAddress, found?.billingAddress, parts.earlier?.shippingAddress, parts.earlier?.billingAddress]
        .concat(customerOfList?.profile ?? [])
        .filter((address) => address !== undefined),
      context.locale,
    ),
    openedBySearch: searchedNumber !== undefined,
    canImport: hasPermission(context, 'orders.import'),
    canPrint,
    ...jobs,
    ...parts,
  }
}

/** The names of the countries of addresses, as far as they are not stored by that name. */
function nameCountries(addresses: readonly Pick<Address, 'country'>[], locale: Locale): OrdersView['countryNames'] {
  const countries = new Set(addresses.map(({ country }) => country))
  return [...countries]
    .map((stored) => ({ stored, name: nameCountry(stored, locale) }))
    .filter(({ stored, name }) => name !== stored)
}

/** The order with a number as the panel shows it. */
const loadOpened = async (db: Db, context: RequestContext, number: string) =>
  (await loadOrderView(db, context, number)) ?? loadMissing(db, number)

const loadEarlier = async (...[db, context, number, version]: Parameters<typeof loadEarlierOrder>) =>
  (await loadEarlierOrder(db, context, number, version)) ?? null

/** What the panel shows for a number that no order has. */
async function loadMissing(db: Db, number: string): Promise<MissingOrder> {
  const found = await findRemoval(db, number)
  const removal = found && {
    import: found.import_number,
    fileName: found.file_name,
    at: found.undo_started_at ?? 0,
    userName: found.user_name,
  }
  return { missing: number, removal: removal ?? null }
}

/** The list of customers, or an empty one and what is wrong with the query. */
async function loadCustomerList(
  context: AuthenticatedContext,
  query: OrdersPageQuery,
): Promise<NonNullable<OrdersView['customerList']>> {
  const sort = customersList.sorts.find((each) => each === query.sort)
  const [page, views] = await Promise.all([
    readIfValid(context, customersList, query, () => readCustomers(context, { ...query, sort })),
    loadViews(context, 'customers'),
  ])
  return {
    ...page,
    views,
    rows: page.rows.map((row) => ({ ...row, country: nameCountry(row.country, context.locale) })),
  }
}

/** The data of the open dialog that undoes an import. */
async function loadUndo(
  context: RequestContext,
  { import: dialog, undo }: QueryOf<'orders'>,
): Promise<OrdersView['importUndo']> {
  if (dialog === undefined || undo === undefined || !hasPermission(context, 'orders.undo_import')) return null
  return (await loadImportUndo(context.kontor, undo)) ?? { missing: undo }
}

const noChoices = { tags: [], facets: null, assignees: [] }

/** The options of filters, and of forms for tags and people. */
async function loadChoices(
  context: RequestContext,
  facetsOfOrders: Facets | Promise<Facets>,
): Promise<Pick<OrdersView, 'tags' | 'facets' | 'assignees'>> {
  const [facets, assignees] = await Promise.all([
    facetsOfOrders,
    hasPermission(context, annotationPermissions.assign) ? listAssignable(context.kontor.database.read) : [],
  ])
  return { ...facets, assignees }
}

/** Whether the page will show them: otherwise they are not read, because that takes longer than reading the rows. */
const asksForChoices = (query: OrdersPageQuery): boolean => hasOptions(query) || query.bulk !== undefined

/** Whether the page shows filter controls whose options are values of orders. */
const hasOptions = (query: OrdersPageQuery): boolean =>
  query.menu !== undefined || optionFilters.some((field) => isFilterSet(field, query))

const optionFilters = ordersList.filters.filter(({ kind }) => kind === 'option' || kind === 'exclusions')

/** The open job, and the open list of jobs. */
async function loadJobs(
  context: AuthenticatedContext,
  { job, jobAfter = 0, jobs, jobsBefore }: QueryOf<'orders'>,
): Promise<Pick<OrdersView, 'job' | 'jobs'>> {
  if (!hasPermission(context, 'orders.bulk')) return { job: null, jobs: null }
  const everyone = jobs === 'all' && hasPermission(context, 'jobs.manage')
  return {
    job: job === undefined ? null : await loadOpenJob(context, job, jobAfter),
    jobs: jobs === undefined ? null : await loadJobList(context, { everyone, before: jobsBefore }),
  }
}

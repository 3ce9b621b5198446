import { shortcutKeys } from '#client/app/keys.ts'
import { lazyComponent } from '#client/lazy-component.tsx'
import { LiveOrders } from '#client/live/deferred.ts'
import { BulkForm } from '#client/orders/bulk-form.tsx'
import { NextOrderButton } from '#client/orders/next-order-button.tsx'
import { OrdersList } from '#client/orders/orders-list.tsx'
import type { Overlay, PageProps } from '#client/pages.ts'
import { useMessages, usePermission, useSession, useTimeZone } from '#client/app/page-context.tsx'
import { Page, PageHead } from '#client/app/shell.tsx'
import type { FilterOptions } from '#client/list/filter-controls.tsx'
import { ListPager } from '#client/list/list-pager.tsx'
import { ListTabs } from '#client/list/list-tabs.tsx'
import { ListToolbar } from '#client/list/list-toolbar.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { ownValue } from '#shared/list/filter-fields.ts'
import { createOpenHref, dialogHref, filterHref } from '#shared/list/url.ts'
import { noAssignee, ordersList } from '#shared/orders/list.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'

const OrdersEmpty = lazyComponent(async () => (await import('#client/orders/orders-empty.tsx')).OrdersEmpty)
const OrderPanel = lazyComponent(async () => (await import('#client/orders/order-panel.tsx')).OrderPanel)
const CustomerCard = lazyComponent(async () => (await import('#client/customers/customer-card.tsx')).CustomerCard)
const ViewDialog = lazyComponent(async () => (await import('#client/list/view-dialog.tsx')).ViewDialog)
const OrdersDialogs = lazyComponent(async () => (await import('#client/orders/orders-dialogs.tsx')).OrdersDialogs)

const dialogs = ['print', 'new', 'columns', 'export', 'bulk', 'job', 'jobs', 'import'] as const
const hasDialog = (query: OrdersPageQuery): boolean => dialogs.some((key) => query[key] !== undefined)

export const overlays: readonly Overlay<'orders'>[] = [
  { component: OrderPanel, isOpen: ({ data }) => data.order !== null },
  { component: CustomerCard, isOpen: ({ data }) => data.customers.ofList !== null },
  { component: OrdersEmpty, isOpen: ({ data }) => data.rows.length === 0 },
  { component: ViewDialog, isOpen: ({ query }) => query.view !== undefined },
  { component: OrdersDialogs, isOpen: ({ query }) => hasDialog(query) },
]

/** The orders page: the list with search and filters, the panel of one order, and the dialogs that its URL opens. */
export default function OrdersPage({ data, query, form }: PageProps<'orders'>) {
  const { orders, common, lists } = useMessages()
  const timeZone = useTimeZone()
  const options = useFilterOptions(data, query)
  const activeFilters = useActiveFilters(ordersList, query, [], options)
  const { previous, next } = data.neighbors
  const numbers = [previous, ...data.rows.map(({ number }) => number), next].filter((number) => number !== null)
  const openHref = createOpenHref(ordersList, query)
  const openOn = (cursor: string | null, number: string): string =>
    createOpenHref(ordersList, { ...query, cursor: cursor ?? undefined })(number)
  const hrefOf = (number: string): string =>
    number === previous ? openOn(data.previous, number) : number === next ? openOn(data.next, number) : openHref(number)
  const { count, order, openedBySearch } = data
  const highlighted = useLastOpen(query.order ?? (openedBySearch && order && 'number' in order ? order.number : null))
  const canCreate = usePermission('orders.create')
  const canExport = usePermission('orders.export')
  const canShip = usePermission('shipments.manage')
  const canBulk = usePermission('orders.bulk')
  const hasRows = data.rows.length > 0
  const tools = [
    [data.canPrint && hasRows, 'printer', orders.print, { print: 'orders' }],
    [canBulk, 'clock', orders.bulk.jobs, { jobs: 'own' }],
    [canExport && hasRows, 'download', orders.export, { export: '1' }],
    [data.canImport, 'upload', orders.import.button, { import: '1' }],
  ] as const
  return (
    <Page
      isPanelFull={order !== null && query.full !== undefined}
      panel={
        order && (
          <OrderPanel
            order={order}
            duplicates={data.duplicates}
            earlier={data.earlier}
            numbers={numbers}
            hrefOf={hrefOf}
            query={query}
            carriers={data.carriers}
            openedBySearch={openedBySearch}
            tags={data.tags}
            assignees={data.assignees}
            customers={data.customers}
            form={form}
          />
        )
      }
    >
      <PageHead
        title={orders.title}
        actions={
          <>
            <LiveOrders data={data} query={query} />
            {canShip && <NextOrderButton />}
            {tools.map(
              ([isShown, icon, label, opened]) =>
                isShown && (
                  <ButtonLink
                    key={icon}
                    icon={icon}
                    href={dialogHref(ordersList, { ...query, order: undefined }, opened)}
                    data-scroll="keep"
                    aria-label={label}
                    aria-keyshortcuts={icon === 'download' && !order ? shortcutKeys.list.export : undefined}
                    className={icon === 'clock' ? 'hide-sm' : undefined}
                  >
                    <span className="hide-sm">{label}</span>
                  </ButtonLink>
                ),
            )}
            {canCreate && (
              <ButtonLink
                variant="primary"
                icon="plus"
                href={dialogHref(ordersList, { ...query, order: undefined }, { new: '1' })}
                data-scroll="keep"
                aria-label={orders.createButton}
                aria-keyshortcuts={shortcutKeys.list.create}
              >
                <span className="hide-sm">{orders.createButton}</span>
                <span className="only-sm">{orders.createButtonShort}</span>
              </ButtonLink>
            )}
          </>
        }
      />
      {form?.endpoint === 'claimNextOrder' && form.problem && (
        <p className="banner" role="alert">
          {form.problem.title}
        </p>
      )}
      <ListTabs
        list={ordersList}
        query={query}
        counts={data.tabs}
        labels={orders.tabs}
        label={orders.tabs.label}
        views={{ list: 'orders', views: data.views, dialogHref: (view) => dialogHref(ordersList, query, { view }) }}
      />
      <ListToolbar
        list={ordersList}
        query={query}
        activeFilters={activeFilters}
        currencies={data.currencies}
        options={options}
        errors={data.queryErrors}
        labels={{ form: orders.filter.label, search: orders.search.label, placeholder: orders.search.placeholder }}
      />
      {data.customers.ofList && (
        <CustomerCard customer={data.customers.ofList} customers={data.customers} query={query} form={form} />
      )}
      {hasRows ? (
        <>
          <OrdersList data={data} query={query} highlighted={highlighted} />
          {canBulk && <BulkForm query={query} data={data} />}
          <ListPager list={ordersList} query={query} page={data}>
            {orders.count(common.count(count), 'exact' in count && count.exact === 1)}
            <span className="dimmed hide-sm"> · {orders.timesIn(timeZone)}</span>
            <a className="link hide-sm" href={dialogHref(ordersList, query, { columns: '1' })} data-scroll="keep">
              {` · ${lists.columns}`}
            </a>
            {canBulk && (
              <a className="link only-sm" href={dialogHref(ordersList, query, { jobs: 'own' })}>
                {` · ${orders.bulk.jobs}`}
              </a>
            )}
          </ListPager>
        </>
      ) : (
        <OrdersEmpty data={data} query={query} activeFilters={activeFilters} />
      )}
      {query.view && (
        <ViewDialog
          list="orders"
          views={data.views}
          open={query.view}
          query={filterHref(ordersList, { ...query, order: undefined }, {}).split('?')[1] ?? ''}
          closeHref={dialogHref(ordersList, query, {})}
          form={form}
        />
      )}
      {hasDialog(query) && <OrdersDialogs data={data} query={query} form={form} options={options} />}
    </Page>
  )
}

/** What the filters by assignee and by tag offer. The user's own orders come first, under a URL that is the same for everyone. */
function useFilterOptions(
  { tags, assignees, customers: { ofList }, facets }: Pick<OrdersView, 'tags' | 'assignees' | 'customers' | 'facets'>,
  { customer, sku, product }: OrdersPageQuery,
): FilterOptions {
  const { orders, finance } = useMessages()
  const { user } = useSession()
  const others = assignees.filter(({ id }) => id !== user?.id).map(({ id, name }) => ({ value: id, label: name }))
  return {
    source: toOptions(facets.sources, (source) => orders.sources[source as 'api'] ?? source),
    method: toOptions(facets.methods, finance.providerName),
    country: facets.countries.length === 0 ? undefined : facets.countries,
    // Any SKU and product can be typed into the search; the menu shows the one that is chosen.
    sku: toOptions(sku ? [sku] : []),
    product: toOptions(product ? [product] : []),
    assignee:
      assignees.length === 0
        ? undefined
        : [
            { value: ownValue, label: orders.filter.mine },
            { value: noAssignee, label: orders.filter.unassigned },
            ...others,
          ],
    // One customer at a time: their page leads here, not the menu.
    customer: customer && ofList ? [{ value: customer, label: ofList.name || ofList.number }] : undefined,
    tag: toOptions(tags),
  }
}

const toOptions = (values: readonly string[], label = (value: string) => value) =>
  values.length === 0 ? undefined : values.map((value) => ({ value, label: label(value) }))

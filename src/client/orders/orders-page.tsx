import { CachedMarkup } from '#client/app/cached-markup.tsx'
import { lazyComponent } from '#client/lazy-component.tsx'
import { LiveOrders } from '#client/live/deferred.ts'
import { BulkForm } from '#client/orders/bulk-form.tsx'
import { useExactCount } from '#client/orders/exact-counts.ts'
import { OrdersList } from '#client/orders/orders-list.tsx'
import { OrdersTabs } from '#client/orders/orders-tabs.tsx'
import { OrdersToolbar } from '#client/orders/orders-toolbar.tsx'
import { OrdersTools } from '#client/orders/orders-tools.tsx'
import { useFilterOptions } from '#client/orders/use-filter-options.ts'
import type { Overlay, PageProps } from '#client/pages.ts'
import { useMessages, usePageContext, usePermission, useTimeZone } from '#client/app/page-context.tsx'
import { Page, PageHead } from '#client/app/shell.tsx'
import { ViewDialog } from '#client/list/lazy-view-dialog.ts'
import { ListPager } from '#client/list/list-pager.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { showTyped } from '#shared/list/unknown-values.ts'
import { dialogHref, filterHref } from '#shared/list/url.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { href } from '#shared/routes/pages.ts'

const CountAll = lazyComponent(async () => (await import('#client/orders/count-all.tsx')).CountAll)
const OrdersEmpty = lazyComponent(async () => (await import('#client/orders/orders-empty.tsx')).OrdersEmpty)
const OrderPanel = lazyComponent(async () => (await import('#client/orders/panel/order-panel.tsx')).OrderPanel)
const CustomerCard = lazyComponent(async () => (await import('#client/customers/customer-card.tsx')).CustomerCard)
const CreditDialog = lazyComponent(async () => (await import('#client/customers/credit-dialog.tsx')).CreditDialog)
const CustomerList = lazyComponent(async () => (await import('#client/customers/customer-list.tsx')).CustomerList)
const OrdersDialogs = lazyComponent(async () => (await import('#client/orders/orders-dialogs.tsx')).OrdersDialogs)

const dialogs = ['print', 'new', 'columns', 'export', 'bulk', 'job', 'jobs', 'import'] as const
const hasDialog = (query: OrdersPageQuery): boolean => dialogs.some((key) => query[key] !== undefined)

export const overlays: readonly Overlay<'orders'>[] = [
  { component: OrderPanel, isOpen: ({ data }) => data.order !== null },
  { component: CustomerCard, isOpen: ({ data }) => data.customers.ofList !== null },
  { component: CreditDialog, isOpen: ({ data }) => data.customers.credit !== null },
  { component: CustomerList, isOpen: ({ data }) => data.customerList !== null },
  { component: CountAll, isOpen: ({ data }) => 'atLeast' in data.count },
  { component: OrdersEmpty, isOpen: ({ data }) => data.rows.length === 0 },
  { component: ViewDialog, isOpen: ({ query }) => query.view !== undefined },
  { component: OrdersDialogs, isOpen: ({ query }) => hasDialog(query) },
]

/** The orders page: the list with search and filters, the panel of one order, and the dialogs that its URL opens. */
export default function OrdersPage(props: PageProps<'orders'>) {
  const { customerList: page } = props.data
  return page ? <CustomerList {...props} page={page} /> : <Orders {...props} />
}

function Orders({ data, query, form }: PageProps<'orders'>) {
  const { orders, common } = useMessages()
  const timeZone = useTimeZone()
  const { options, loadOptions } = useFilterOptions(data, query)
  const shown = showTyped(query, data.searchError)
  const activeFilters = useActiveFilters(ordersList, shown, [], options)
  const { order, openedBySearch } = data
  const count = useExactCount(query, data)
  const highlighted = useLastOpen(query.order ?? (openedBySearch && order && 'number' in order ? order.number : null))
  const canBulk = usePermission('orders.bulk')
  const hasRows = data.rows.length > 0
  const countText = orders.count(common.count(count), 'exact' in count && count.exact === 1)
  return (
    <Page
      isPanelFull={order !== null && query.full !== undefined}
      panel={order && <OrderPanel order={order} data={data} query={query} form={form} />}
    >
      <PageHead title={orders.title}>
        <LiveOrders data={data} query={query} />
        <CachedMarkup
          as="div"
          className="topbar__tools"
          part={OrdersTools}
          props={{
            query,
            hasRows,
            hasPanel: order !== null,
            canPrint: data.canPrint,
            canImport: data.canImport,
            customersHref: useCustomersHref(query.q),
          }}
        />
      </PageHead>
      {form?.endpoint === 'claimNextOrder' && form.problem && (
        <p className="banner" role="alert">
          {form.problem.title}
        </p>
      )}
      <OrdersTabs query={query} tabs={data.tabs} views={data.views} />
      <OrdersToolbar
        query={shown}
        activeFilters={activeFilters}
        currencies={data.currencies}
        options={options}
        errors={data.queryErrors}
        hasSearchError={data.searchError !== null}
        hasRows={hasRows}
        count={hasRows ? countText : undefined}
        onMenu={loadOptions}
      />
      {data.customers.ofList && (
        <CustomerCard
          customer={data.customers.ofList}
          customers={data.customers}
          countryNames={data.countryNames}
          query={query}
          form={form}
        />
      )}
      {hasRows ? (
        <>
          <OrdersList data={data} query={query} highlighted={highlighted} />
          {canBulk && <BulkForm query={query} data={data} />}
          <ListPager list={ordersList} query={query} page={data}>
            {countText}
            {'atLeast' in data.count && <CountAll query={query} tabs={data.tabs} />}
            <span className="dimmed hide-sm"> · {orders.timesIn(timeZone)}</span>
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
      {data.customers.credit && <CreditDialog data={data} query={query} form={form} />}
      {hasDialog(query) && <OrdersDialogs data={data} query={query} form={form} options={options} />}
    </Page>
  )
}

/** The list of customers as the user begins with it, or with what is searched for in the orders. */
function useCustomersHref(search: string | undefined): string {
  const { startHrefs } = usePageContext()
  const start = href('orders', { customers: 'list' })
  return search ? href('orders', { customers: 'list', q: search }) : (startHrefs[start] ?? start)
}

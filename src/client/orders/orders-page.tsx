import { ImportDialog } from '#client/orders/import-dialog.tsx'
import { OrderPanel } from '#client/orders/order-panel.tsx'
import { closedHref } from '#client/orders/orders-url.ts'
import { NoMatch, NoOrders } from '#client/orders/orders-empty.tsx'
import { useActiveFilters } from '#client/orders/use-active-filters.ts'
import { OrdersList } from '#client/orders/orders-list.tsx'
import { OrdersPager } from '#client/orders/orders-pager.tsx'
import { OrdersTabs } from '#client/orders/orders-tabs.tsx'
import { OrdersToolbar } from '#client/orders/orders-toolbar.tsx'
import type { PageProps } from '#client/pages.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Page, PageHead } from '#client/app/shell.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { useLastOpen } from '#client/ui/use-last-open.ts'
import { useListShortcuts } from '#client/ui/use-list-shortcuts.ts'
import { href } from '#shared/routes/pages.ts'

/** The orders: find, filter and walk them, one of them beside the list, and the import of more. */
export default function OrdersPage({ data, query, form }: PageProps<'orders'>) {
  const { orders } = useMessages()
  const activeFilters = useActiveFilters(query)
  const numbers = data.rows.map(({ number }) => number)
  const highlighted = useLastOpen(query.order ?? null)
  useListShortcuts()
  return (
    <Page panel={data.order && <OrderPanel order={data.order} numbers={numbers} query={query} form={form} />}>
      <PageHead
        title={orders.title}
        actions={
          data.canImport && (
            <ButtonLink icon="upload" href={href('orders', { ...query, order: undefined, import: '1' })}>
              {orders.import.button}
            </ButtonLink>
          )
        }
      />
      <OrdersTabs query={query} counts={data.tabs} />
      <OrdersToolbar query={query} activeFilters={activeFilters} />
      {data.rows.length > 0 ? (
        <>
          <OrdersList rows={data.rows} query={query} highlighted={highlighted} />
          <OrdersPager list={data} query={query} />
        </>
      ) : activeFilters.length > 0 || query.cursor ? (
        <NoMatch query={query} activeFilters={activeFilters} />
      ) : (
        <NoOrders canImport={data.canImport} />
      )}
      {query.import && <ImportDialog closeHref={closedHref(query)} canImport={data.canImport} form={form} />}
    </Page>
  )
}

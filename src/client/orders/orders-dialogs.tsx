import { BulkDialog } from '#client/jobs/bulk-dialog.tsx'
import { JobDialog } from '#client/jobs/job-dialog.tsx'
import { JobsDialog } from '#client/jobs/jobs-dialog.tsx'
import type { FilterOptions } from '#client/list/list-filter-menu.tsx'
import { ColumnsDialog } from '#client/list/columns-dialog.tsx'
import { ExportDialog } from '#client/orders/export-dialog.tsx'
import { ImportDialog } from '#client/orders/import/import-dialog.tsx'
import { NewOrderDialog } from '#client/orders/dialogs/new-order-dialog.tsx'
import type { PageProps } from '#client/pages.ts'
import { PrintDialog } from '#client/print/print-dialog.tsx'
import { useMessages } from '#client/app/page-context.tsx'
import { closedHref, dialogHref, findView } from '#shared/list/url.ts'
import { ordersList } from '#shared/orders/list.ts'

/** The dialogs of the list of orders that the URL opens, except the dialog of saved views, which other pages have, too. Their code loads after the page. */
export function OrdersDialogs({ data, query, form, options }: PageProps<'orders'> & { options: FilterOptions }) {
  const { orders } = useMessages()
  return (
    <>
      {query.print && <PrintDialog query={query} printable={data.printable} form={form} />}
      {query.new && (
        <NewOrderDialog
          query={query}
          closeHref={closedHref(ordersList, query)}
          currencies={data.currencies}
          customer={data.customers.ofList}
          form={form}
        />
      )}
      {query.export && (
        <ExportDialog query={query} count={data.count} options={options} chosen={data.columns} form={form} />
      )}
      {query.bulk && <BulkDialog key={query.bulk} action={query.bulk} query={query} data={data} form={form} />}
      {data.job && <JobDialog key={query.job} job={data.job} query={query} form={form} />}
      {query.jobs && <JobsDialog jobs={data.jobs} query={query} />}
      {query.columns && (
        <ColumnsDialog
          list="orders"
          layout={data}
          labels={orders.columns}
          openHref={dialogHref(ordersList, query, { columns: '1' })}
          closeHref={dialogHref(ordersList, query, {})}
          view={findView(ordersList, query, data.views)}
          form={form}
        />
      )}
      {query.import && (
        <ImportDialog
          closeHref={closedHref(ordersList, query)}
          canImport={data.canImport}
          imports={data.imports}
          undone={query.undo}
          undo={data.importUndo}
          form={form}
        />
      )}
    </>
  )
}

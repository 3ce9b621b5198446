import { useMessages, usePageContext, usePermission } from '#client/app/page-context.tsx'
import { useActiveFilters } from '#client/list/use-active-filters.ts'
import type { FilterOptions } from '#client/list/list-filter-menu.tsx'
import { navigate } from '#client/navigation/router.ts'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import { DownloadForm } from '#client/ui/download-form.tsx'
import { SelectField } from '#client/ui/field.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { toFormFields } from '#shared/form-fields.ts'
import { pickListParameters } from '#shared/list/url.ts'
import { ordersExport as en } from '#shared/messages/en/orders-export.ts'
import { ordersExport as zh } from '#shared/messages/zh/orders-export.ts'
import { showColumns } from '#shared/list/columns.ts'
import {
  isRecipientColumn,
  orderExportColumns,
  orderExportFormats,
  orderExportRows,
  packingColumns,
  toExportColumns,
} from '#shared/orders/export-formats.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import type { Count } from '#shared/list/count.ts'
import type { JobDetails } from '#shared/jobs/views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'

const texts = { en, zh }

interface ExportDialogProps {
  query: OrdersPageQuery
  count: Count
  options: FilterOptions
  /** The columns that the list shows. */
  chosen: OrdersView['columns']
  form: FormOutcome | null
}

/** Downloads the orders that the filter shows. */
export function ExportDialog({ query, count, options, chosen, form }: ExportDialogProps) {
  const { common, orders, lists } = useMessages()
  const words = texts[usePageContext().locale]
  const activeFilters = useActiveFilters(ordersList, query, [], options)
  const selected = query.all ? [] : query.selected
  const closed = { ...query, export: undefined, selected: [], all: undefined }
  const closeHref = href('orders', closed)
  const dialog = { open: true, onClose: () => navigate(closeHref), closeHref, title: words.title }
  const canFollow = usePermission('orders.bulk')
  const canSeeRecipients = usePermission('customers.view_personal')
  if (!usePermission('orders.export'))
    return (
      <Dialog {...dialog}>
        <MissingPermission permission="orders.export" title={words.missingPermission} />
      </Dialog>
    )
  const isJob = query.export === 'job' && canFollow
  const openJob = (answer: JobDetails | string): void => {
    if (typeof answer !== 'string') navigate(href('orders', { ...closed, job: answer.id }))
  }
  return (
    <Dialog
      {...dialog}
      description={isJob ? words.jobText : selected.length > 0 ? words.selected(selected.length) : words.text}
    >
      {selected.length === 0 && (
        <p className="sm muted">
          {[
            orders.count(common.count(count), 'exact' in count && count.exact === 1),
            ...activeFilters.map(({ field, value }) => lists.filter(field, value)),
          ].join(' · ')}
        </p>
      )}
      <DownloadForm
        key={query.export}
        endpoint={isJob ? 'createExportJob' : 'exportOrders'}
        {...(isJob && { onAnswer: openJob })}
        hiddenValues={toFormFields(selected.length > 0 ? { orders: selected } : pickListParameters(ordersList, query))}
        outcome={form}
        name="format"
        label={words.format}
        options={orderExportFormats.map((value) => ({ value, label: words.formats[value] }))}
      >
        <SelectField
          name="rows"
          label={words.rowsOf}
          options={orderExportRows.map((value) => ({ value, label: words.rowKinds[value] }))}
        />
        <SelectField
          name="columns"
          label={words.columnsOf}
          options={[
            { value: toExportColumns(showColumns(ordersList, chosen).map(({ id }) => id)), label: words.listColumns },
            ...(canSeeRecipients ? [{ value: packingColumns.join(), label: words.packingColumns }] : []),
            {
              value: orderExportColumns.filter((name) => canSeeRecipients || !isRecipientColumn(name)).join(),
              label: words.allColumns,
            },
          ]}
        />
        {canFollow && selected.length === 0 && (
          <a className="link sm" href={href('orders', { ...query, export: isJob ? '1' : 'job' })} data-scroll="keep">
            {isJob ? words.atOnce : words.inBackground}
          </a>
        )}
        <DialogButtons closeHref={closeHref}>
          <SubmitButton variant="primary" icon={isJob ? 'clock' : 'download'}>
            {isJob ? words.start : words.download}
          </SubmitButton>
        </DialogButtons>
      </DownloadForm>
    </Dialog>
  )
}

import { Page, PageHead } from '#client/app/shell.tsx'
import { SessionWatch } from '#client/live/deferred.ts'
import { useMessages, usePageContext, usePermission } from '#client/app/page-context.tsx'
import { shortcutKeys } from '#client/app/keys.ts'
import { NewCustomerDialog } from '#client/customers/new-customer-dialog.tsx'
import { useCustomerListMessages } from '#client/customers/use-customer-list-messages.ts'
import { ImportCustomersDialog } from '#client/customers/import-customers-dialog.tsx'
import { useCustomerImportMessages } from '#client/customers/use-customer-import-messages.ts'
import { navigate } from '#client/navigation/router.ts'
import type { PageProps } from '#client/pages.ts'
import type { Cell } from '#client/list/list-rows.tsx'
import { ListView } from '#client/list/list-view.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { useTitledTime } from '#client/ui/time.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import { customersList } from '#shared/customers/list.ts'
import { formatCount } from '#shared/count.ts'
import { formatPlace } from '#shared/format-place.ts'
import type { CustomerRow, CustomersPage } from '#shared/customers/views.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { toFormFields } from '#shared/form-fields.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { closedHref, dialogHref, pickListParameters } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { Count } from '#shared/list/count.ts'
import { href } from '#shared/routes/pages.ts'

type CustomerListProps = PageProps<'orders'> & { page: CustomersPage }

/** All customers, with and without orders, in place of the list of orders; a row opens the orders of the customer. */
export function CustomerList({ page, data, query, form }: CustomerListProps) {
  const { common } = useMessages()
  const { locale } = usePageContext()
  const words = useCustomerListMessages()
  const renderTime = useTitledTime()
  const closeHref = closedHref(customersList, query)
  useRowClick()
  const cells: Record<ColumnId<typeof customersList>, (row: CustomerRow) => Cell> = {
    name: ({ number, name, company }) => (
      <>
        <a href={href('orders', { customer: number })} dir="auto">
          {name || company || words.unnamed}
        </a>
        {name && company && company !== name && <span className="dimmed"> {company}</span>}
      </>
    ),
    contact: ({ email, phone }) => [email, phone].filter(Boolean).join(' · '),
    place: ({ city, country }) => formatPlace(city, country, locale),
    // On phones there is no heading that says what is counted.
    orderCount: ({ orderCount }) =>
      orderCount > 0 && (
        <>
          <span className="hide-sm">{formatCount(orderCount)}</span>
          <span className="only-sm">{words.orderCount(formatCount(orderCount), orderCount === 1)}</span>
        </>
      ),
    lastOrder: ({ lastOrderAt }) =>
      lastOrderAt === null ? <span className="dimmed">{words.noOrder}</span> : renderTime(lastOrderAt),
    number: ({ number }) => number,
  }
  return (
    <Page>
      <SessionWatch />
      <PageHead title={common.customers}>
        <CustomerTools query={query} count={page.rows.length > 0 ? page.count : undefined} form={form} />
      </PageHead>
      <ListView
        list={customersList}
        query={query}
        page={page}
        words={words}
        search={words.search}
        className="customer-list"
        note={<span className="dimmed"> · {words.counted}</span>}
        options={query.importNumber ? { importNumber: [{ value: query.importNumber, label: query.importNumber }] } : {}}
        cells={cells}
        keyOf={({ number }) => number}
        views={{
          list: 'customers',
          views: page.views,
          dialogHref: (view) => dialogHref(customersList, query, { view }),
          closeHref,
          form,
        }}
        empty={
          <Empty icon="users" title={words.none}>
            {words.noneHint}
          </Empty>
        }
      />
      {query.customers === 'import' && (
        <ImportCustomersDialog
          key={query.undo}
          closeHref={closeHref}
          imports={data.customerImports}
          undone={query.undo}
          form={form}
        />
      )}
      {query.customers === 'new' && <NewCustomerDialog closeHref={closeHref} form={form} />}
    </Page>
  )
}

/** The buttons at the top of the list. */
function CustomerTools({
  query,
  count,
  form,
}: {
  query: OrdersPageQuery
  /** How many customers are listed; undefined for none. */
  count: Count | undefined
  form: FormOutcome | null
}) {
  const canExport = usePermission('orders.export')
  const words = useCustomerListMessages()
  const importWords = useCustomerImportMessages()
  const canManage = usePermission('customers.manage')
  return (
    <div className="topbar__tools">
      <ButtonLink icon="package" href={href('orders')} aria-label={words.orders}>
        <span className="hide-sm">{words.orders}</span>
      </ButtonLink>
      {canExport && count && <ExportCustomers query={query} count={count} form={form} />}
      {canManage && (
        <ButtonLink
          icon="upload"
          href={dialogHref(customersList, query, { customers: 'import' })}
          data-scroll="keep"
          aria-label={importWords.title}
        >
          <span className="hide-sm">{importWords.button}</span>
        </ButtonLink>
      )}
      {canManage && (
        <ButtonLink
          variant="primary"
          icon="plus"
          href={dialogHref(customersList, query, { customers: 'new' })}
          data-scroll="keep"
          aria-label={words.add}
          aria-keyshortcuts={shortcutKeys.list.create}
        >
          <span className="hide-sm">{words.add}</span>
          <span className="only-sm">{words.addShort}</span>
        </ButtonLink>
      )}
    </div>
  )
}

/** Downloads the listed customers; a file of many is written by a job. */
function ExportCustomers({ query, count, form }: { query: OrdersPageQuery; count: Count; form: FormOutcome | null }) {
  const words = useCustomerListMessages()
  const filter = toFormFields(pickListParameters({ ...customersList, parameters: {} }, query))
  const button = <SubmitButton icon="download">{words.export}</SubmitButton>
  return 'exact' in count ? (
    <Form endpoint="exportCustomers" hiddenValues={filter} outcome={form} target="_blank" className="hide-sm">
      {button}
    </Form>
  ) : (
    <Form
      endpoint="createCustomerExportJob"
      hiddenValues={filter}
      outcome={form}
      className="hide-sm"
      onAnswer={({ id }) => navigate(href('orders', { job: id }))}
    >
      {button}
    </Form>
  )
}

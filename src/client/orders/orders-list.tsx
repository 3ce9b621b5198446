import { CachedMarkup } from '#client/app/cached-markup.tsx'
import { useMessages, usePermission, useTimeZone } from '#client/app/page-context.tsx'
import type { Cell, ShownColumn } from '#client/list/list-rows.tsx'
import { HeadRow, ListTable } from '#client/list/list-table.tsx'
import { bulkFormId } from '#client/orders/bulk-form-id.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Tag } from '#client/ui/badge.tsx'
import { statusClass } from '#client/ui/status.tsx'
import { useRecentTime, useTimePhase } from '#client/ui/time.tsx'
import { useRowClick } from '#client/ui/use-row-click.ts'
import { labelOf } from '#client/ui/label-of.ts'
import { formatCount } from '#shared/count.ts'
import type { ColumnId } from '#shared/list/list.ts'
import { createOpenHref } from '#shared/list/url.ts'
import { currencyPrefix, currencySign, formatAmount } from '#shared/money.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersView, ShownOrder } from '#shared/orders/page-views.ts'
import { Fragment } from 'react'

interface OrdersListProps {
  data: Pick<OrdersView, 'rows' | 'columns' | 'widths' | 'density'>
  query: OrdersPageQuery
  /** Number of the highlighted order: the one open in the panel, or the last one that was. */
  highlighted: string | null
}

/** The list without what the user must not do: choose orders to change, and sort by names that are hidden. */
const allowedList = (canSelect: boolean, canSeeNames: boolean) => ({
  ...ordersList,
  columns: ordersList.columns
    .filter(({ id }) => canSelect || id !== 'select')
    .map((column) => (canSeeNames || column.id !== 'customer' ? column : { id: column.id })),
})

/** The rows of the page. Below 640 px `orders.css` lays the same cells out as cards, by their `data-column`. */
export function OrdersList({ data, query, highlighted }: OrdersListProps) {
  const { orders, common } = useMessages()
  const { rows } = data
  const canSelect = usePermission('orders.bulk')
  const canSeeNames = usePermission('customers.view_personal')
  const { statuses } = common
  const renderTime = useRecentTime()
  const phaseOf = useTimePhase()
  const timeZone = useTimeZone()
  const openHref = createOpenHref(ordersList, query)
  const currency = singleCurrency(rows)
  useRowClick()
  const cells: Record<ColumnId<typeof ordersList>, (row: ShownOrder) => Cell> = {
    select: ({ number }) => (
      <input type="checkbox" name="selected" value={number} form={bulkFormId} aria-label={orders.bulk.select(number)} />
    ),
    number: ({ number, assignee }) => (
      <>
        <a href={openHref(number)}>{number}</a>
        {assignee !== null && (
          <span className="assignee" role="img" aria-label={orders.isAssigned(assignee)} data-tooltip={assignee}>
            <Avatar name={assignee} size="sm" />
          </span>
        )}
      </>
    ),
    shopNumber: ({ externalNumber }) => externalNumber,
    source: ({ source }) => labelOf(orders.sources, source),
    place: ({ place }) => place,
    assignee: ({ assignee }) => assignee,
    placed: ({ placedAt }) => renderTime(placedAt),
    customer: ({ customerName, place, tags }) => (
      <>
        <bdi>{customerName || '–'}</bdi>
        {place && <span className="p1">{` ${place}`}</span>}
        {tags.map((tag) => (
          <Fragment key={tag}>
            {' '}
            <Tag>{tag}</Tag>
          </Fragment>
        ))}
      </>
    ),
    items: ({ itemCount }) => formatCount(itemCount),
    status: ({ status }) => ({ className: statusClass('order', status), content: statuses.order[status] }),
    payment: ({ paymentStatus }) => ({
      className: statusClass('payment', paymentStatus),
      content: statuses.payment[paymentStatus],
    }),
    fulfillment: ({ fulfillmentStatus }) => ({
      className: statusClass('fulfillment', fulfillmentStatus),
      content: statuses.fulfillment[fulfillmentStatus],
    }),
    total: (row) => (
      <>
        {currency === null && <i>{currencyPrefix(row.currency)}</i>}
        {formatAmount(row.totalMinor, row.currency)}
      </>
    ),
  }
  return (
    <ListTable
      list={allowedList(canSelect, canSeeNames)}
      query={query}
      label={orders.title}
      className="orders"
      renderHead={(shown) => <CachedMarkup as="thead" part={OrdersHead} props={{ query, columns: shown, currency }} />}
      cells={cells}
      rows={rows}
      keyOf={({ number }) => number}
      chosen={data.columns}
      widths={data.widths}
      density={data.density}
      highlighted={highlighted}
      keptRows={{ context: ['orders', query, currency, timeZone], phaseOf: ({ placedAt }) => phaseOf(placedAt) }}
    />
  )
}

interface OrdersHeadProps {
  query: OrdersPageQuery
  columns: readonly ShownColumn<ColumnId<typeof ordersList>>[]
  /** The currency that all rows have in common; null if there are several. */
  currency: string | null
}

function OrdersHead({ query, columns, currency }: OrdersHeadProps) {
  const { bulk, columns: words } = useMessages().orders
  const total = currency === null ? words.total : words.totalIn(currencySign(currency))
  const select = <input type="checkbox" className="needs-script" data-select-page aria-label={bulk.selectPage} />
  return <HeadRow list={ordersList} query={query} columns={columns} headings={{ ...words, select, total }} />
}

/** The currency of every row; null if there are several, or no rows. */
function singleCurrency(rows: readonly ShownOrder[]): string | null {
  const first = rows[0]?.currency
  return first !== undefined && rows.every(({ currency }) => currency === first) ? first : null
}

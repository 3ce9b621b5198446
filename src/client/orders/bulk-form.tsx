import { useMessages } from '#client/app/page-context.tsx'
import { deferredComponent } from '#client/deferred-component.tsx'
import { bulkFormId } from '#client/orders/bulk-form-id.ts'
import { HiddenFields } from '#client/ui/hidden-fields.tsx'
import { pickListParameters } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'

const BulkBar = deferredComponent(async () => (await import('#client/jobs/bulk-bar.tsx')).BulkBar)

/**
 * The form of the selected rows, which opens the dialog of an action on them. It appears with the first selected row, by `:has()`. Without
 * script the dialog offers the actions.
 */
export function BulkForm({ query, data }: { query: OrdersPageQuery; data: OrdersView }) {
  const words = useMessages().orders.bulk
  return (
    <form id={bulkFormId} className="bulk-bar" data-scroll="keep">
      <HiddenFields values={{ ...pickListParameters(ordersList, query), cursor: query.cursor }} />
      <noscript>
        <button className="btn" name="bulk" value="choose">
          {words.choose}
        </button>
      </noscript>
      <BulkBar query={query} data={data} />
    </form>
  )
}

import { watchOrdersQuery } from '#shared/live/inputs.ts'
import { livePath } from '#shared/live/stream.ts'
import { liveUpdate } from '#shared/live/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { ordersList } from '#shared/orders/list.ts'

/** The stream of changes by others. */
export const liveEndpoints = {
  watchOrders: endpoint({
    method: 'GET',
    path: livePath,
    access: ordersList.permission,
    query: watchOrdersQuery,
    output: liveUpdate,
    isBackground: true,
  }),
}

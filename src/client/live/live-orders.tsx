import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePageContext, useSession } from '#client/app/page-context.tsx'
import { ColumnResizer } from '#client/list/column-resizer.tsx'
import { addListChanges, noListChanges } from '#client/live/list-changes.ts'
import { connectLive } from '#client/live/live-connection.ts'
import { publishUpdate } from '#client/live/follow-job.ts'
import { setOpenOrder } from '#client/live/open-order.ts'
import { useNavigationCounts } from '#client/live/use-navigation-counts.ts'
import { useOwnJobs } from '#client/live/use-own-jobs.ts'
import { useOrderRefresh } from '#client/live/use-order-refresh.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Button } from '#client/ui/button.tsx'
import { livePath } from '#shared/live/stream.ts'
import { dialogHref, findView } from '#shared/list/url.ts'
import type { LiveUpdate, OrderUpdate } from '#shared/live/views.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { withQuery } from '#shared/routes/with-query.ts'

export interface LiveOrdersProps {
  data: OrdersView
  query: OrdersPageQuery
}

/** Delays the connection, so that stepping through orders with J and K does not connect to each of them. */
const connectDelayMs = 300

/**
 * Keeps the page up to date with what others do and with jobs. The open order is loaded again, unless a form on it is in use; rows stay in their
 * places, and a button says how many orders of the list have changed.
 */
export function LiveOrders({ data, query }: LiveOrdersProps) {
  const words = useOrderMessages().orders.live
  const { now } = usePageContext()
  const [changed, setChanged] = useState(noListChanges)
  const newCount = [...changed.orders.values()].filter(Boolean).length
  const number = data.order && 'number' in data.order ? data.order.number : undefined
  const refresh = useOrderRefresh(data)
  useForgetWhenLoaded(data, refresh.isKept, () => setChanged(noListChanges))

  const onJobs = useOwnJobs((job) => dialogHref(ordersList, query, { job }))
  const onCounts = useNavigationCounts()

  const onUpdate = useEffectEvent((update: LiveUpdate) => {
    const { now: sentAt, changes, viewers, isComplete, jobs } = update
    if (viewers) setOpenOrder({ viewers })
    publishUpdate(update)
    onJobs(update)
    onCounts(update)
    const ofOpenOrder = changes.filter((change) => change.number === number && !refresh.isKnown(change)).at(-1)
    if (ofOpenOrder || (!isComplete && number !== undefined)) refresh.request({ change: ofOpenOrder, sentAt })
    if (jobs.some((id) => showsJob(data, id)) || (!isComplete && showsJob(data)))
      refresh.request({ change: undefined, sentAt })
    const isListed = (change: OrderUpdate): boolean =>
      change.number !== number &&
      change.at > now &&
      (data.rows.some((row) => row.number === change.number) || (change.isNew && query.cursor === undefined))
    setChanged((known) => addListChanges(known, update, isListed))
  })

  const sessionId = useSession().session.id
  const loadedAt = useEffectEvent(() => now)
  useEffect(() => {
    setOpenOrder({ number, viewers: [], change: undefined })
    let disconnect: (() => void) | undefined
    let since = loadedAt()
    const timer = setTimeout(() => {
      disconnect = connectLive({
        url: () => withQuery(livePath, { order: number, since }),
        onUpdate: (update) => {
          since = update.now
          onUpdate(update)
        },
      })
    }, connectDelayMs)
    return () => {
      clearTimeout(timer)
      disconnect?.()
    }
  }, [number, sessionId])

  return (
    <>
      <ColumnResizer list="orders" view={findView(ordersList, query, data.views)} />
      <span className="live-changes" role="status">
        {changed.orders.size > 0 && (
          <Button variant="ghost" icon="refresh-cw" onClick={() => void revalidate()}>
            {changed.isComplete ? words.changes(changed.orders.size - newCount, newCount) : words.manyChanges}
          </Button>
        )}
      </span>
    </>
  )
}

/** Whether the page shows a job, or any: the open one, or the list, in which new ones appear. */
const showsJob = ({ job, jobs }: OrdersView, id?: string): boolean =>
  jobs !== null || (job !== null && 'details' in job && (id === undefined || job.details.id === id))

/** Called when the list has been loaded again, not when it was only updated in place. */
function useForgetWhenLoaded(data: OrdersView, isKept: (data: OrdersView) => boolean, forget: () => void): void {
  const onLoad = useEffectEvent(() => {
    if (!isKept(data)) forget()
  })
  useEffect(() => onLoad(), [data])
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { usePageContext, useMessages } from '#client/app/page-context.tsx'
import { isEditing } from '#client/live/is-editing.ts'
import { keepRows } from '#client/live/keep-rows.ts'
import { connectLive } from '#client/live/live-connection.ts'
import { setOpenOrder } from '#client/live/open-order.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Button } from '#client/ui/button.tsx'
import type { LiveUpdate, OrderUpdate } from '#shared/live/views.ts'
import type { OrdersView } from '#shared/orders/views.ts'

export interface LiveOrdersProps {
  data: OrdersView
  /** The list begins with its newest orders. */
  isFirstPage: boolean
}

/** Who walks through orders with J and K does not connect at each. */
const connectDelayMs = 300
/** Pages do not all ask at once. */
const spreadMs = 300
/** A user's own change is usually loaded by the form that sent it. */
const ownChangeDelayMs = 1500
const retryWhileEditingMs = 1000
/** How long after the time of a change its commit may follow: the page may have been loaded between the two. */
const commitMs = 1000
/** How long a change counts as just now. */
const justNowMs = 60_000

/**
 * Keeps the page up to date with what others do. The open order is loaded again, unless a form on it is in use; rows stay in their
 * places, and a button says how many orders of the list have changed.
 */
export function LiveOrders({ data, isFirstPage }: LiveOrdersProps) {
  const words = useMessages().orders.live
  const { now, session } = usePageContext()
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const number = data.order && 'number' in data.order ? data.order.number : undefined
  const refresh = useRefresh(data)
  useForgetWhenLoaded(data, refresh.isKept, () => setChanged(new Set()))

  const isUnknown = (change: OrderUpdate): boolean => {
    if (change.number !== number) return change.at > now
    return change.version === null ? change.at > now - commitMs : change.version > openVersion(data)
  }
  const onUpdate = useEffectEvent(({ changes, viewers, isComplete }: LiveUpdate) => {
    if (viewers) setOpenOrder({ viewers })
    const unknown = changes.filter(isUnknown)
    const ofOpenOrder = unknown.filter((change) => change.number === number)
    if (ofOpenOrder.length > 0) refresh.request(ofOpenOrder.at(-1), session.user?.id)
    else if (!isComplete && number !== undefined) refresh.request(undefined, undefined)
    const inList = unknown.filter(
      (change) =>
        change.number !== number &&
        (data.rows.some((row) => row.number === change.number) || (change.isNew && isFirstPage)),
    )
    if (inList.length > 0) setChanged((known) => new Set([...known, ...inList.map((change) => change.number)]))
  })

  const since = useEffectEvent(() => now)
  useEffect(() => {
    setOpenOrder({ number, viewers: [], change: undefined })
    let disconnect: (() => void) | undefined
    const timer = setTimeout(() => {
      disconnect = connectLive({ order: number, since: since(), onUpdate })
    }, connectDelayMs)
    return () => {
      clearTimeout(timer)
      disconnect?.()
    }
  }, [number])

  return (
    <span className="live-changes" role="status">
      {changed.size > 0 && (
        <Button variant="ghost" icon="refresh-cw" onClick={() => void revalidate()}>
          {words.changes(changed.size)}
        </Button>
      )}
    </span>
  )
}

const isOpen = ({ order }: OrdersView, number: string): boolean =>
  order !== null && 'number' in order && order.number === number

const openVersion = ({ order }: OrdersView): number => (order && 'version' in order ? order.version : 0)

/** Loads the open order again after changes of it, with the rows of the list where they are. */
function useRefresh(data: OrdersView) {
  const kept = useRef<OrdersView>(null)
  const timers = useRef<{ load?: ReturnType<typeof setTimeout>; forget?: ReturnType<typeof setTimeout> }>({})
  const shown = useRef(data)
  useLayoutEffect(() => {
    shown.current = data
  }, [data])
  const number = data.order && 'number' in data.order ? data.order.number : undefined
  useEffect(() => () => clearTimeout(timers.current.load), [number])

  const load = async (change: OrderUpdate | undefined, isOwn: boolean): Promise<void> => {
    if (change?.version && openVersion(shown.current) >= change.version) return setOpenOrder({ change: undefined })
    const by = change?.by?.name ?? ''
    if (isEditing()) {
      if (change && !isOwn) setOpenOrder({ change: { by, isShown: false } })
      timers.current.load = setTimeout(() => void load(change, isOwn), retryWhileEditingMs)
      return
    }
    await revalidate((next) => {
      const adjusted = keepRows(shown.current, next)
      kept.current = adjusted.kind === 'page' && adjusted.page === 'orders' ? adjusted.data : null
      return adjusted
    })
    if (!change || isOwn || !isOpen(shown.current, change.number)) return
    setOpenOrder({ change: { by, isShown: true } })
    clearTimeout(timers.current.forget)
    timers.current.forget = setTimeout(() => setOpenOrder({ change: undefined }), justNowMs)
  }

  return {
    isKept: (loaded: OrdersView): boolean => loaded === kept.current,
    request(change: OrderUpdate | undefined, userId: string | undefined): void {
      const isOwn = userId !== undefined && change?.by?.id === userId
      clearTimeout(timers.current.load)
      const delayMs = isOwn ? ownChangeDelayMs : Math.random() * spreadMs
      timers.current.load = setTimeout(() => void load(change, isOwn), delayMs)
    },
  }
}

/** Calls back when the list has been loaded, and not only brought up to date where it is. */
function useForgetWhenLoaded(data: OrdersView, isKept: (data: OrdersView) => boolean, forget: () => void): void {
  const onLoad = useEffectEvent(() => {
    if (!isKept(data)) forget()
  })
  useEffect(() => onLoad(), [data])
}

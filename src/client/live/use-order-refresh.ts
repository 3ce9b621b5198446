import { useEffect, useLayoutEffect, useRef } from 'react'
import { usePageContext } from '#client/app/page-context.tsx'
import { isEditing } from '#client/live/is-editing.ts'
import { keepRows } from '#client/live/keep-rows.ts'
import { forgetWaitingChange, setOpenOrder } from '#client/live/open-order.ts'
import { revalidateInBackground } from '#client/navigation/router.ts'
import type { OrderUpdate } from '#shared/live/views.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'

/** A random delay, so that not all pages reload at once. */
const spreadMs = 300
/** A user's own change is usually loaded by the form that sent it. */
const ownChangeDelayMs = 1500
const retryMs = 1000
/** How long after the time of a change its commit may follow: the page may have been loaded between the two. */
const commitMs = 1000
/** How long a change counts as just now. */
const justNowMs = 60_000

/** A change to load; undefined if something has changed, but it is not known what. */
interface ChangeRequest {
  change: OrderUpdate | undefined
  /** The server's time when it sent the change, epoch ms. */
  sentAt: number
}

/** Loads the open order again after changes of it, unless a form is in use, with the rows of the list where they are. */
export function useOrderRefresh(data: OrdersView) {
  const { now, session } = usePageContext()
  const number = openOrderOf(data)?.number
  const shown = useRef(toOrderState(data, now))
  /** What the user loaded: a later change is announced, even if a load in the background shows it already. */
  const known = useRef(toOrderState(data, now))
  const kept = useRef<OrdersView>(null)
  const waiting = useRef<ChangeRequest>(undefined)
  const loadTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const noticeTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    shown.current = toOrderState(data, now)
    if (data !== kept.current) known.current = shown.current
  }, [data, now])
  useEffect(
    () => () => {
      waiting.current = undefined
      clearTimeout(loadTimer.current)
      clearTimeout(noticeTimer.current)
    },
    [number],
  )

  const isOwn = (change: OrderUpdate): boolean => change.by !== null && change.by.id === session.user?.id

  const includes = (state: OrderState, change: OrderUpdate): boolean =>
    change.version === null ? state.now > change.at + (isOwn(change) ? 0 : commitMs) : state.version >= change.version

  async function load(request: ChangeRequest): Promise<void> {
    const { change } = request
    if (change && includes(shown.current, change)) return finish(request)
    const isWaiting = isEditing()
    if (isWaiting && change && !isOwn(change))
      setOpenOrder({ change: { ...toNotice(request, change), isShown: false } })
    if (!isWaiting && (await revalidateInBackground(keepShownRows))) finish(request)
    else if (waiting.current === request) schedule(request, retryMs)
  }

  /** Announces a loaded change, unless it is the user's own or the user has loaded the page since. */
  function finish(request: ChangeRequest): void {
    const { change } = request
    if (waiting.current === request) waiting.current = undefined
    if (change && change.number !== openOrderOf(shown.current.data)?.number) return
    if (!change || isOwn(change) || includes(known.current, change)) return forgetWaitingChange()
    known.current = { ...known.current, version: change.version ?? known.current.version }
    setOpenOrder({ change: { ...toNotice(request, change), isShown: true } })
    clearTimeout(noticeTimer.current)
    noticeTimer.current = setTimeout(() => setOpenOrder({ change: undefined }), justNowMs)
  }

  const keepShownRows: Parameters<typeof revalidateInBackground>[0] = (next) => {
    const adjusted = keepRows(shown.current.data, next)
    kept.current = adjusted.kind === 'page' && adjusted.page === 'orders' ? adjusted.data : null
    return adjusted
  }

  function schedule(request: ChangeRequest, afterMs: number): void {
    waiting.current = request
    clearTimeout(loadTimer.current)
    loadTimer.current = setTimeout(() => void load(request), afterMs)
  }

  return {
    /** Whether the user loaded the page after a change, or it was announced. */
    isKnown: (change: OrderUpdate): boolean => includes(known.current, change),
    /** Whether these data were loaded here, with the rows that were shown before. */
    isKept: (loaded: OrdersView): boolean => loaded === kept.current,
    /** Loads the order soon, because of a change that the server sent. */
    request: (request: ChangeRequest): void =>
      schedule(
        request.change ? request : (waiting.current ?? request),
        request.change && isOwn(request.change) ? ownChangeDelayMs : Math.random() * spreadMs,
      ),
  }
}

interface OrderState {
  data: OrdersView
  /** The version of the open order; 0 without one. */
  version: number
  /** When it was loaded, by the server's clock, epoch ms. */
  now: number
}

const toOrderState = (data: OrdersView, now: number): OrderState => ({
  data,
  version: openOrderOf(data)?.version ?? 0,
  now,
})

const toNotice = ({ sentAt }: ChangeRequest, { by, at }: OrderUpdate) => ({
  by: by?.name ?? '',
  at,
  isRecent: at > sentAt - justNowMs,
})

const openOrderOf = ({ order }: OrdersView) => (order && 'number' in order ? order : undefined)

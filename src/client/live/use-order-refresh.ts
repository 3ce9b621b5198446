import { useEffect, useLayoutEffect, useRef } from 'react'
import { usePageContext } from '#client/app/page-context.tsx'
import { isEditing } from '#client/live/is-editing.ts'
import { keepRows } from '#client/live/keep-rows.ts'
import { forgetWaitingChange, setOpenOrder } from '#client/live/open-order.ts'
import { revalidateInBackground } from '#client/navigation/router.ts'
import type { OrderUpdate } from '#shared/live/views.ts'
import type { OrdersView } from '#shared/orders/views.ts'

/** Pages do not all ask at once. */
const spreadMs = 300
/** A user's own change is usually loaded by the form that sent it. */
const ownChangeDelayMs = 1500
const retryMs = 1000
/** How long after the time of a change its commit may follow: the page may have been loaded between the two. */
const commitMs = 1000
/** How long a change counts as just now. */
const justNowMs = 60_000

/** Loads the open order again after changes of it, unless a form is in use, with the rows of the list where they are. */
export function useOrderRefresh(data: OrdersView) {
  const { now, session } = usePageContext()
  const number = openOrderOf(data)?.number
  const shown = useRef({ data, now })
  const kept = useRef<OrdersView>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLayoutEffect(() => {
    shown.current = { data, now }
  }, [data, now])
  useEffect(() => () => clearTimeout(timer.current), [number])

  const isOwn = (change: OrderUpdate): boolean => change.by !== null && change.by.id === session.user?.id

  const isShown = (change: OrderUpdate): boolean =>
    change.version === null
      ? shown.current.now > change.at + (isOwn(change) ? 0 : commitMs)
      : (openOrderOf(shown.current.data)?.version ?? 0) >= change.version

  /** `undefined`: something has changed, but it is not known what. */
  async function load(change: OrderUpdate | undefined, sentAt: number): Promise<void> {
    if (change && isShown(change)) return forgetWaitingChange()
    const notice = change &&
      !isOwn(change) && { by: change.by?.name ?? '', at: change.at, isRecent: change.at > sentAt - justNowMs }
    if (isEditing() && notice) setOpenOrder({ change: { ...notice, isShown: false } })
    if (isEditing() || !(await revalidateInBackground(keepShownRows))) {
      schedule(() => void load(change, sentAt), retryMs)
      return
    }
    if (!notice || openOrderOf(shown.current.data)?.number !== change.number) return
    setOpenOrder({ change: { ...notice, isShown: true } })
    schedule(() => setOpenOrder({ change: undefined }), justNowMs)
  }

  const keepShownRows: Parameters<typeof revalidateInBackground>[0] = (next) => {
    const adjusted = keepRows(shown.current.data, next)
    kept.current = adjusted.kind === 'page' && adjusted.page === 'orders' ? adjusted.data : null
    return adjusted
  }

  const schedule = (run: () => void, afterMs: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(run, afterMs)
  }

  return {
    isShown,
    /** Whether these data were loaded here, with the rows that were shown before. */
    isKept: (loaded: OrdersView): boolean => loaded === kept.current,
    /** Loads the order soon, because of a change that the server sent at `sentAt`. */
    request: (change: OrderUpdate | undefined, sentAt: number): void =>
      schedule(() => void load(change, sentAt), change && isOwn(change) ? ownChangeDelayMs : Math.random() * spreadMs),
  }
}

const openOrderOf = ({ order }: OrdersView) => (order && 'number' in order ? order : undefined)

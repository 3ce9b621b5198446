import { call } from '#client/api/call.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { forgetPart, keepCount, toCountedHref, useCounted } from '#client/orders/exact-counts.ts'
import { countAll as en } from '#shared/messages/en/count-all.ts'
import { countAll as zh } from '#shared/messages/zh/count-all.ts'
import { dialogHref, pickListParameters } from '#shared/list/url.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { ordersList } from '#shared/orders/list.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { useEffect, useRef, useState } from 'react'

const texts = { en, zh }

/**
 * Counts all orders of a list that has more than the page counts: a part with each call, until all are counted or someone stops it. Without script the page is
 * loaded again with the count.
 */
export function CountAll({ query, tabs }: { query: OrdersPageQuery; tabs: OrdersView['tabs'] }) {
  const { common } = useMessages()
  const words = texts[usePageContext().locale]
  const { counted, hasFailed, status, start, stop } = useCountAll(query, tabs)
  return (
    <span role="status" ref={status} tabIndex={-1}>
      {!counted?.isWhole && ' · '}
      {/* The sentence before it then says the number. */}
      {counted?.isWhole && <span className="sr-only">{words.exact(common.count({ exact: counted.count }))}</span>}
      {counted && !counted.isWhole && `${words.counting(common.count({ exact: counted.count }))} `}
      {hasFailed && `${words.failed} `}
      {counted ? (
        !counted.isWhole && (
          <button type="button" className="link" onClick={stop}>
            {words.stop}
          </button>
        )
      ) : (
        <a
          className="link"
          href={dialogHref(ordersList, query, { count: 'all' })}
          onClick={(event) => {
            event.preventDefault()
            void start()
          }}
        >
          {words.count}
        </a>
      )}
    </span>
  )
}

/** Counts when `start` is called; `status` is the element that then gets the focus. */
function useCountAll(query: OrdersPageQuery, tabs: OrdersView['tabs']) {
  const href = toCountedHref(query)
  const counted = useCounted(query, tabs)
  const running = useRef<AbortController>(undefined)
  const status = useRef<HTMLSpanElement>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(
    () => () => {
      running.current?.abort()
      forgetPart(href)
    },
    [href],
  )

  const start = async (): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    // The link that was clicked disappears.
    status.current?.focus()
    setFailed(false)
    try {
      let count = 0
      for (let cursor: string | null | undefined; cursor !== null && !controller.signal.aborted;) {
        keepCount(href, tabs, { count, isWhole: false })
        const input = { ...pickListParameters(ordersList, query), sort: undefined, cursor }
        const part = await call('countOrders', input as Parameters<typeof call<'countOrders'>>[1], {
          signal: controller.signal,
        })
        count += part.counted
        cursor = part.next
        if (cursor === null) keepCount(href, tabs, { count, isWhole: true })
      }
    } catch {
      if (controller.signal.aborted) return
      keepCount(href, tabs, undefined)
      setFailed(true)
    }
  }
  const stop = (): void => {
    running.current?.abort()
    status.current?.focus()
    keepCount(href, tabs, undefined)
  }
  return { counted, hasFailed, status, start, stop }
}

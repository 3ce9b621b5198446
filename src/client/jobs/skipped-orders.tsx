import { useJobMessages } from '#client/jobs/use-job-messages.ts'
import type { JobItemList } from '#shared/jobs/views.ts'
import type { OrdersPageQuery } from '#shared/orders/page-query.ts'
import { href } from '#shared/routes/pages.ts'

/** The orders that stay as they are, each with its reason. */
export function SkippedOrders({ left, query, title }: { left: JobItemList; query: OrdersPageQuery; title: string }) {
  const words = useJobMessages().job
  if (left.items.length === 0) return null
  return (
    <details className="job__left">
      <summary>{title}</summary>
      <ul>
        {left.items.map(({ position, order, line, reason }) => (
          <li key={position}>
            {line === null ? (
              <a className="link num" href={href('orders', { order })}>
                {order}
              </a>
            ) : (
              <span className="num">{[words.line(line), order].filter(Boolean).join(' · ')}</span>
            )}{' '}
            <span className="muted">{line === null ? words.reason(reason) : words.fileReason(reason)}</span>
          </li>
        ))}
      </ul>
      {left.next !== null && (
        <a className="link" href={href('orders', { ...query, jobAfter: left.next })} data-scroll="keep">
          {words.more}
        </a>
      )}
    </details>
  )
}

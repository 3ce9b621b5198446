import { financeHref } from '#client/finance/finance-url.ts'
import { formatAmounts } from '#client/finance/manual/format-amounts.ts'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { Card } from '#client/ui/card.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { useTimeFormat } from '#client/ui/time.tsx'
import { formatCount } from '#shared/count.ts'
import type { EntryRequestView } from '#shared/finance/entry-requests.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'

interface OpenRequestsProps {
  query: FinanceQuery
  requests: readonly EntryRequestView[]
}

/** The entries that wait for a second person; nothing without any. */
export function OpenRequests({ query, requests }: OpenRequestsProps) {
  const { common, ledger } = useLedgerMessages()
  const formatTime = useTimeFormat('book')
  if (requests.length === 0) return null
  const words = ledger.requests
  return (
    <Card title={words.waiting} end={formatCount(requests.length)} flush>
      {requests.map(({ request, memo, amounts, requestedBy, requestedAt, isOwn }) => (
        <a
          key={request}
          className="todo"
          href={financeHref(query, { request, entry: undefined })}
          aria-current={query.request === request ? 'true' : undefined}
        >
          <Icon name={isOwn ? 'clock' : 'circle-check'} />
          <span className="grow">
            <span className="todo__title strong">
              <bdi>{memo}</bdi>
            </span>
            <span className="xs dimmed">
              {isOwn ? words.ownHint(formatTime(requestedAt)) : words.waitingHint(requestedBy, formatTime(requestedAt))}
            </span>
          </span>
          <span className="num">{formatAmounts(amounts, common.listSeparator)}</span>
          <Icon name="chevron-right" />
        </a>
      ))}
    </Card>
  )
}

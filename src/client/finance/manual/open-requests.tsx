import { financeHref } from '#client/finance/finance-url.ts'
import { OpenWork, OpenWorkRow } from '#client/finance/manual/open-work.tsx'
import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { EntryRequestView } from '#shared/finance/entry-requests.ts'
import type { FinanceQuery } from '#shared/finance/inputs.ts'

interface OpenRequestsProps {
  query: FinanceQuery
  requests: readonly EntryRequestView[]
}

/** The entries that wait for a second person; nothing without any. */
export function OpenRequests({ query, requests }: OpenRequestsProps) {
  const { ledger } = useLedgerMessages()
  const formatTime = useTimeFormat('book')
  if (requests.length === 0) return null
  const words = ledger.requests
  const kind = requests.length === 1 ? words.waiting : undefined
  const rows = requests.map(({ request, memo, amounts, requestedBy, requestedAt, isOwn }) => (
    <OpenWorkRow
      key={request}
      icon={isOwn ? 'clock' : 'circle-check'}
      kind={kind}
      title={memo}
      hint={isOwn ? words.ownHint(formatTime(requestedAt)) : words.waitingHint(requestedBy, formatTime(requestedAt))}
      amounts={amounts}
      href={financeHref(query, { request, entry: undefined })}
      isCurrent={query.request === request}
    />
  ))
  if (kind !== undefined) return rows
  return (
    <OpenWork
      icon="circle-check"
      title={words.waiting}
      amounts={requests.map(({ amounts }) => amounts)}
      isOpen={requests.some(({ request }) => request === query.request)}
    >
      {rows}
    </OpenWork>
  )
}

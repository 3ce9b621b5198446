import { useMessages } from '#client/app/page-context.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { href } from '#shared/routes/pages.ts'

/** The empty state of a new shop. */
export function NoOrders({ canImport }: { canImport: boolean }) {
  const { orders, common } = useMessages()
  return (
    <Empty
      icon="package"
      title={common.noData}
      actions={
        canImport && (
          <ButtonLink variant="primary" icon="upload" href={href('orders', { import: '1' })}>
            {orders.import.title}
          </ButtonLink>
        )
      }
    >
      {orders.empty.text}
    </Empty>
  )
}

/** A search that stopped before it had found an order. */
export function SearchStopped({ continueHref }: { continueHref: string }) {
  const { orders } = useMessages()
  return (
    <Empty
      icon="search"
      title={orders.search.stopped}
      actions={<ButtonLink href={continueHref}>{orders.search.continue}</ButtonLink>}
    >
      {orders.search.stoppedNote}
    </Empty>
  )
}

/** A search that was ended before it had found anything. */
export function SearchTooLong() {
  const { orders, fields } = useMessages()
  return (
    <Empty icon="search" title={orders.search.stopped}>
      {fields['search-too-long']}
    </Empty>
  )
}

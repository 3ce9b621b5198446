import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { href } from '#shared/routes/pages.ts'

/** Leads to the ledger entry of a document, for users who may see it. */
export function EntryLink({ number }: { number: number }) {
  const words = useOrderMessages().orders.order
  return (
    <a className="link num" href={href('finance', { entry: number })}>
      {words.ledgerEntry(number)}
    </a>
  )
}

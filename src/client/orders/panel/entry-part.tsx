import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { href } from '#shared/routes/pages.ts'
import type { ReactNode } from 'react'

/** The link to the ledger entry of a document, as the next part of a line (`Parts`); nothing for users who may not see it. */
export const entryPart = (number: number | null): ReactNode =>
  number !== null && (
    <>
      {' · '}
      <EntryLink number={number} />
    </>
  )

function EntryLink({ number }: { number: number }) {
  const words = useOrderMessages().orders.order
  return (
    <a className="link num" href={href('finance', { entry: number })}>
      {words.ledgerEntry(number)}
    </a>
  )
}

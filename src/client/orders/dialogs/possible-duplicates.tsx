import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { PossibleDuplicate } from '#shared/orders/preview-views.ts'

interface PossibleDuplicatesProps {
  duplicates: readonly PossibleDuplicate[]
  hrefOf: (number: string) => string
}

/** Possible duplicates of the order, each with the values that they share. */
export function PossibleDuplicates({ duplicates, hrefOf }: PossibleDuplicatesProps) {
  const words = useOrderMessages().orders.duplicates
  return duplicates.map(({ number, minutesApart, shared }) => (
    <Banner key={number} kind="warning" icon="copy">
      {words.of}{' '}
      <a className="link" href={hrefOf(number)}>
        {number}
      </a>
      {words.reason(shared, minutesApart)}
    </Banner>
  ))
}

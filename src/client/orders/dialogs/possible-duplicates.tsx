import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { PossibleDuplicate } from '#shared/orders/preview-views.ts'

interface PossibleDuplicatesProps {
  duplicates: readonly PossibleDuplicate[]
  hrefOf: (number: string) => string
}

/** Other orders that may be the same order once more, each with what they have in common. */
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

import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { Banner } from '#client/ui/banner.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { PanelSection } from '#client/ui/panel.tsx'
import type { OrderView } from '#shared/orders/views.ts'

interface StatusReasonProps {
  order: Pick<OrderView, 'holdReason' | 'holdUntil' | 'cancelReason' | 'isArchived'>
}

/** Why the order is on hold or cancelled, and whether it is archived. Shown first in the panel. */
export function StatusReason({ order: { holdReason, holdUntil, cancelReason, isArchived } }: StatusReasonProps) {
  const { actions } = useOrderMessages().orders
  const formatDays = useDayRangeFormat()
  if (!holdReason && !cancelReason && !isArchived) return null
  const reason = cancelReason
    ? actions.cancelled(cancelReason)
    : holdReason && holdUntil
      ? actions.onHoldUntil(holdReason, formatDays({ from: holdUntil, to: holdUntil }))
      : holdReason && actions.onHold(holdReason)
  return (
    <PanelSection>
      {reason && <Banner kind="warning">{reason}</Banner>}
      {isArchived && <Banner kind="info">{actions.archived}</Banner>}
    </PanelSection>
  )
}

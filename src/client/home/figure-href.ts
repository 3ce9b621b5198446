import type { PeriodFigures } from '#shared/home/views.ts'
import { archivedValues } from '#shared/orders/list.ts'
import { countedStatuses } from '#shared/orders/order.ts'
import { href } from '#shared/routes/pages.ts'

export const figureNames = ['inMinor', 'outMinor', 'netMinor', 'orders'] as const
export type FigureName = (typeof figureNames)[number]
type MinorFigureName = 'averageMinor' | 'refundedMinor'

/** URL of the rows that add up to a figure: the same currency, days and conditions as in `server/home/figures.ts`. */
export function figureHref(
  name: FigureName | MinorFigureName,
  currency: string,
  days: PeriodFigures['days'],
  source?: string,
): string {
  if (name === 'orders' || name === 'averageMinor')
    return href('orders', { ...days, currency, status: countedStatuses, archived: archivedValues, source })
  if (name === 'refundedMinor') return href('finance', { ...days, currency, kind: ['refund.succeeded'], flow: 'out' })
  const flow = name === 'inMinor' ? 'in' : name === 'outMinor' ? 'out' : undefined
  return href('finance', { ...days, currency, flow })
}

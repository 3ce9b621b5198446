import type { PeriodFigures } from '#shared/home/views.ts'
import { archivedValues } from '#shared/orders/list.ts'
import { countedStatuses } from '#shared/orders/order.ts'
import { href } from '#shared/routes/pages.ts'

export const figureNames = ['inMinor', 'outMinor', 'netMinor', 'orders'] as const
export type FigureName = (typeof figureNames)[number]

/** URL of the rows that add up to a figure: the same currency, days and conditions as in `server/home/figures.ts`. */
export function figureHref(name: FigureName, currency: string, days: PeriodFigures['days']): string {
  if (name === 'orders') return href('orders', { ...days, currency, status: countedStatuses, archived: archivedValues })
  const flow = name === 'inMinor' ? 'in' : name === 'outMinor' ? 'out' : undefined
  return href('finance', { ...days, currency, flow })
}

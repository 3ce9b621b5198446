import type { EventView } from '#shared/events/views.ts'
import type { Flow } from '#shared/finance/views.ts'

/** One figure now and in the same part of the period before; `before` is null where there is no period before. */
export interface Comparison {
  now: number
  before: number | null
}

/** The figures of one period in one currency: whole minor units, counts. */
export interface PeriodFigures {
  /** First instant of the period and of the one before, ms; `from` is null for all time. */
  from: number | null
  until: number
  beforeFrom: number | null
  beforeUntil: number | null
  inMinor: Comparison
  outMinor: Comparison
  netMinor: Comparison
  orders: Comparison
}

export interface HomeView {
  /** True while there is no order at all: the page then shows the first steps. */
  empty: boolean
  /** Null for a reader without `finance.view`. */
  figures: {
    currency: string
    currencies: string[]
    period: 'today' | '7d' | 'month' | 'all'
    today: PeriodFigures
    chosen: PeriodFigures
    /** In and out of each day of the chosen period that has any, oldest first, at most the newest 62. */
    days: (Flow & { day: string })[]
  } | null
  waiting: { toShip: number; oldestToShipAt: number | null; unpaid: number; pendingUsers: number | null }
  /** Newest first, at most 10; null for a reader without `events.view`. */
  events: EventView[] | null
}

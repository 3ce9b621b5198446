import type { OpenDispute, OpenRefund, OpenReturn } from '#shared/orders/document-views.ts'
import type { EventView } from '#shared/events/views.ts'
import type { EntryRequestView } from '#shared/finance/entry-requests.ts'
import type { Count } from '#shared/list/count.ts'
import type { Flow } from '#shared/finance/views.ts'
import type { Period } from '#shared/home/periods.ts'
import type { TimeUnit } from '#shared/time-unit.ts'

/** One figure, now and in the same part of the previous period; `before` is null if there is no previous period. */
export interface Comparison {
  now: number
  before: number | null
}

/** The figures of one period in one currency: amounts in minor units, and counts. */
export interface PeriodFigures {
  /** First and last day, both inclusive: exactly the rows of these days add up to the figures. Null for all time. */
  days: { from: string; to: string } | null
  /** First instant of the period and the instant up to which it has passed, ms; `from` is null for all time. */
  from: number | null
  until: number
  /** The previous period, which it is compared with, and whose rows add up to its figures: days, of which the last may end with a minute; null if there is none. */
  before: { from: string; to: string } | null
  inMinor: Comparison
  outMinor: Comparison
  netMinor: Comparison
  orders: Comparison
  /** The average of the orders; null without any, or if the sum is too large for an exact number. */
  averageMinor: { now: number | null; before: number | null }
  /** Money given back to customers in these days. */
  refundedMinor: number
}

/** The orders of one source in the chosen period. */
export interface ChannelFigures {
  source: string
  count: number
  /** Null where it is too large for an exact number. */
  totalMinor: number | null
}

/** Money in and out over the days of a period, divided into units; both days inclusive. */
export interface FlowSeries {
  unit: TimeUnit
  from: string
  to: string
  /** Units that have any flow, oldest first, by their first day. */
  flows: (Flow & { start: string })[]
  /** Income in each unit of the previous period, in order; null if there is none, or if it is not made of days. */
  inBefore: number[] | null
}

export interface HomeFigures {
  currency: string
  currencies: string[]
  period: Period
  /** The calendar month that was asked for, `2026-09`, instead of a period. */
  month: string | null
  /** The days that were asked for, instead of a period or a month. */
  range: { from: string; to: string } | null
  today: PeriodFigures
  chosen: PeriodFigures
  /** Customers whose first order, apart from cancelled ones, was placed in the chosen period and is in the currency. */
  newCustomers: Count
  /** The orders of the chosen period by where they come from, the most first. */
  channels: ChannelFigures[]
  /** Null when no money ever moved in this currency. */
  series: FlowSeries | null
  /** The newest month with any order or money, `2026-09`, when the chosen period has none; else null. */
  latestMonth: string | null
}

export interface HomeView {
  /** True while there is no order at all: the page then shows the first steps. */
  empty: boolean
  /** Null without the permission `finance.view`. */
  figures: HomeFigures | null
  /** `pendingUsers` is null without the permission `users.approve`. */
  waiting: {
    /** Pending orders; 0 without `orders.create`, which confirms them. */
    toConfirm: number
    /** Lines of statements that nothing in the books has yet; 0 without `finance.reconcile`. */
    openStatementLines: number
    /** How many of them are to be looked at again on a later day. */
    waitingStatementLines: number
    toShip: number
    oldestToShipAt: number | null
    unpaid: number
    /** Refunds that the user can approve, that failed, or that a provider has been paying for long; empty without `refunds.approve`. */
    refunds: OpenRefund[]
    /** Chargebacks that are not decided yet, those that are due first at the beginning; empty without `refunds.approve`. */
    disputes: OpenDispute[]
    /** Returns that wait for approval; empty without `returns.manage`. */
    returns: OpenReturn[]
    /** Entries that others requested and the user can approve. */
    entries: EntryRequestView[]
    /** Entries of templates that are due; empty without `finance.post`. */
    dueEntries: { template: string; name: string; months: string[] }[]
    /** Orders of which money is owed to the customer; 0 without `refunds.request`. */
    refundDue: Count
    /** Orders that can be shipped and were placed through the day `lateThrough`, two days ago; 0 without `shipments.manage`. */
    late: Count
    lateThrough: string
    /** Orders with an authorization that were placed through the day `expiringThrough`; 0 without `payments.record`. */
    expiring: Count
    expiringThrough: string
    pendingUsers: number | null
    /** Webhooks whose deliveries fail, or that were switched off because they did; 0 without `webhooks.manage`. */
    brokenWebhooks: number
    /** When the newest backup was made, null if there is none; only if that is too long ago, and with the permission `backups.view`. */
    overdueBackup: { lastAt: number | null } | null
  }
  /** Newest first, at most 10; null without the permission `events.view`. */
  events: EventView[] | null
}

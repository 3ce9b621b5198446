import type { Db } from '#server/db/database.ts'
import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import * as store from '#server/finance/closing/tax-store.ts'
import { findEntries } from '#server/finance/store.ts'
import { readKeysetPage } from '#server/list/keyset-page.ts'
import type { TaxEntries } from '#shared/finance/closing/period-views.ts'
import type { TaxFigures } from '#shared/finance/closing/build-report.ts'
import { listMonths, monthDays, monthOf } from '#shared/finance/closing/periods.ts'
import type { Days } from '#shared/finance/flow-groups.ts'
import { addShares, type TaxShare } from '#shared/finance/taxes.ts'
import { parseTaxRate } from '#shared/orders/tax-lines.ts'

interface Periods {
  currency: string
  days: Days
  previousDays: Days
}

/** What was sold and taxed in two periods by rate, the highest rate first. */
export async function readTaxes(db: Db, { currency, days, previousDays }: Periods): Promise<TaxFigures[]> {
  const rates = await store.listTaxRates(db, currency)
  const [current, previous] = [
    await sumMonths(db, rates, { currency, ...days }),
    await sumMonths(db, rates, { currency, ...previousDays }),
  ]
  const none = { netMinor: 0, taxMinor: 0 }
  return rates
    .toSorted((one, other) => parseTaxRate(other) - parseTaxRate(one) || (one > other ? -1 : 1))
    .map((rate) => ({
      rate,
      current: current.find((share) => share.rate === rate) ?? none,
      previous: previous.find((share) => share.rate === rate) ?? none,
    }))
}

/** A month at a time, because a year of entries takes long to add up. */
async function sumMonths(db: Db, rates: readonly string[], { currency, from, to }: Days & { currency: string }) {
  const sums: TaxShare[] = []
  for (const month of listMonths(monthOf(from), monthOf(to))) {
    const days = monthDays(month)
    sums.push(
      ...(await store.sumTaxes(db, rates, {
        currency,
        from: from > days.from ? from : days.from,
        to: to < days.to ? to : days.to,
      })),
    )
    await yieldToEventLoop()
  }
  return addShares(sums)
}

/** A page of the entries that a figure of the report of taxes adds up, newest first. Throws for a malformed cursor. */
export async function readTaxEntries(
  db: Db,
  filter: Days & { currency: string; rate: string },
  cursor: string | undefined,
): Promise<TaxEntries> {
  const page = await readKeysetPage<Awaited<ReturnType<typeof store.findTaxEntries>>[number]>({
    cursor,
    sort: `tax ${filter.rate}`,
    keyOf: (row) => [row.accounting_day, row.entry_seq],
    exampleKey: ['', 0],
    find: async (reversed, after, limit) => ({
      rows: await store.findTaxEntries(db, filter, { direction: reversed ? 'asc' : 'desc', after, limit }),
    }),
  })
  const entries = await findEntries(
    db,
    page.rows.map(({ entry_seq }) => entry_seq),
  )
  return {
    rate: filter.rate,
    days: { from: filter.from, to: filter.to },
    next: page.next,
    previous: page.previous,
    rows: page.rows.flatMap((row) => {
      const entry = entries.get(row.entry_seq)
      return entry
        ? {
            entry: row.entry_seq,
            day: row.accounting_day,
            kind: entry.kind,
            order: entry.links.find(({ type }) => type === 'order')?.number ?? null,
            netMinor: row.net_minor,
            taxMinor: row.tax_minor,
          }
        : []
    }),
  }
}

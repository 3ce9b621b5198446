import { formatCount } from '#shared/count.ts'
import { usePeriodFormat } from '#client/home/use-period-format.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Money } from '#client/ui/money.tsx'
import { Delta, Stat, Stats } from '#client/ui/stat.tsx'
import type { Comparison, HomeView, PeriodFigures } from '#shared/home/views.ts'
import { formatMoney } from '#shared/money.ts'
import { orderStatuses } from '#shared/orders/order.ts'
import { href } from '#shared/routes/pages.ts'
import { dayOf } from '#shared/time.ts'

type HomeFigures = NonNullable<HomeView['figures']>
const rows = ['inMinor', 'outMinor', 'netMinor', 'orders'] as const
type Row = (typeof rows)[number]

/** The direction shown in green. An expense that grows is neither good nor bad. */
const good: Partial<Record<Row, 'up'>> = { inMinor: 'up', netMinor: 'up', orders: 'up' }

/** Which list adds up to a figure: the same currency, days and conditions as its SQL in `server/home/store.ts`. */
function figureHref(row: Row, currency: string, days: { from: string | undefined; to: string | undefined }): string {
  if (row === 'orders') return href('orders', { ...days, currency, status: countedStatuses })
  const flow = row === 'inMinor' ? 'in' : row === 'outMinor' ? 'out' : undefined
  return href('finance', { ...days, currency, flow })
}

/** Cancelled orders are not counted. */
const countedStatuses = orderStatuses.filter((status) => status !== 'cancelled')

/** The chosen period and today, each compared with the same part of the period before; every figure opens its rows. */
export function Figures({ figures }: { figures: HomeFigures }) {
  const { home } = useMessages()
  const { chosen, today, period, currency } = figures
  const { book } = usePageContext()
  const formatPeriod = usePeriodFormat()
  const rowsHref = (row: Row, { from, until }: PeriodFigures) =>
    figureHref(row, currency, {
      from: from === null ? undefined : dayOf(from, book.timeZone),
      to: from === null ? undefined : dayOf(until, book.timeZone),
    })
  const labels: Record<Row, string> = {
    inMinor: home.income,
    outMinor: home.expense,
    netMinor: home.net,
    orders: home.orders,
  }
  return (
    <div>
      <p className="home__period sm">{formatPeriod(figures)}</p>
      <Stats>
        {rows.map((row) => (
          <Stat
            key={row}
            label={labels[row]}
            {...(row === 'inMinor'
              ? { icon: 'arrow-down-left' }
              : row === 'outMinor'
                ? { icon: 'arrow-up-right' }
                : {})}
            value={<Figure row={row} figures={chosen} currency={currency} />}
            href={rowsHref(row, chosen)}
          >
            <Change row={row} value={chosen[row]} currency={currency} />
            {row === 'orders' && <span>{home.notCancelled}</span>}
            {period !== 'today' && (
              <span className="stat__today">
                <span>{home.today}</span>
                <a href={rowsHref(row, today)}>
                  <span className="sr-only">{labels[row]} </span>
                  <Figure row={row} figures={today} currency={currency} />
                </a>
                <Change row={row} value={today[row]} currency={currency} />
              </span>
            )}
          </Stat>
        ))}
      </Stats>
    </div>
  )
}

function Figure({ row, figures, currency }: { row: Row; figures: PeriodFigures; currency: string }) {
  const { now } = figures[row]
  return row === 'orders' ? <span className="num">{formatCount(now)}</span> : <Money minor={now} currency={currency} />
}

/** The change since the period before; nothing for all time, which has none. */
function Change({ row, value, currency }: { row: Row; value: Comparison; currency: string }) {
  const { home } = useMessages()
  const { now, before } = value
  if (before === null) return null
  const was = home.was(row === 'orders' ? formatCount(before) : formatMoney(before, currency))
  const direction = good[row]
  return (
    <>
      {before !== 0 && now !== before && <span className="sr-only">{now > before ? home.up : home.down}</span>}
      <Delta now={now} before={before} {...(direction && { good: direction })} />
      <span>{was}</span>
    </>
  )
}

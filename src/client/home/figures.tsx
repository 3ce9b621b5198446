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

/** More orders and more money are something to be glad of; more money out is only a fact. */
const good: Partial<Record<Row, 'up'>> = { inMinor: 'up', netMinor: 'up', orders: 'up' }

/** Cancelled orders are not counted. */
const countedStatuses = orderStatuses.filter((status) => status !== 'cancelled')

/** The chosen period and today, each against the same part of the one before; every figure leads to its rows. */
export function Figures({ figures }: { figures: HomeFigures }) {
  const { home } = useMessages()
  const { chosen, today, period, currency } = figures
  const formatPeriod = usePeriodFormat()
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
          >
            <Change row={row} value={chosen[row]} currency={currency} />
            {row === 'orders' && <span>{home.notCancelled}</span>}
            {period !== 'today' && (
              <span className="stat__today">
                <span>{home.today}</span>
                <Figure row={row} figures={today} currency={currency} />
                <Change row={row} value={today[row]} currency={currency} />
              </span>
            )}
          </Stat>
        ))}
      </Stats>
    </div>
  )
}

interface FigureProps {
  row: Row
  figures: PeriodFigures
  currency: string
}

function Figure({ row, figures, currency }: FigureProps) {
  const { book } = usePageContext()
  const day = (at: number | null) => at && dayOf(at, book.timeZone)
  const days = { from: day(figures.from), to: figures.from === null ? undefined : day(figures.until) }
  const url =
    row === 'orders' ? href('orders', { ...days, status: countedStatuses }) : href('finance', { ...days, currency })
  return (
    <a className="stat__link" href={url}>
      {row === 'orders' ? (
        <span className="num">{formatCount(figures[row].now)}</span>
      ) : (
        <Money minor={figures[row].now} currency={currency} />
      )}
    </a>
  )
}

/** Nothing where there is no period before, or nothing in it to compare with. */
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

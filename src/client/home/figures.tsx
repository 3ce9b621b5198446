import { useMessages } from '#client/app/page-context.tsx'
import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { formatCount } from '#shared/count.ts'
import { figureHref, type FigureName, figureNames } from '#client/home/figure-href.ts'
import { usePeriodFormat } from '#client/home/use-period-format.ts'
import { Money } from '#client/ui/money.tsx'
import { Parts } from '#client/ui/parts.tsx'
import { Delta, Stat, Stats } from '#client/ui/stat.tsx'
import type { HomeFigures, PeriodFigures } from '#shared/home/views.ts'
import { firstOrders } from '#shared/orders/first-orders.ts'
import { href } from '#shared/routes/pages.ts'
import { formatMoney } from '#shared/money.ts'

type ComparedFigure = FigureName | 'averageMinor'

/** The direction shown in green. An expense that grows is neither good nor bad. */
const good: Partial<Record<ComparedFigure, 'up'>> = { inMinor: 'up', netMinor: 'up', orders: 'up', averageMinor: 'up' }

/** The figures of the chosen period and of today, compared with the same part of the previous period; every figure opens its rows. */
export function Figures({ figures }: { figures: HomeFigures }) {
  const home = useHomeMessages()
  const { common } = useMessages()
  const { chosen, today, period, currency } = figures
  const average = chosen.averageMinor.now
  const formatPeriod = usePeriodFormat()
  const labels: Record<FigureName, string> = {
    inMinor: home.income,
    outMinor: home.expense,
    netMinor: home.net,
    orders: home.orders,
  }
  return (
    <div>
      <p className="home__period sm" data-summary>
        <Parts>{formatPeriod(figures)}</Parts>
      </p>
      <Stats>
        {figureNames.map((name) => (
          <Stat
            key={name}
            label={labels[name]}
            {...(name === 'inMinor'
              ? { icon: 'arrow-down-left' }
              : name === 'outMinor'
                ? { icon: 'arrow-up-right' }
                : {})}
            value={<Figure name={name} figures={chosen} currency={currency} />}
            href={figureHref(name, currency, chosen.days)}
          >
            <Change name={name} label={labels[name]} figures={chosen} currency={currency} />
            {name === 'orders' && <span>{home.notCancelled}</span>}
            {period !== 'today' && (
              <span className="stat__today">
                <a href={figureHref(name, currency, today.days)}>
                  <span className="muted">{home.today}</span> <span className="sr-only">{labels[name]} </span>
                  <Figure name={name} figures={today} currency={currency} />
                </a>
                <Change name={name} label={`${home.today} ${labels[name]}`} figures={today} currency={currency} />
              </span>
            )}
          </Stat>
        ))}
      </Stats>
      <Stats minor>
        <Stat
          label={home.average}
          value={average === null ? '–' : <Money minor={average} currency={currency} />}
          href={figureHref('averageMinor', currency, chosen.days)}
        >
          {average !== null && <Change name="averageMinor" label={home.average} figures={chosen} currency={currency} />}
        </Stat>
        <Stat
          label={home.refunded}
          value={<Money minor={chosen.refundedMinor} currency={currency} />}
          href={figureHref('refundedMinor', currency, chosen.days)}
        >
          {chosen.inMinor.now > 0 && (
            <span>{home.shareOfIncome(formatShare(chosen.refundedMinor / chosen.inMinor.now))}</span>
          )}
        </Stat>
        <Stat
          label={home.newCustomers}
          value={<span className="num">{common.count(figures.newCustomers)}</span>}
          href={href('orders', firstOrders(currency, chosen.days))}
        >
          <span>{home.firstOrder}</span>
        </Stat>
      </Stats>
    </div>
  )
}

/** `5.2%`, `< 0.1%` */
const formatShare = (share: number): string => {
  const percent = Number((share * 100).toFixed(1))
  return percent === 0 && share > 0 ? '< 0.1%' : `${percent}%`
}

function Figure({ name, figures, currency }: { name: FigureName; figures: PeriodFigures; currency: string }) {
  const { now } = figures[name]
  return name === 'orders' ? <span className="num">{formatCount(now)}</span> : <Money minor={now} currency={currency} />
}

interface ChangeProps {
  name: ComparedFigure
  label: string
  figures: PeriodFigures
  currency: string
}

/** The change since the previous period, whose figure opens its rows; renders nothing for all time, which has none. */
function Change({ name, label, figures, currency }: ChangeProps) {
  const home = useHomeMessages()
  const { now, before } = figures[name]
  if (now === null || before === null || figures.before === null) return null
  const was = home.was(name === 'orders' ? formatCount(before) : formatMoney(before, currency))
  const direction = good[name]
  return (
    <>
      {before !== 0 && now !== before && <span className="sr-only">{now > before ? home.up : home.down}</span>}
      <Delta now={now} before={before} {...(direction && { good: direction })} />
      <a href={figureHref(name, currency, figures.before)}>
        <span className="sr-only">{label} </span>
        {was}
      </a>
    </>
  )
}

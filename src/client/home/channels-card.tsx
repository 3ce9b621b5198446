import { figureHref } from '#client/home/figure-href.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { labelOf } from '#client/ui/label-of.ts'
import { formatCount } from '#shared/count.ts'
import type { HomeFigures } from '#shared/home/views.ts'

/** The orders of the period by where they come from; each row opens its orders. */
export function ChannelsCard({ figures }: { figures: HomeFigures }) {
  const home = useHomeMessages()
  const { orders } = useMessages()
  const { channels, currency, chosen } = figures
  if (channels.length === 0) return null
  return (
    <Card title={home.channels} flush>
      <div className="table-scroll">
        <table className="table table--inset" data-density="compact" aria-label={home.channels}>
          <thead>
            <tr>
              <th scope="col">{home.channel}</th>
              <th scope="col" className="num">
                {home.orders}
              </th>
              <th scope="col" className="num">
                {home.sales}
              </th>
              <th scope="col" className="num hide-sm">
                {home.average}
              </th>
            </tr>
          </thead>
          <tbody>
            {channels.map(({ source, count, totalMinor }) => (
              <tr key={source}>
                <th scope="row">
                  <a className="ref" href={figureHref('orders', currency, chosen.days, source)}>
                    {labelOf(orders.sources, source)}
                  </a>
                </th>
                <td className="num">{formatCount(count)}</td>
                <td className="num">
                  {totalMinor === null ? '–' : <Money minor={totalMinor} currency={currency} hideCurrency />}
                </td>
                <td className="num hide-sm">
                  {totalMinor === null ? (
                    '–'
                  ) : (
                    <Money minor={Math.round(totalMinor / count)} currency={currency} hideCurrency />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

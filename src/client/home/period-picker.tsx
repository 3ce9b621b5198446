import { useRef } from 'react'
import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { useUnitFormat } from '#client/ui/unit-format.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { periods } from '#shared/home/periods.ts'
import { addDays, dayOf } from '#shared/time.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { closeDetails, useDismissDetails } from '#client/ui/use-dismiss-details.ts'
import type { HomeFigures } from '#shared/home/views.ts'
import { href } from '#shared/routes/pages.ts'

/** The period and the currency of the figures, as links. */
export function PeriodPicker({ figures }: { figures: HomeFigures }) {
  const home = useHomeMessages()
  const formatMonth = useUnitFormat('month')
  const { period, month, range, currency, currencies } = figures
  const { now, book } = usePageContext()
  const lastMonth = addDays(`${dayOf(now, book.timeZone).slice(0, 7)}-01`, -1).slice(0, 7)
  const currencyQuery = currencies.length > 1 ? currency : undefined
  const options = periods.map((value) => ({
    value: value as string,
    label: home.periods[value],
    href: href('index', { period: value, currency: currencyQuery }),
  }))
  const months = [{ value: lastMonth, label: home.lastMonth }]
  if (month !== null && month !== lastMonth) months.push({ value: month, label: formatMonth(`${month}-01`) })
  options.splice(
    periods.indexOf('all'),
    0,
    ...months.map((each) => ({ ...each, href: href('index', { month: each.value, currency: currencyQuery }) })),
  )
  return (
    <>
      <Segmented label={home.period} value={range ? '' : (month ?? period)} options={options} />
      <RangeForm range={range} currency={currencyQuery} />
      {currencies.length > 1 && (
        <Segmented
          label={home.currency}
          value={currency}
          options={currencies.map((value) => ({
            value,
            label: value,
            href: href('index', { ...(range ?? (month === null ? { period } : { month })), currency: value }),
          }))}
        />
      )}
    </>
  )
}

/** Any days, chosen in a form that works without script. */
function RangeForm({ range, currency }: { range: HomeFigures['range']; currency: string | undefined }) {
  const home = useHomeMessages()
  const formatDays = useDayRangeFormat()
  const details = useRef<HTMLDetailsElement>(null)
  useDismissDetails(details, true)
  return (
    <details className="period-range" ref={details}>
      <summary className={range ? 'btn btn--soft' : 'btn'} aria-current={range ? 'true' : undefined}>
        {range ? formatDays(range) : home.customRange}
      </summary>
      <form
        method="get"
        action="/"
        className="period-range__form"
        onSubmit={() => details.current && closeDetails(details.current)}
      >
        <label>
          {home.from}
          <input className="input" type="date" name="from" required defaultValue={range?.from} />
        </label>
        <label>
          {home.to}
          <input className="input" type="date" name="to" required defaultValue={range?.to} />
        </label>
        {currency !== undefined && <input type="hidden" name="currency" value={currency} />}
        <Button type="submit" variant="primary">
          {home.showRange}
        </Button>
      </form>
    </details>
  )
}

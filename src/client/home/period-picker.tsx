import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { useUnitFormat } from '#client/ui/unit-format.ts'
import { Segmented } from '#client/ui/segmented.tsx'
import { periods } from '#shared/home/periods.ts'
import type { HomeFigures } from '#shared/home/views.ts'
import { href } from '#shared/routes/pages.ts'

/** The period and the currency of the figures, as links. */
export function PeriodPicker({ figures }: { figures: HomeFigures }) {
  const home = useHomeMessages()
  const formatMonth = useUnitFormat('month')
  const { period, month, currency, currencies } = figures
  const currencyQuery = currencies.length > 1 ? currency : undefined
  const options = periods.map((value) => ({
    value: value as string,
    label: home.periods[value],
    href: href('index', { period: value, currency: currencyQuery }),
  }))
  if (month !== null)
    options.splice(periods.indexOf('all'), 0, {
      value: month,
      label: formatMonth(`${month}-01`),
      href: href('index', { month, currency: currencyQuery }),
    })
  return (
    <>
      <Segmented label={home.period} value={month ?? period} options={options} />
      {currencies.length > 1 && (
        <Segmented
          label={home.currency}
          value={currency}
          options={currencies.map((value) => ({
            value,
            label: value,
            href: href('index', { ...(month === null ? { period } : { month }), currency: value }),
          }))}
        />
      )}
    </>
  )
}

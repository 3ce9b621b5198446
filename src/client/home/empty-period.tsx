import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { usePageContext } from '#client/app/page-context.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { useUnitFormat } from '#client/ui/unit-format.ts'
import type { HomeFigures } from '#shared/home/views.ts'
import { href } from '#shared/routes/pages.ts'
import { dayOf } from '#shared/time.ts'

/** Says that the chosen period has no data, as after an import of old orders, and links to the newest month that has. */
export function EmptyPeriod({ figures }: { figures: HomeFigures }) {
  const home = useHomeMessages()
  const { now, book } = usePageContext()
  const formatMonth = useUnitFormat('month')
  const { latestMonth, currency } = figures
  if (latestMonth === null) return null
  const isCurrent = dayOf(now, book.timeZone).startsWith(latestMonth)
  const monthName = formatMonth(`${latestMonth}-01`)
  return (
    <Banner
      icon="calendar"
      action={
        <ButtonLink href={href('index', { ...(isCurrent ? { period: 'month' } : { month: latestMonth }), currency })}>
          {home.showMonth(monthName)}
        </ButtonLink>
      }
    >
      {home.emptyPeriod(monthName)}
    </Banner>
  )
}

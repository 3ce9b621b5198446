import { Activity } from '#client/home/activity.tsx'
import { DailyFlow } from '#client/home/daily-flow.tsx'
import { Figures } from '#client/home/figures.tsx'
import { FirstSteps } from '#client/home/first-steps.tsx'
import { NeedsAttention } from '#client/home/needs-attention.tsx'
import type { PageProps } from '#client/pages.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Page, PageBody, PageHead } from '#client/app/shell.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { periods } from '#shared/home/inputs.ts'
import type { HomeView } from '#shared/home/views.ts'
import { rolesWithPermission } from '#shared/permissions.ts'
import { href } from '#shared/routes/pages.ts'
import { zonedTime } from '#shared/time.ts'

/** The first page: the figures of a period against the one before, what waits, what happened lately. */
export default function IndexPage({ data }: PageProps<'index'>) {
  const { common } = useMessages()
  const { figures, waiting, events, empty } = data
  const chart = figures && !empty && figures.period !== 'today' && <DailyFlow figures={figures} />
  const periodPicker = figures && !empty && <PeriodPicker figures={figures} />
  return (
    <Page>
      <PageHead
        title={common.pages.index}
        note={useToday()}
        actions={periodPicker && <span className="row hide-sm">{periodPicker}</span>}
      />
      <PageBody>
        <div className="home">
          {periodPicker && (
            <div className="only-sm">
              <div className="row row--wrap">{periodPicker}</div>
            </div>
          )}
          {empty ? <FirstSteps /> : figures ? <Figures figures={figures} /> : <NoFigures />}
          <div className={chart || events ? 'grid-2-1 grid-2-1--act' : undefined}>
            {(chart || events) && (
              <div className="stack">
                {chart}
                {events && <Activity events={events} />}
              </div>
            )}
            <NeedsAttention waiting={waiting} />
          </div>
        </div>
      </PageBody>
    </Page>
  )
}

/** Which right the figures need, where they would stand. */
function NoFigures() {
  const { common, home, staff } = useMessages()
  const roles = common.list(rolesWithPermission('finance.view').map((role) => common.roles[role]))
  return (
    <p className="card home__right sm muted">
      <Icon name="lock" />
      {home.noFigures(staff.permissions['finance.view'], roles)}
    </p>
  )
}

function PeriodPicker({ figures }: { figures: NonNullable<HomeView['figures']> }) {
  const { home } = useMessages()
  const { period, currency, currencies } = figures
  return (
    <>
      <Segmented
        label={home.period}
        value={period}
        options={periods.map((value) => ({
          value,
          label: home.periods[value],
          href: href('index', { period: value, currency: currencies.length > 1 ? currency : undefined }),
        }))}
      />
      {currencies.length > 1 && (
        <Segmented
          label={home.currency}
          value={currency}
          options={currencies.map((value) => ({
            value,
            label: value,
            href: href('index', { period, currency: value }),
          }))}
        />
      )}
    </>
  )
}

function useToday(): string {
  const { now, book } = usePageContext()
  const { common, home } = useMessages()
  const { year, month, day } = zonedTime(now, book.timeZone)
  const weekday = common.weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? ''
  return home.dateLine(weekday, common.day(day, common.months[month - 1] ?? ''))
}

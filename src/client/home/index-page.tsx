import { useHomeMessages } from '#client/ui/use-home-messages.ts'
import { Activity } from '#client/home/activity.tsx'
import { ChannelsCard } from '#client/home/channels-card.tsx'
import { EmptyPeriod } from '#client/home/empty-period.tsx'
import { Figures } from '#client/home/figures.tsx'
import { FirstSteps } from '#client/home/first-steps.tsx'
import { FlowCard } from '#client/home/flow-card.tsx'
import { NeedsAttention } from '#client/home/needs-attention.tsx'
import { PeriodPicker } from '#client/home/period-picker.tsx'
import type { PageProps } from '#client/pages.ts'
import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Page, PageBody, PageHead } from '#client/app/shell.tsx'
import { Card } from '#client/ui/card.tsx'
import { MissingPermissionNote } from '#client/ui/empty.tsx'
import { zonedTime } from '#shared/time.ts'

/** Home: the figures of a period compared with the one before, the open work, the recent activity. */
export default function IndexPage({ data }: PageProps<'index'>) {
  const { common } = useMessages()
  const home = useHomeMessages()
  const { figures, waiting, events, empty } = data
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
          {empty ? (
            <FirstSteps />
          ) : (
            figures && (
              <>
                <EmptyPeriod figures={figures} />
                <Figures figures={figures} />
              </>
            )
          )}
          <div className="grid-2-1 grid-2-1--act">
            <div className="stack">
              {figures && !empty && figures.period !== 'today' && <FlowCard figures={figures} />}
              {figures && !empty && <ChannelsCard figures={figures} />}
              {events ? (
                <Activity events={events} />
              ) : (
                <Card title={home.activity}>
                  <MissingPermissionNote permission="events.view" />
                </Card>
              )}
              {!figures && !empty && (
                <Card title={home.figures}>
                  <MissingPermissionNote permission="finance.view" />
                </Card>
              )}
            </div>
            <NeedsAttention waiting={waiting} />
          </div>
        </div>
      </PageBody>
    </Page>
  )
}

function useToday(): string {
  const { now, book } = usePageContext()
  const { common } = useMessages()
  const home = useHomeMessages()
  const { year, month, day } = zonedTime(now, book.timeZone)
  const weekday = common.weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()] ?? ''
  return home.dateLine(weekday, common.day(day, common.months[month - 1] ?? ''))
}

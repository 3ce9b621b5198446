import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Card } from '#client/ui/card.tsx'
import { DescriptionList } from '#client/ui/description-list.tsx'
import { Time } from '#client/ui/time.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'
import { formatCount } from '#shared/count.ts'
import { type BackupStatus, isBackupOverdue } from '#shared/backup/views.ts'

/** The scheduled backups: whether they are up to date, and what to do if not. `status` is null without a schedule. */
export function Backups({ status }: { status: BackupStatus | null }) {
  const { backups: words, tabs } = useWorkbenchMessages()
  return (
    <div className="self-check">
      <State status={status} />
      {status && (
        <Card title={tabs.backups}>
          <Details status={status} />
        </Card>
      )}
      {!status && <p className="muted">{words.schedule}</p>}
    </div>
  )
}

function State({ status }: { status: BackupStatus | null }) {
  const { now } = usePageContext()
  const { common } = useMessages()
  const { backups: words } = useWorkbenchMessages()
  if (!status) return <Banner kind="warning">{words.notScheduled}</Banner>
  if (!isBackupOverdue(status, now))
    return (
      <Banner kind={status.lastSuccess ? 'success' : 'info'}>
        <b>{status.lastSuccess ? words.upToDate : words.pending}</b>
      </Banner>
    )
  return (
    <Banner kind="error">
      <b>{status.lastSuccess ? words.overdue : words.none}</b>
      {common.sentenceGap}
      {words.whatToDo}
    </Banner>
  )
}

function Details({ status: { lastSuccess, lastFailure, everyMs, keep, folder } }: { status: BackupStatus }) {
  const { backups: words } = useWorkbenchMessages()
  const duration = lastSuccess?.durationMs
  return (
    <DescriptionList
      items={[
        [words.last, lastSuccess && <Time at={lastSuccess.at} style="full" />],
        [words.file, lastSuccess?.file],
        [words.size, lastSuccess && words.kilobytes(formatCount(Math.ceil(lastSuccess.sizeBytes / 1000)))],
        [words.duration, duration && words.seconds((duration / 1000).toFixed(1))],
        [words.every, useInterval(everyMs)],
        [words.kept, words.newest(keep)],
        [words.folder, folder],
        [
          words.lastFailure,
          lastFailure && (
            <>
              <Time at={lastFailure.at} style="full" /> · {lastFailure.reason}
            </>
          ),
        ],
      ]}
    />
  )
}

/** The interval in the largest unit that divides it. */
function useInterval(everyMs: number): string {
  const { intervals } = useWorkbenchMessages().backups
  const minutes = everyMs / 60_000
  if (minutes % 1440 === 0) return intervals.days(minutes / 1440)
  return minutes % 60 === 0 ? intervals.hours(minutes / 60) : intervals.minutes(minutes)
}

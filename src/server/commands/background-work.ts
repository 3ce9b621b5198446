import { purgeExpired } from '#server/auth/purge-expired.ts'
import { scheduleBackups, type ScheduledBackups } from '#server/backup/schedule.ts'
import { startCollectingGarbage } from '#server/runtime/collect-garbage.ts'
import type { Kontor } from '#server/context.ts'
import { toErrorFields } from '#server/log/log.ts'
import { startRetention } from '#server/events/retention.ts'
import { startSealing } from '#server/events/sealing.ts'
import { purgeAnswers } from '#server/http/idempotency.ts'
import { purgeStaleUploads, staleUploadAgeMs } from '#server/http/temp-uploads.ts'
import { jobKinds } from '#server/job-kinds.ts'
import { startJobs } from '#server/jobs/job-runner.ts'
import { purgeJobs } from '#server/jobs/purge-jobs.ts'
import { rescheduleMails, startDeliveringMails } from '#server/mail/deliver-mails.ts'
import { scheduleCountMerge } from '#server/orders/counts.ts'
import { purgeClaims } from '#server/orders/fulfillment/work-queue.ts'
import { startResumingRefunds } from '#server/orders/money/pay-refund.ts'
import { startReleasingOrders } from '#server/orders/release-due-orders.ts'
import { startPackingPostings } from '#server/orders/tokens/pack-postings.ts'
import { runPeriodically } from '#server/runtime/run-periodically.ts'
import { purgeDeliveries, rescheduleDeliveries } from '#server/webhooks/retention.ts'
import { startSendingWebhooks } from '#server/webhooks/webhook-sender.ts'

const cleanupIntervalMs = 3_600_000
/** The first time soon, because a server may be restarted every day. */
const firstOptimizeMs = 60_000
const optimizeIntervalMs = 3_600_000
/** Starts another command: a compiled binary is the program itself, otherwise Bun runs the source. */
const program = Bun.main.startsWith('/$bunfs/') ? [process.execPath] : [process.execPath, Bun.main]

/** Starts what a server does besides answering requests; returns the timers that end it. */
export function startBackgroundWork(kontor: Kontor) {
  void scheduleCountMerge(kontor, 0)
  return [
    scheduleCleanup(kontor),
    startSealing(kontor),
    startResumingRefunds(kontor),
    startReleasingOrders(kontor),
    startPackingPostings(kontor),
    startDeliveringMails(kontor),
    startSendingWebhooks(kontor),
    startJobs(kontor, jobKinds),
    ...scheduleOptimize(kontor),
    startRetention(kontor),
    startCollectingGarbage(),
  ]
}

/** Starts the scheduled backups, if there are any, each with `kontor backup`. */
export function startBackups(kontor: Kontor): ScheduledBackups | undefined {
  if (!kontor.config.backups) return undefined
  const scheduled = scheduleBackups(kontor, kontor.config.backups, [...program, 'backup'])
  kontor.backups = scheduled.status
  return scheduled
}

function scheduleCleanup(kontor: Kontor): ReturnType<typeof setInterval> {
  const purgeAll = () =>
    Promise.all([
      purgeExpired(kontor),
      purgeAnswers(kontor),
      purgeDeliveries(kontor),
      rescheduleDeliveries(kontor),
      rescheduleMails(kontor),
      purgeJobs(kontor),
      purgeClaims(kontor),
      purgeStaleUploads(kontor.config.dataFolder, staleUploadAgeMs),
    ])
  return runPeriodically(purgeAll, kontor, { intervalMs: cleanupIntervalMs, failureEvent: 'cleanup failed' })
}

/** Runs `kontor optimize` every hour, in a process of its own, because it would block requests for seconds after orders were imported. */
function scheduleOptimize({ database, log }: Kontor): ReturnType<typeof setInterval>[] {
  if (database.dialect === 'postgres') return []
  const run = async (): Promise<void> => {
    const code = await Bun.spawn([...program, 'optimize'], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
      .exited
    if (code !== 0) log.warn('optimize failed', { code })
    else
      await database
        .reloadStatistics()
        .catch((error: unknown) => log.warn('statistics not reloaded', toErrorFields(error)))
  }
  return [setTimeout(() => void run(), firstOptimizeMs), setInterval(() => void run(), optimizeIntervalMs)]
}

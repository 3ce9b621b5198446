import type { Kontor } from '#server/context.ts'
import type { BackupStatus } from '#shared/backup/views.ts'

/** Upper bounds of the buckets of the durations, in seconds. */
const bucketBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The counters of one route and method. */
interface Series {
  labels: string
  /** Number of responses by status. */
  statuses: Map<number, number>
  buckets: number[]
  sumSeconds: number
  count: number
}

/** What the metrics say besides responses. */
interface ProcessState {
  version: string
  buildId: string
  droppedLogLines: number
  liveStreams: number
  mails: Kontor['mails']
  webhooks: Kontor['webhooks']
  backups: BackupStatus | undefined
}

/** Counts responses and renders them in Prometheus format. Labels come from the route table, never from a request. */
export interface Metrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void
  render(state: ProcessState): string
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

export function createMetrics(): Metrics {
  const allSeries: Series[] = []
  const byRoute = new Map<string, Map<string, Series>>()

  function getSeries(method: string, route: string): Series {
    const known = byRoute.get(route)?.get(method)
    if (known) return known
    const labels = `method="${method}",route="${route}"`
    const series = { labels, statuses: new Map(), buckets: bucketBounds.map(() => 0), sumSeconds: 0, count: 0 }
    allSeries.push(series)
    byRoute.set(route, (byRoute.get(route) ?? new Map<string, Series>()).set(method, series))
    return series
  }

  return {
    observe: ({ method, route, status, seconds }) => {
      const series = getSeries(methods.has(method) ? method : 'other', route)
      series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1)
      series.sumSeconds += seconds
      series.count += 1
      const bucket = bucketBounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
    },
    render: (state) =>
      [
        ...requestLines(allSeries),
        ...durationLines(allSeries),
        ...processLines(state),
        ...backupLines(state.backups),
        '',
      ].join('\n'),
  }
}

function requestLines(allSeries: readonly Series[]): string[] {
  const lines = ['# HELP kontor_http_requests_total Requests answered.', '# TYPE kontor_http_requests_total counter']
  for (const { labels, statuses } of allSeries)
    for (const [status, count] of statuses)
      lines.push(`kontor_http_requests_total{${labels},status="${status}"} ${count}`)
  return lines
}

function durationLines(allSeries: readonly Series[]): string[] {
  const name = 'kontor_http_request_duration_seconds'
  const lines = [`# HELP ${name} Time from a request to its answer.`, `# TYPE ${name} histogram`]
  for (const { labels, buckets, sumSeconds, count } of allSeries) {
    let below = 0
    for (const [index, bound] of bucketBounds.entries()) {
      below += buckets[index] ?? 0
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${below}`)
    }
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`)
    lines.push(`${name}_sum{${labels}} ${sumSeconds}`, `${name}_count{${labels}} ${count}`)
  }
  return lines
}

function processLines({ version, buildId, droppedLogLines, liveStreams, mails, webhooks }: ProcessState): string[] {
  const { user, system } = process.cpuUsage()
  return [
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1_000_000}`,
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${performance.timeOrigin / 1000}`,
    '# HELP kontor_log_lines_dropped_total Log lines that could not be written.',
    '# TYPE kontor_log_lines_dropped_total counter',
    `kontor_log_lines_dropped_total ${droppedLogLines}`,
    '# HELP kontor_live_streams Pages connected to this process for live updates.',
    '# TYPE kontor_live_streams gauge',
    `kontor_live_streams ${liveStreams}`,
    '# HELP kontor_mails_sent_total Mails that the mail server accepted.',
    '# TYPE kontor_mails_sent_total counter',
    `kontor_mails_sent_total ${mails?.sent ?? 0}`,
    '# HELP kontor_mails_failed_total Mails that were given up.',
    '# TYPE kontor_mails_failed_total counter',
    `kontor_mails_failed_total ${mails?.failed ?? 0}`,
    '# HELP kontor_webhook_attempts_total Attempts to deliver an event to a webhook.',
    '# TYPE kontor_webhook_attempts_total counter',
    `kontor_webhook_attempts_total{result="delivered"} ${webhooks?.counts.delivered ?? 0}`,
    `kontor_webhook_attempts_total{result="failed"} ${webhooks?.counts.failed ?? 0}`,
    '# TYPE kontor_build_info gauge',
    `kontor_build_info{version="${version}",build="${buildId}"} 1`,
  ]
}

/** Only what is known: a missing success is a missing line. */
function backupLines(backups: BackupStatus | undefined): string[] {
  const { everyMs, lastSuccess, lastFailure } = backups ?? {}
  const gauges: [name: string, value: number | null | undefined][] = [
    ['interval_seconds', everyMs && everyMs / 1000],
    ['last_success_timestamp_seconds', lastSuccess && lastSuccess.at / 1000],
    ['last_failure_timestamp_seconds', lastFailure && lastFailure.at / 1000],
    ['duration_seconds', lastSuccess?.durationMs && lastSuccess.durationMs / 1000],
    ['size_bytes', lastSuccess?.sizeBytes],
  ]
  return gauges.flatMap(([name, value]) =>
    typeof value === 'number' ? [`# TYPE kontor_backup_${name} gauge`, `kontor_backup_${name} ${value}`] : [],
  )
}

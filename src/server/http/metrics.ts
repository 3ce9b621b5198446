/** Upper bounds of the buckets of the durations, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: string
  buckets: number[]
  sumSeconds: number
  count: number
}

/** Counts what was answered, and writes it down as Prometheus reads it. Labels come from the route table, never from a visitor. */
export interface Metrics {
  observe(request: { method: string; route: string; status: number; seconds: number }): void
  text(build: { version: string; id: string }): string
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const durations = new Map<string, Series>()
  return {
    observe: ({ method, route, status, seconds }) => {
      const labels = `method="${methods.has(method) ? method : 'other'}",route="${route}"`
      const request = `${labels},status="${status}"`
      requests.set(request, (requests.get(request) ?? 0) + 1)
      const series = durations.get(labels) ?? { labels, buckets: bounds.map(() => 0), sumSeconds: 0, count: 0 }
      durations.set(labels, series)
      series.sumSeconds += seconds
      series.count += 1
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
    },
    text: (build) =>
      [...requestLines(requests), ...durationLines(durations), ...processLines(), ...buildLines(build), ''].join('\n'),
  }
}

function requestLines(requests: Map<string, number>): string[] {
  const lines = ['# HELP kontor_http_requests_total Requests answered.', '# TYPE kontor_http_requests_total counter']
  for (const [labels, count] of requests) lines.push(`kontor_http_requests_total{${labels}} ${count}`)
  return lines
}

function durationLines(durations: Map<string, Series>): string[] {
  const name = 'kontor_http_request_duration_seconds'
  const lines = [`# HELP ${name} Time from a request to its answer.`, `# TYPE ${name} histogram`]
  for (const { labels, buckets, sumSeconds, count } of durations.values()) {
    let below = 0
    for (const [index, bound] of bounds.entries()) {
      below += buckets[index] ?? 0
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${below}`)
    }
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`)
    lines.push(`${name}_sum{${labels}} ${sumSeconds}`, `${name}_count{${labels}} ${count}`)
  }
  return lines
}

function processLines(): string[] {
  const { user, system } = process.cpuUsage()
  return [
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1_000_000}`,
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${performance.timeOrigin / 1000}`,
  ]
}

const buildLines = ({ version, id }: { version: string; id: string }): string[] => [
  '# TYPE kontor_build_info gauge',
  `kontor_build_info{version="${version}",build="${id}"} 1`,
]

/**
 * Generates load: GET requests over keep-alive connections, each of which sends its next request after a complete response.
 * `bun load.ts OPTIONS` takes `LoadOptions` as JSON and prints one line of JSON, a `LoadResult`.
 */
import { pinToCore } from './servers.ts'

export interface LoadOptions {
  url: string
  connections: number
  /** How long is measured, after one second of warm-up. */
  seconds: number
  cookie: string
  /** `Accept-Encoding`; not sent by default, so nothing is compressed. */
  acceptEncoding?: string
}

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds from the last byte sent to the last byte received. */
  p50Ms: number
  p99Ms: number
  /** Requests that were measured. */
  requests: number
  /** All requests, with those of the warm-up. */
  allRequests: number
  /** Responses with a status other than 200. */
  failed: number
  bytesPerResponse: number
}

const headTerminator = '\r\n\r\n'

/** Runs the load in a process of its own, on another core than the servers. Throws if a response has a status other than 200. */
export async function spawnLoad(options: LoadOptions): Promise<LoadResult> {
  const child = Bun.spawn([...pinToCore(1), process.execPath, import.meta.path, JSON.stringify(options)], {
    stdout: 'pipe',
  })
  const result = JSON.parse(await new Response(child.stdout).text()) as LoadResult
  if (result.failed > 0) throw new Error(`${options.url} failed ${result.failed} times.`)
  return result
}

/** Sends requests and measures the responses; the first second is a warm-up and not counted. */
async function load({ connections, seconds, cookie, acceptEncoding, ...options }: LoadOptions): Promise<LoadResult> {
  const url = new URL(options.url)
  const request = Buffer.from(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}` +
      (acceptEncoding ? `Accept-Encoding: ${acceptEncoding}\r\n` : '') +
      'Accept: text/html,application/json\r\nUser-Agent: kontor-bench\r\n\r\n',
  )
  const latencies: number[] = []
  let allRequests = 0
  let failed = 0
  let bytes = 0
  const measureFrom = performance.now() + 1000
  const measureUntil = measureFrom + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => runConnection()))
  latencies.sort((a, b) => a - b)
  const percentile = (fraction: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * fraction))] ?? 0
  return {
    requestsPerSecond: Math.round(latencies.length / seconds),
    p50Ms: round(percentile(0.5)),
    p99Ms: round(percentile(0.99)),
    requests: latencies.length,
    allRequests,
    failed,
    bytesPerResponse: Math.round(bytes / Math.max(1, latencies.length)),
  }

  async function runConnection(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let sentAt = 0
    let remainingBytes = -1
    let head = ''
    let responseBytes = 0
    const socket = await Bun.connect({
      hostname: url.hostname,
      port: Number(url.port),
      socket: {
        data(_, chunk) {
          responseBytes += chunk.length
          if (remainingBytes < 0) {
            head += chunk.toString('latin1')
            const headEnd = head.indexOf(headTerminator)
            if (headEnd < 0) return
            const length = /content-length: (\d+)/i.exec(head.slice(0, headEnd))
            if (!length) return reject(new Error(`A response without content-length:\n${head.slice(0, headEnd)}`))
            remainingBytes = Number(length[1]) - (head.length - headEnd - headTerminator.length)
          } else remainingBytes -= chunk.length
          if (remainingBytes === 0) handleResponse()
        },
        close: () => reject(new Error('The server closed a connection')),
        error: (_, error) => reject(error),
      },
    })
    send()
    return promise

    function send(): void {
      head = ''
      remainingBytes = -1
      responseBytes = 0
      sentAt = performance.now()
      socket.write(request)
    }

    function handleResponse(): void {
      const now = performance.now()
      allRequests += 1
      if (sentAt >= measureFrom && now <= measureUntil) {
        latencies.push(now - sentAt)
        bytes += responseBytes
        if (!head.startsWith('HTTP/1.1 200')) failed += 1
      }
      if (now < measureUntil) return send()
      resolve()
      socket.end()
    }
  }
}

const round = (value: number): number => Math.round(value * 100) / 100

if (import.meta.main) {
  console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? '') as LoadOptions)))
  process.exit(0)
}

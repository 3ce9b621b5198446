/**
 * Generates load: GET requests over keep-alive connections, each of which sends its next request after a complete response.
 * `bun load.ts URL CONNECTIONS SECONDS [COOKIE]` prints one JSON line of `LoadResult`.
 */
export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds from the last byte sent to the last byte received. */
  p50Ms: number
  p99Ms: number
  requests: number
  /** Responses with a status other than 200. */
  failed: number
  bytesPerResponse: number
}

const headTerminator = '\r\n\r\n'

/** Runs the load and measures it; the first second is a warm-up and not counted. */
export async function load(url: URL, connections: number, seconds: number, cookie: string): Promise<LoadResult> {
  const request = Buffer.from(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}` +
      'Accept: text/html,application/json\r\nUser-Agent: kontor-bench\r\n\r\n',
  )
  const latencies: number[] = []
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
  const [url = '', connections = '8', seconds = '5', cookie = ''] = process.argv.slice(2)
  console.log(JSON.stringify(await load(new URL(url), Number(connections), Number(seconds), cookie)))
  process.exit(0)
}

/**
 * A load of plain GET requests over keep-alive connections, each sending its next request when the answer is whole.
 * `bun load.ts URL CONNECTIONS SECONDS [COOKIE]` prints one JSON line of `LoadResult`.
 */
export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds from the last byte sent to the last byte received. */
  p50Ms: number
  p99Ms: number
  requests: number
  /** Answers other than 200. */
  failed: number
  bytesPerAnswer: number
}

const headEnd = '\r\n\r\n'

/** Runs the load and measures it; the first second warms up and is not counted. */
export async function load(url: URL, connections: number, seconds: number, cookie: string): Promise<LoadResult> {
  const request = Buffer.from(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}` +
      'Accept: text/html,application/json\r\nUser-Agent: kontor-bench\r\n\r\n',
  )
  const times: number[] = []
  let failed = 0
  let bytes = 0
  const begin = performance.now() + 1000
  const end = begin + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => one()))
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    requestsPerSecond: Math.round(times.length / seconds),
    p50Ms: round(at(0.5)),
    p99Ms: round(at(0.99)),
    requests: times.length,
    failed,
    bytesPerAnswer: Math.round(bytes / Math.max(1, times.length)),
  }

  async function one(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let sentAt = 0
    let missing = -1
    let head = ''
    let size = 0
    const socket = await Bun.connect({
      hostname: url.hostname,
      port: Number(url.port),
      socket: {
        data(_, chunk) {
          size += chunk.length
          if (missing < 0) {
            head += chunk.toString('latin1')
            const cut = head.indexOf(headEnd)
            if (cut < 0) return
            const length = /content-length: (\d+)/i.exec(head.slice(0, cut))
            if (!length) return reject(new Error(`An answer without content-length:\n${head.slice(0, cut)}`))
            missing = Number(length[1]) - (head.length - cut - headEnd.length)
          } else missing -= chunk.length
          if (missing === 0) answered()
        },
        close: () => reject(new Error('The server closed a connection')),
        error: (_, error) => reject(error),
      },
    })
    send()
    return promise

    function send(): void {
      head = ''
      missing = -1
      size = 0
      sentAt = performance.now()
      socket.write(request)
    }

    function answered(): void {
      const now = performance.now()
      if (sentAt >= begin && now <= end) {
        times.push(now - sentAt)
        bytes += size
        if (!head.startsWith('HTTP/1.1 200')) failed += 1
      }
      if (now < end) return send()
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

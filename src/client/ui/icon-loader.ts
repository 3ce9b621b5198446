import { iconFetchTimeoutMs } from '#shared/constants.ts'

interface Collection {
  icons: Record<string, { body: string } | undefined>
}

/** The browser APIs the loader uses; tests pass their own. */
interface Deps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Runs the callback after the current render, so that its icons share one request. */
  schedule: (run: () => void) => void
  timeoutMs: number
}

/** Fetches icons by name, batched into one request per collection; each name is fetched once. */
export function createIconLoader({ fetch, schedule, timeoutMs }: Deps) {
  const cache = new Map<string, Promise<string | undefined>>()
  const pending = new Map<string, Map<string, (body: string | undefined) => void>>()

  async function request(collection: string): Promise<void> {
    const batch = pending.get(collection) ?? new Map<string, (body: string | undefined) => void>()
    pending.delete(collection)
    let icons: Collection['icons'] = {}
    try {
      const url = `/api/_icon/${collection}.json?icons=${[...batch.keys()].join(',')}`
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
      if (response.status === 200) icons = ((await response.json()) as Collection).icons
    } catch {
      // Timeout or network error: the page renders without these icons, and a later render may retry.
      for (const name of batch.keys()) cache.delete(`${collection}:${name}`)
    }
    for (const [name, resolve] of batch) resolve(icons[name]?.body)
  }

  /** The SVG content of an icon, or `undefined` when the name is unknown or the request failed or timed out. Never rejects. */
  return function load(name: string): Promise<string | undefined> {
    const [, collection, icon] = /^([a-z0-9-]+):([a-z0-9-]+)$/.exec(name) ?? []
    if (!collection || !icon) return Promise.resolve(undefined)
    const cached = cache.get(name)
    if (cached) return cached
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    cache.set(name, promise)
    const batch = pending.get(collection)
    if (batch) batch.set(icon, resolve)
    else {
      pending.set(collection, new Map([[icon, resolve]]))
      schedule(() => void request(collection))
    }
    return promise
  }
}

/** Loads an icon such as `lucide:truck` through the page's shared loader. */
export const loadIcon = createIconLoader({
  fetch: (url, init) => globalThis.fetch(url, init),
  schedule: queueMicrotask,
  timeoutMs: iconFetchTimeoutMs,
})

import { iconFetchTimeoutMs } from '#shared/constants.ts'

interface Collection {
  icons: Record<string, { body: string } | undefined>
}

/** What the loader needs of the browser; tests give their own. */
interface Surroundings {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Runs once what is being drawn now has asked for its icons. */
  soon: (run: () => void) => void
  timeoutMs: number
}

/** Fetches icons by name, those asked for together in one request per collection; each name is asked for once. */
export function createIconLoader({ fetch, soon, timeoutMs }: Surroundings) {
  const known = new Map<string, Promise<string | undefined>>()
  const waiting = new Map<string, Map<string, (body: string | undefined) => void>>()

  async function request(collection: string): Promise<void> {
    const asked = waiting.get(collection) ?? new Map<string, (body: string | undefined) => void>()
    waiting.delete(collection)
    let icons: Collection['icons'] = {}
    try {
      const url = `/api/_icon/${collection}.json?icons=${[...asked.keys()].join(',')}`
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
      if (response.status === 200) icons = ((await response.json()) as Collection).icons
    } catch {
      // Late or unreachable: the page shows without these icons, and the next screen may ask again.
      for (const name of asked.keys()) known.delete(`${collection}:${name}`)
    }
    for (const [name, give] of asked) give(icons[name]?.body)
  }

  /** The body of an icon, or undefined when there is none of that name or it did not come in time. Never rejects. */
  return function load(name: string): Promise<string | undefined> {
    const [, collection, icon] = /^([a-z0-9-]+):([a-z0-9-]+)$/.exec(name) ?? []
    if (!collection || !icon) return Promise.resolve(undefined)
    const earlier = known.get(name)
    if (earlier) return earlier
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    known.set(name, promise)
    const batch = waiting.get(collection)
    if (batch) batch.set(icon, resolve)
    else {
      waiting.set(collection, new Map([[icon, resolve]]))
      soon(() => void request(collection))
    }
    return promise
  }
}

/** The loader of this page. */
export const loadIcon = createIconLoader({
  fetch: (url, init) => globalThis.fetch(url, init),
  soon: queueMicrotask,
  timeoutMs: iconFetchTimeoutMs,
})

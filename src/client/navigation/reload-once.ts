import { safeStorage } from '#client/browser/safe-storage.ts'
import { reloadGuardMs, storageKeys } from '#shared/constants.ts'

/** What the guard needs of the browser; tests give their own. */
interface Deps {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  load: (url: string) => void
}

/**
 * Loads an address anew unless that was done for the same one within the last 10 s; says whether it did. Where nothing can be
 * remembered it does not, as nothing would end the loop.
 */
export function reloadOnce(url: string, deps: Deps = createBrowserDeps()): boolean {
  const { storage, now, load } = deps
  try {
    const until = readRecentReloads(storage, now())
    if (until[url] !== undefined) return false
    storage.setItem(storageKeys.reload, JSON.stringify({ ...until, [url]: now() + reloadGuardMs }))
  } catch {
    return false
  }
  load(url)
  return true
}

/** When each address may be loaded anew, without those that may already. */
function readRecentReloads(storage: Deps['storage'], now: number): Record<string, number> {
  let stored: unknown
  try {
    stored = JSON.parse(storage.getItem(storageKeys.reload) ?? '{}')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  const entries = Object.entries((stored ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number(entry[1]) >= now))
}

const createBrowserDeps = (): Deps => ({
  storage: safeStorage('sessionStorage'),
  now: Date.now,
  load: (url) => {
    if (location.pathname + location.search === url) location.reload()
    else location.href = url
  },
})

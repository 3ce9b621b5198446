/** The numbers that staff and tests rely on, each named once. Milliseconds unless the name says otherwise. */

export const buildCheckIntervalMs = 3_600_000
/** A page is reloaded for the same reason at most once per path in this time. */
export const reloadGuardMs = 10_000
export const popup = { width: 960, height: 600 } as const
/** After this the page shows without the icon that its data named. */
export const iconFetchTimeoutMs = 1500

export const notification = {
  durationMs: 5000,
  swipeThresholdPx: 50,
  maximum: 5,
  removeDelayMs: 200,
  hotkey: 'F8',
} as const

export const tooltip = { openDelayMs: 700, skipDelayMs: 300 } as const
export const progressMaximum = 100

/** Rows of one page of a list. */
export const pageSize = 50
/** Up to here a count is exact; above it a list says "10,000+". */
export const countLimit = 10_000

/** Visitors for whom an error inside a page is logged, not shown. */
export const crawlerPattern = /bot\b|chrome-lighthouse|facebookexternalhit|google\b/i

/** What one upload may hold, from those who may send files. */
export const uploadLimitBytes = 128 * 1024 * 1024

export const storageKeys = {
  colorMode: 'kontor-color-mode',
  popup: 'kontor-popup',
  reload: 'kontor-reload',
} as const

export const password = { minimum: 12, maximum: 128 } as const
export const sessionLifetimeMs = 7 * 86_400_000
export const sessionIdleMs = 12 * 3_600_000
export const setupLinkLifetimeMs = 30 * 60_000

/** Constants that users, the client and tests rely on, each defined once. Times have their unit in the name; `popup` is in px, `password` in characters. */

export const buildCheckIntervalMs = 3_600_000
/** Within this time a path is reloaded at most once for the same reason. */
export const reloadGuardMs = 10_000
export const popup = { width: 960, height: 600 } as const
/** How long the page waits for an icon named by data; after that it stays blank. */
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

/** How long the author of a note can edit and delete it. */
export const noteEditableMs = 15 * 60_000
export const noteMaxLength = 5000
export const attachmentLimitBytes = 10 * 1024 * 1024
/** The largest request with a file, with room for the form around it. */
export const attachmentUploadBytes = attachmentLimitBytes + 64 * 1024
/** Files of one order. */
export const maxAttachments = 10
/** Characters of a tag, and tags of an order. */
export const tagMaxLength = 40
export const maxTags = 20
/** How long an order stays reserved for the person who got it as the next one to ship. */
export const claimMs = 600_000
/** How far the clocks of several servers may differ. A time further ahead than anything lasts is of a clock that was wrong. */
export const clockSkewMs = 60_000

/** Maximum number of custom roles: every page contains their names. */
export const maxOwnRoles = 50

/** Characters of a record of an imported CSV file. */
export const csvRecordMaxLength = 65_536

/** Rows per page of a list. */
export const pageSize = 50
/** Counts are exact up to this limit; above it a list shows "10,000+". */
export const countLimit = 10_000

/** User agents of crawlers: an error inside a page is logged for them, not shown. */
export const crawlerPattern = /bot\b|chrome-lighthouse|facebookexternalhit|google\b/i

/** Maximum size of an upload, for endpoints that accept files. */
export const uploadLimitBytes = 128 * 1024 * 1024
/** The largest file with parcels to ship. */
export const shipmentFileLimitBytes = 8 * 1024 * 1024

/**
 * Where a request says for which user its page was loaded, by the id of the user: a header of calls, a field of forms posted without
 * script. In another tab of the browser, another user may have logged in since.
 */
export const pageUser = { header: 'Kontor-User', field: '_user' } as const

/** Where a request has its idempotency key: a header of calls, a field of forms posted without script. */
export const idempotencyKey = { header: 'Idempotency-Key', field: '_idempotencyKey' } as const

/** The field in which a form posted without script sends the requested proof of identity. */
export const confirmationFields = { password: '_password', code: '_code' } as const

export const storageKeys = {
  colorMode: 'kontor-color-mode',
  popup: 'kontor-popup',
  reload: 'kontor-reload',
  singleKeys: 'kontor-single-keys',
} as const

export const password = { minimum: 12, maximum: 128 } as const
/** How long a user can take to use a passkey. */
export const passkeyChallengeLifetimeMs = 5 * 60_000
/** How long the second factor can follow a correct password. */
export const pendingLoginLifetimeMs = 5 * 60_000
/** How long users can use a role that requires a second factor without setting one up. */
export const secondFactorGraceMs = 7 * 86_400_000
/** How long a confirmed identity is valid for actions that require it. */
export const reentryIntervalMs = 15 * 60_000
export const sessionLifetimeMs = 7 * 86_400_000
/** How long a view as someone else lasts. */
export const viewLifetimeMs = 30 * 60_000
export const sessionIdleMs = 12 * 3_600_000
/** How long a browser is known after a login: browsers keep no cookie longer than 400 days. */
export const knownDeviceLifetimeMs = 365 * 86_400_000
/** How long a one-time link is valid. */
export const linkLifetimeMs = { setup: 30 * 60_000, reset: 30 * 60_000, invitation: 7 * 86_400_000 } as const

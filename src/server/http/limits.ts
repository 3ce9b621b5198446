import { uploadLimitBytes } from '#shared/constants.ts'

/** What one request may take; `uploadLimitBytes` is the limit of a body with files. */

/** A connection that is silent for so long is closed; every answer comes before. */
export const idleTimeoutSeconds = 30
/** After this a request is answered 503, whatever still runs for it. */
export const requestTimeoutMs = 25_000
/** The same for endpoints and pages whose `timeLimit` is `long`. */
export const longRequestTimeoutMs = 600_000
/** How long its connection may be silent once the answer has begun. */
export const longIdleTimeoutSeconds = 255
/** Bytes of a body of JSON or of a form without files. */
export const bodyLimitBytes = 1024 * 1024
/** Bytes after which Bun ends a body by itself and answers without a word: so far above our own limits that they come first. */
export const serverBodyLimitBytes = 8 * uploadLimitBytes

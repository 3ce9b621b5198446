import { uploadLimitBytes } from '#shared/constants.ts'
import type { EndpointName } from '#shared/routes/endpoints.ts'
import type { PageName } from '#shared/routes/pages.ts'

/** What one request may take; `uploadLimitBytes` is the limit of a body with files. */

/** A connection that is silent for so long is closed; every answer comes before. */
export const idleTimeoutSeconds = 30
/** After this a request is answered 503, whatever still runs for it. */
export const requestTimeoutMs = 25_000
/** The same for what has to read a long file, or all of the books, before it can answer. */
export const longRequestTimeoutMs = 600_000
/** How long its connection may be silent once the answer has begun. */
export const longIdleTimeoutSeconds = 255
/** Endpoints and pages that read all of the books. */
export const longEndpoints: readonly EndpointName[] = ['verifyBooks']
export const longPages: readonly PageName[] = ['test']
/** Bytes of a body of JSON or of a form without files. */
export const bodyLimitBytes = 1024 * 1024
/** Bytes after which Bun ends a body by itself and answers without a word: so far above our own limits that they come first. */
export const serverBodyLimitBytes = 8 * uploadLimitBytes

import { uploadLimitBytes } from '#shared/constants.ts'

/** Limits of a request; `uploadLimitBytes` in shared/constants.ts is the limit of a body with files. */

/** Bun closes connections that are idle for this long; longer than the request timeout, so that every request is answered first. */
export const idleTimeoutSeconds = 30
/** After this a request is answered with 503, even if its work is still running, or with 408 if its body has not arrived. */
export const requestTimeoutMs = 25_000
/** The request timeout of endpoints and pages whose `timeLimit` is `long`. */
export const longRequestTimeoutMs = 600_000
/** The idle timeout of their connections once the response has started. */
export const longIdleTimeoutSeconds = 255
/** Maximum size of a JSON body, or of a form to an endpoint that takes no files. */
export const bodyLimitBytes = 1024 * 1024
/** The same for endpoints with a large body. */
export const largeBodyLimitBytes = 2 * 1024 * 1024
/** The same for visitors who are not logged in. */
export const guestBodyLimitBytes = 64 * 1024
/** Bun's own body limit, which answers without a problem; far above our limits, so that these apply first. */
export const serverBodyLimitBytes = 8 * uploadLimitBytes

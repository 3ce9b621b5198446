/** What one request may take. */

/** A connection that is silent for so long is closed; every answer comes before. */
export const idleTimeoutSeconds = 30
/** After this a request is answered 503, whatever still runs for it. */
export const deadlineMs = 25_000
/** An upload has no deadline of its own but this. */
export const uploadTimeoutSeconds = 600
/** Bytes of a body of JSON or of a form without files. */
export const bodyLimit = 1024 * 1024
/** Bytes of a body with files, from those who may send files. */
export const uploadLimit = 128 * 1024 * 1024
/** Bytes after which Bun ends a body by itself and answers without a word: so far above our own limits that they come first. */
export const wireLimit = 8 * uploadLimit

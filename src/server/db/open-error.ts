/** The database cannot be opened; the message is the one sentence for the operator, without secrets. */
export class OpenError extends Error {}

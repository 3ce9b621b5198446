/** The database cannot be opened. The message is for the operator and contains no secrets. */
export class OpenError extends Error {}

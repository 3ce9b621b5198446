/** The body of an action on an order, with a reason for the actions that take one. */
export const withReason = (path: string, json: object): object =>
  /(?:refunds|return|rejection|cancellation|disputes|write-offs)$/.test(path) ? { reason: 'Asked for', ...json } : json

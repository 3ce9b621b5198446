import type { CredentialsTable } from '#server/db/schema/staff.ts'

/** A stored credential with its details. */
export type Credential = Omit<CredentialsTable, 'details'> & { details: CredentialDetails }

/** What only some kinds keep, stored as JSON. */
export interface CredentialDetails {
  /** The time step of the last code of an authenticator app, or the signature counter of a passkey. */
  counter?: number
  /** How the browser reaches a passkey: `internal`, `usb`… */
  transports?: string[]
}

/** The row with its details read; those that cannot be read are none, which the self-check reports. */
export function parseDetails(row: CredentialsTable): Credential {
  try {
    return { ...row, details: JSON.parse(row.details) as CredentialDetails }
  } catch {
    return { ...row, details: {} }
  }
}

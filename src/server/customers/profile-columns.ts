import type { CustomerProfilesTable } from '#server/db/schema/customers.ts'
import { type CustomerProfile, profileFields } from '#shared/customers/profile.ts'

export type ProfileRecord = Omit<CustomerProfilesTable, 'version'> & { version: number }

/** The profile as the program works with it. */
export const toProfile = ({ accepts_marketing: acceptsMarketing, ...row }: ProfileRecord): CustomerProfile => {
  const values = { ...row, acceptsMarketing }
  return Object.fromEntries(profileFields.map((field) => [field, values[field]])) as CustomerProfile
}

export const toProfileColumns = ({ acceptsMarketing, ...texts }: CustomerProfile) => ({
  ...texts,
  accepts_marketing: acceptsMarketing,
})

/** The fields of a customer's profile, all of them texts. */
export const profileFields = [
  'name',
  'email',
  'phone',
  'company',
  'line1',
  'line2',
  'city',
  'province',
  'postcode',
  'country',
  'note',
  'acceptsMarketing',
] as const
export type ProfileField = (typeof profileFields)[number]

/** Empty if it is not known. */
export const marketingConsents = ['', 'yes', 'no'] as const
export type MarketingConsent = (typeof marketingConsents)[number]

/** What is known of a customer without their orders; an empty text is not known. */
export type CustomerProfile = Record<Exclude<ProfileField, 'acceptsMarketing'>, string> & {
  acceptsMarketing: MarketingConsent
}

/** The most characters of each field. */
export const profileLimits: Readonly<Record<Exclude<ProfileField, 'acceptsMarketing'>, number>> = {
  name: 200,
  email: 200,
  phone: 200,
  company: 200,
  line1: 200,
  line2: 200,
  city: 200,
  province: 200,
  postcode: 200,
  country: 200,
  note: 5000,
}

export const emptyProfile: CustomerProfile = {
  name: '',
  email: '',
  phone: '',
  company: '',
  line1: '',
  line2: '',
  city: '',
  province: '',
  postcode: '',
  country: '',
  note: '',
  acceptsMarketing: '',
}

/** A profile by which people recognize the customer. */
export const isNamed = ({ name, email, phone }: Pick<CustomerProfile, 'name' | 'email' | 'phone'>): boolean =>
  [name, email, phone].some((text) => text !== '')

/** A profile whose gaps are filled from another one. An address counts as a whole. */
export function fillGaps(profile: CustomerProfile, other: CustomerProfile): CustomerProfile {
  const filled = { ...profile }
  const hasAddress = addressFields.some((field) => profile[field] !== '')
  for (const field of profileFields)
    if (profile[field] === '' && !(hasAddress && (addressFields as readonly string[]).includes(field)))
      Object.assign(filled, { [field]: other[field] })
  return filled
}

const addressFields = ['line1', 'line2', 'city', 'province', 'postcode', 'country'] as const

/** The fields that differ, with the name that events give them. */
export const listProfileChanges = (before: CustomerProfile, after: CustomerProfile) =>
  profileFields.flatMap((field) =>
    before[field] === after[field]
      ? []
      : [{ field: `profile.${field}`, from: before[field] || null, to: after[field] || null }],
  )

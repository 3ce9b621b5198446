import { marketingConsents, profileLimits } from '#shared/customers/profile.ts'
import { customersList } from '#shared/customers/list.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import { optionalApproval } from '#shared/finance/entry-requests.ts'
import { accountCode } from '#shared/finance/manual-entry-input.ts'
import { customerMapping } from '#shared/customers/import-mapping.ts'
import {
  optionalInput,
  plainLine,
  plainText,
  toVisibleText,
  visibleText,
  singleLine,
  wholeNumber,
} from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** Path parameters of endpoints about one customer. */
export const customerParams = z.object({ customer: z.string().check(z.maxLength(40, 'too-long')) })

/** The query of `GET /api/customers`. */
export const listCustomersQuery = listQuery(listShape(customersList), customersList)
export type ListCustomersQuery = z.infer<typeof listCustomersQuery>

/** The filters of the list as the body of an export. */
export const exportCustomersInput = listQuery(listShape({ ...customersList, paged: false }), customersList)
export type ExportCustomersInput = z.infer<typeof exportCustomersInput>

/** The number, an email address or a phone number of the customer whose orders also become those of this one. */
export const mergeCustomersInput = z.object({ other: singleLine(200) })

/** What a user does with the store credit of a customer. */
const creditChanges = ['pay_out', 'give', 'take'] as const

/** The account decides the currency: a money account that pays it out, or what the amount is booked against. The reason is kept with the entry. */
export const creditEntryInput = z.object({
  change: z.enum(creditChanges),
  account: accountCode,
  amount: singleLine(30),
  reason: singleLine(200),
  approval: optionalApproval,
})

/** The number or the name of the customer, typed by hand. */
export const eraseCustomerInput = z.object({ confirmation: singleLine(200) })

/** A text in one line that may be cleared: missing means unchanged, empty means empty. */
const clearableLine = (maximum: number) =>
  z.optional(
    z.string().check(visibleText(), z.maxLength(maximum, 'too-long'), z.regex(plainLine, 'control-characters')),
  )

/** A new customer, who has a name, an email address or a phone number. */
export const createCustomerInput = z.object({
  name: clearableLine(profileLimits.name),
  email: z.optional(
    z.string().check(
      visibleText(),
      z.maxLength(profileLimits.email, 'too-long'),
      z.regex(plainLine, 'control-characters'),
      z.refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), 'email'),
    ),
  ),
  phone: clearableLine(profileLimits.phone),
  company: clearableLine(profileLimits.company),
  line1: clearableLine(profileLimits.line1),
  line2: clearableLine(profileLimits.line2),
  city: clearableLine(profileLimits.city),
  province: clearableLine(profileLimits.province),
  postcode: clearableLine(profileLimits.postcode),
  country: clearableLine(profileLimits.country),
  note: z.optional(
    z.string().check(
      z.overwrite((text) => toVisibleText(text.replaceAll(/\r\n?/g, '\n'))),
      z.maxLength(profileLimits.note, 'too-long'),
      z.regex(plainText, 'control-characters-in-text'),
    ),
  ),
  /** Empty if it is not known. */
  acceptsMarketing: z.optional(z.enum(marketingConsents)),
})

/** Changes the profile of a customer: fields that are missing stay as they are. `version` is the one that the user saw, 0 for a customer without a profile. */
export const editCustomerInput = z.object({
  version: wholeNumber(0),
  ...createCustomerInput.shape,
})
export type ProfileInput = z.infer<typeof createCustomerInput>

/** A file with customers. */
export const importCustomersInput = z.object({
  /** A form without a chosen file sends an empty file without a name. */
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
  /** The mapping of the columns of a table that no format recognizes. */
  mapping: z.optional(customerMapping),
  /** Encoding of a file without a byte order mark: a label such as `gb18030`. */
  encoding: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})

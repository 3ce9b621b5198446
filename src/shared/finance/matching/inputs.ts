import { day, dryRunQuery, optionalInput, optionalLine, singleLine, valueList } from '#shared/inputs.ts'
import { optionalApproval } from '#shared/finance/entry-requests.ts'
import * as z from 'zod/mini'

/** `STATEMENT:LINE`. */
export const lineIdSchema = z.string().check(z.regex(/^[\w-]{1,60}:\d{1,9}$/, 'line'))
/** `ENTRY.POSITION`. */
export const postingIdSchema = z.string().check(z.regex(/^\d{1,15}\.\d{1,4}$/, 'posting'))

/** A line and what it is matched with: a proposal that its user saw, or other lines and postings that they chose. */
const matchFields = {
  line: lineIdSchema,
  /** Other lines of its account that are matched together with it. */
  lines: valueList(lineIdSchema),
  /** The fingerprint of the proposal. */
  proposal: optionalLine(80),
  postings: valueList(postingIdSchema),
}
export const matchLineInput = z.object(matchFields)

/** What a difference between the line and the postings is booked as: one of `differenceNames`, or the code of an account. */
export const differenceSchema = optionalLine(60)
export const postMatchInput = z.object({ ...matchFields, difference: differenceSchema, approval: optionalApproval })
export const ignoreLineInput = z.object({ line: lineIdSchema, reason: singleLine(200) })
/** Path parameters of endpoints about one line of a statement. */
export const lineParams = z.object({ line: lineIdSchema })
/** An empty id leaves the line without an owner. */
export const assignLineInput = z.object({ ownerId: z.string().check(z.maxLength(40, 'too-long')) })
/** `until` is the day on which the line is looked at again. */
export const deferLineInput = z.object({ until: day, reason: singleLine(200) })
/** Without a day the line is due on none. */
export const lineDueDateInput = z.object({ due: optionalInput(day) })
/** The number of a refund that its provider is still paying. */
export const checkRefundStatusInput = z.object({ refund: z.string().check(z.maxLength(40, 'too-long')) })
export const commentLineInput = z.object({ text: singleLine(500) })
export const matchParams = z.object({
  match: z.string().check(z.minLength(1, 'required'), z.maxLength(60, 'too-long')),
})
export const undoMatchInput = z.object({ reason: optionalLine(200) })
export const undoPostedMatchInput = z.object({ reason: optionalLine(200), approval: optionalApproval })
export const runMatchingInput = z.object({
  /** The code of the account. */
  account: z.string().check(z.minLength(1, 'required'), z.maxLength(60, 'too-long')),
})
export const runMatchingQuery = dryRunQuery

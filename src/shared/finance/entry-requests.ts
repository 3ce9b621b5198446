import { posting } from '#shared/finance/views.ts'
import { attachment } from '#shared/orders/annotation-views.ts'
import { optionalInput, singleLine } from '#shared/inputs.ts'
import { allowedActions, type StateMachine } from '#shared/state-machine.ts'
import * as z from 'zod/mini'

export const entryRequestStatuses = ['requested', 'posted', 'declined', 'withdrawn'] as const
export type EntryRequestStatus = (typeof entryRequestStatuses)[number]

/** What users do with a request: others approve or decline it, the requester withdraws it. */
export const entryRequestActions = ['approve', 'decline', 'withdraw'] as const
export type EntryRequestAction = (typeof entryRequestActions)[number]

export const entryRequestLifecycle: StateMachine<EntryRequestStatus, EntryRequestAction> = {
  requested: { approve: 'posted', decline: 'declined', withdraw: 'withdrawn' },
  posted: {},
  declined: {},
  withdrawn: {},
}

/** What a user can do with a request in this status: others decide it while it has not expired, the requester withdraws it. */
export const allowedRequestActions = (
  status: EntryRequestStatus,
  user: { isOwn: boolean; isExpired: boolean; canApprove: boolean; canPost: boolean },
): EntryRequestAction[] =>
  allowedActions(entryRequestLifecycle, status).filter((action) => {
    if (action === 'withdraw') return user.isOwn && user.canPost
    return user.canApprove && !user.isOwn && (action === 'decline' || !user.isExpired)
  })

/** How long a request can be approved, ms. */
export const entryRequestLifetimeMs = 14 * 86_400_000

const requestId = z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'too-long'))
export const entryRequestParams = z.object({ request: requestId })
export const declineEntryRequestInput = z.object({ reason: singleLine(200) })
export const optionalEntryRequest = optionalInput(requestId)
/** `1` asks someone else to approve it first. */
export const optionalApproval = optionalInput(z.enum(['1']))

/** A line of a request; the account may not exist yet. Debit positive, credit negative. */
export const requestLine = z.pick(posting, {
  accountCode: true,
  role: true,
  provider: true,
  name: true,
  nameZh: true,
  currency: true,
  amountMinor: true,
})

/** A request to post an entry, pending or decided. */
export const entryRequestView = z.object({
  request: z.string(),
  /** `expired`: not decided in time. */
  status: z.enum([...entryRequestStatuses, 'expired']),
  memo: z.string(),
  /** The accounting day; null for the day of the approval. */
  day: z.nullable(z.string()),
  lines: z.array(requestLine),
  /** The debits, by currency. */
  amounts: z.array(z.object({ currency: z.string(), amountMinor: z.int() })),
  /** The manual entry that it replaces, and the one that it reverses. */
  corrects: z.nullable(z.int()),
  reverses: z.nullable(z.int()),
  requestedBy: z.string(),
  requestedAt: z.int(),
  expiresAt: z.int(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.int()),
  /** Why it was declined, else empty. */
  reason: z.string(),
  /** The customer whose store credit it moves. */
  customer: z.nullable(z.string()),
  /** The line of a statement that is matched with the entry, or whose match is undone. */
  line: z.nullable(z.object({ id: z.string(), account: z.string(), isUndo: z.boolean() })),
  /** The number of the entry that was posted. */
  entry: z.nullable(z.int()),
  /** Actions available to the user. */
  actions: z.array(z.enum(entryRequestActions)),
  /** Whether it is the user's own, which someone else has to approve. */
  isOwn: z.boolean(),
})
export type EntryRequestView = z.infer<typeof entryRequestView>

export const entryRequestList = z.object({ requests: z.array(entryRequestView) })

/** A file of an entry. */
const entryAttachment = z.omit(attachment, { paymentNumber: true })
export type EntryAttachment = z.infer<typeof entryAttachment>
export const entryAttachmentList = z.object({ attachments: z.array(entryAttachment) })
export const attachToEntryInput = z.object({ file: z.file() })
export const entryAttachmentParams = z.object({ attachmentId: requestId })

/** The number of requests that are listed at most: those that wait for approval, the oldest first. */
export const maxListedRequests = 50

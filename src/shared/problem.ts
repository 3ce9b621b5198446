import type { fieldProblem, problem } from '#shared/problem-schema.ts'
import type * as z from 'zod/mini'

/** Errors as RFC 9457 problem details. Clients may rely on these names, so none is renamed or removed. */

const statusByName = {
  'invalid-input': 422,
  'malformed-body': 400,
  'unsupported-media-type': 415,
  'too-large': 413,
  'request-timeout': 408,
  'unknown-host': 421,
  'cross-site': 403,
  'method-not-allowed': 405,
  'not-found': 404,
  'not-logged-in': 401,
  'invalid-token': 401,
  'token-not-accepted': 403,
  'permission-denied': 403,
  'second-factor-setup-required': 403,
  'user-changed': 409,
  'viewing-as': 403,
  'invalid-credentials': 401,
  'second-factor-required': 401,
  'invalid-code': 401,
  'login-expired': 401,
  'passkey-invalid': 401,
  'passkeys-unavailable': 409,
  'last-login-method': 409,
  'provider-unavailable': 503,
  'provider-not-configured': 409,
  'provider-login-canceled': 401,
  'provider-login-failed': 401,
  'provider-answer-invalid': 401,
  'identity-not-linked': 403,
  'identity-in-use': 409,
  'confirm-identity': 403,
  'account-pending': 403,
  'account-suspended': 403,
  'too-many-attempts': 429,
  'too-many-requests': 429,
  'registration-closed': 403,
  'setup-link-invalid': 403,
  'invitation-invalid': 403,
  'reset-link-invalid': 403,
  'mail-not-configured': 409,
  'above-your-rank': 403,
  'own-account': 409,
  'last-owner': 409,
  'built-in-role': 409,
  'role-in-use': 409,
  'illegal-transition': 409,
  'changed-meanwhile': 409,
  'idempotency-key-reused': 422,
  'request-in-progress': 409,
  'already-done': 409,
  'already-refused': 409,
  'note-locked': 409,
  'order-differs': 409,
  'customer-unfinished': 409,
  'customer-has-credit': 409,
  'customer-erased': 409,
  'store-credit-too-low': 409,
  'store-credit-unavailable': 409,
  'refund-of-store-credit': 409,
  'account-archived': 409,
  'account-in-use': 409,
  'statement-not-last': 409,
  'statement-matched': 409,
  'match-differs': 409,
  'match-posts': 409,
  'payout-completed': 409,
  'statement-import-running': 409,
  'period-not-over': 409,
  'period-out-of-order': 409,
  'period-already-closed': 409,
  'period-not-closed': 409,
  'period-not-ready': 409,
  'own-reopening': 409,
  'books-not-sound': 409,
  'entry-already-reversed': 409,
  'entry-is-reversal': 409,
  'entry-of-order': 409,
  'entry-of-closing': 409,
  'key-already-used': 409,
  'month-posted': 409,
  'own-request': 409,
  'request-decided': 409,
  'request-expired': 409,
  'line-awaits-approval': 409,
  'ledger-full': 409,
  'nothing-to-ship': 409,
  'own-refund': 409,
  'above-limit': 403,
  'signature-invalid': 401,
  'not-requester': 409,
  'refund-decided': 409,
  'payment-settled': 409,
  'settlement-used': 409,
  'document-matched': 409,
  'refund-with-provider': 409,
  'refund-too-high': 409,
  'dispute-offset': 409,
  'dispute-refunded': 409,
  'refund-credited': 409,
  'import-not-undoable': 409,
  'import-being-undone': 409,
  'not-an-order-export': 422,
  'not-a-customer-list': 422,
  'not-a-staff-list': 422,
  'not-a-statement': 422,
  'unavailable': 503,
  'storage-full': 507,
  'internal': 500,
} as const

export type ProblemName = keyof typeof statusByName

export const problemNames = Object.keys(statusByName) as ProblemName[]

export type FieldProblem = z.infer<typeof fieldProblem>
export type Problem = z.infer<typeof problem>

/** Values for the placeholders of a problem's message. */
export type ProblemParameters = Record<string, string | number>

/** An invalid field before translation: `reason` is a key of `messages.fields` or, of those that only actions give, of `answers.fieldAnswers`. */
export interface FieldError {
  in?: FieldProblem['in']
  pointer: string
  reason: string
  parameters?: ProblemParameters
}

/** The HTTP status of a problem. */
export const statusOf = (name: ProblemName): number => statusByName[name]

/** An expected error of an action. The action changes nothing; the response is a problem in the user's language. */
export class ProblemError extends Error {
  readonly problem: ProblemName
  readonly parameters: ProblemParameters
  readonly fields: FieldError[]
  readonly extension: Pick<Problem, 'conflicts' | 'conflictVersion' | 'differences' | 'login' | 'factors' | 'table'>

  /**
   * `parameters` fill the placeholders of `messages.problems[problem]`; `fields` are the invalid fields of the input; `extension` is added to the
   * response.
   */
  constructor(
    problem: ProblemName,
    parameters: ProblemParameters = {},
    fields: FieldError[] = [],
    extension: ProblemError['extension'] = {},
  ) {
    super(problem)
    this.problem = problem
    this.parameters = parameters
    this.fields = fields
    this.extension = extension
  }
}

/** An answer names no more fields: a body of 60,000 wrong values would get one of some megabytes. */
export const maxFieldErrors = 1000

/** An `invalid-input` error with its fields, of many the first 1,000. */
export const invalidInput = (...fields: FieldError[]): ProblemError =>
  new ProblemError('invalid-input', {}, fields.slice(0, maxFieldErrors))

/** A message: fixed text, or a function that fills in the parameters of a problem. */
export type MessageTemplate = string | ((parameters: ProblemParameters) => string)

/** The message with its placeholders filled. */
export const formatMessage = (template: MessageTemplate, parameters: ProblemParameters = {}): string =>
  typeof template === 'string' ? template : template(parameters)

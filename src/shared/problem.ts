/** Refusals as RFC 9457 problems. The catalogue is closed: a client may rely on every name in it. */

const statusByName = {
  'invalid-input': 422,
  'malformed-body': 400,
  'unsupported-media-type': 415,
  'too-large': 413,
  'unknown-host': 421,
  'cross-site': 403,
  'method-not-allowed': 405,
  'not-found': 404,
  'not-logged-in': 401,
  'permission-denied': 403,
  'invalid-credentials': 401,
  'account-pending': 403,
  'account-suspended': 403,
  'too-many-attempts': 429,
  'registration-closed': 403,
  'setup-link-invalid': 403,
  'above-your-rank': 403,
  'own-account': 409,
  'last-owner': 409,
  'illegal-transition': 409,
  'changed-meanwhile': 409,
  'not-an-order-export': 422,
  'unavailable': 503,
  'storage-full': 507,
  'internal': 500,
} as const

export type ProblemName = keyof typeof statusByName

/** One field that is wrong: `pointer` is a JSON pointer (`/email`) into the body, or into the path or the query when `in` says so. */
export interface FieldProblem {
  in?: 'path' | 'query'
  pointer: string
  detail: string
}

/** What a client receives as `application/problem+json`. */
export interface Problem {
  type: `/problems/${ProblemName}`
  title: string
  status: number
  detail: string
  errors?: FieldProblem[]
  requestId?: string
}

/** A word that fills a gap in the sentence of a problem. */
export type ProblemParameters = Record<string, string | number>

/** A field that is wrong, before it has a language: `reason` is a key of `messages.fields`. */
export interface FieldError {
  in?: FieldProblem['in']
  pointer: string
  reason: string
  parameters?: ProblemParameters
}

/** The HTTP status of a problem. */
export const statusOf = (name: ProblemName): number => statusByName[name]

/** Thrown by any verb that says no: it changes nothing and becomes a problem in the reader's language. */
export class ProblemError extends Error {
  readonly problem: ProblemName
  readonly parameters: ProblemParameters
  readonly fields: FieldError[]

  /** `parameters` fill the sentence `messages.problems[problem]`; `fields` name what is wrong in the input. */
  constructor(problem: ProblemName, parameters: ProblemParameters = {}, fields: FieldError[] = []) {
    super(problem)
    this.problem = problem
    this.parameters = parameters
    this.fields = fields
  }
}

/** A refusal of the input for its fields alone. */
export const invalidInput = (...fields: FieldError[]): ProblemError => new ProblemError('invalid-input', {}, fields)

/** A sentence of the messages: as it stands, or with gaps that the parameters of a problem fill. */
export type MessageTemplate = string | ((parameters: ProblemParameters) => string)

/** The sentence with its gaps filled. */
export const formatMessage = (template: MessageTemplate, parameters: ProblemParameters = {}): string =>
  typeof template === 'string' ? template : template(parameters)

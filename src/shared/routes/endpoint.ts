import type { Permission } from '#shared/permissions.ts'
import type { ProblemName } from '#shared/problem.ts'
import type { PageName } from '#shared/routes/pages.ts'
import { isTokenPermission } from '#shared/tokens/token-permissions.ts'
import * as z from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who can call an endpoint: anyone, senders with a valid signature (webhooks), every logged-in user, or users with the permission. */
export type Access = 'anyone' | 'signature' | 'logged-in' | Permission

/** Whether an endpoint needs a session. */
export const needsSession = (access: Access): access is 'logged-in' | Permission =>
  access !== 'anyone' && access !== 'signature'

/** Whether requests with an API token may call an endpoint: it must need a permission that tokens can have, and neither an open page nor a user who confirms their identity. */
export const acceptsTokens = ({ access, reentry, isBackground }: Endpoint): boolean =>
  needsSession(access) && access !== 'logged-in' && isTokenPermission(access) && reentry !== true && !isBackground

/** Whether a call without an answer can be repeated without looking first what it has done: it reads, or only asks who the user is. */
export const isSafeToRepeat = ({ method, safeToRepeat }: Endpoint): boolean => method === 'GET' || safeToRepeat

/** Whether a call with this input requires that the user has recently confirmed their identity. */
export const needsProof = ({ reentry }: Endpoint, input: Readonly<Record<string, unknown>>): boolean =>
  typeof reentry === 'string' ? Boolean(input[reentry]) : reentry

/**
 * What happens after a form posted without script has succeeded: reload its page, open the order, the job or the ledger entry that is the answer, show the answer on its page (as
 * `form.result`), open the page requested before the login, or open the login page.
 */
export type AfterForm = 'reload' | 'open-order' | 'open-job' | 'open-entry' | 'show-answer' | 'return-to' | 'login'

/** One API call: everything that the server, the browser, the API description and the tests know about it. */
export interface Endpoint<
  EndpointAccess extends Access = Access,
  Params extends z.ZodMiniObject = z.ZodMiniObject,
  Query extends z.ZodMiniObject = z.ZodMiniObject,
  Body extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  method: Method
  /** Starts with `/api/`; `:name` is a parameter of `params`. */
  path: `/api/${string}`
  access: EndpointAccess
  /**
   * The three inputs. A value is only ever read from its own place, so a body field never comes from the query. No name appears in two of
   * them: actions, `call` and forms use one flat object.
   */
  params: Params
  query: Query
  /** Only POST and PUT have one. */
  body: Body
  output: Output
  /** The type of the answer: JSON with the shape of `output`, lines of JSON, a document or a source file as text, or the bytes of a file. */
  answerType:
    'application/json' | 'application/x-ndjson' | 'text/html' | 'text/plain' | 'text/csv' | 'application/octet-stream'
  /** The status of success. */
  status: 200 | 201
  /** Further statuses of success: 200 if the resource to create existed already, 204 if there is no content. */
  otherStatuses: readonly (200 | 204)[]
  /** The problems that the action itself may answer with, beyond what follows from method, access and input (see `problemsOf`). */
  problems: readonly ProblemName[]
  /**
   * Whether requests may have an idempotency key: then a repeated request gets the same response, or rejection, without a second effect. `repeatable` if the
   * action itself recognizes repeated requests: then it may run again after an interruption. Needs a logged-in user.
   */
  idempotent: boolean | 'repeatable'
  /**
   * Whether the user must have confirmed their identity within the last 15 minutes: for actions that pay money out, change permissions or
   * credentials, or export personal data; or the name of a body field that makes the call such an action. Otherwise the response is the problem
   * `confirm-identity`; the endpoint `confirmIdentity` confirms it.
   */
  reentry: boolean | string
  /** Whether it works while its user views as someone else, because it ends that. */
  worksInView: boolean
  /** `long` for endpoints that read a long file or all of the books. */
  timeLimit: 'standard' | 'long'
  /** `large` for a JSON body with hundreds of records. */
  bodySize: 'standard' | 'large'
  /** The list in a JSON body whose items the action checks one by one, also for texts that cannot be stored, so that one of them does not stop the others. */
  records: string | null
  /** Called by open pages without their user doing anything: the session does not count as used, and ends when it is idle. */
  isBackground: boolean
  /** Maximum size of a body with files; 0 if the endpoint accepts no files. */
  uploadLimitBytes: number
  afterForm: AfterForm
  /** Whether nothing is lost or done twice when a user who got no answer sends the same again, although it is no GET. */
  safeToRepeat: boolean
  /** The page whose forms use this endpoint when they have no `_endpoint` field. */
  formPage: PageName | null
}

/** Endpoints that change orders, and are therefore rejected while the import of an order is being undone. */
const changingOrders =
  /^\/api\/(orders\/:number|prints|customers\/:customer\/erasure|imports\/orders$|finance\/(posted-matches|matches\/:match\/undo))/

/** Every problem that an endpoint may answer with: its own, and those that follow from its method, its access and its input. */
export function problemsOf(called: Endpoint): ProblemName[] {
  const { method, access, params, query, body, problems, idempotent, reentry } = called
  const has = ({ shape }: z.ZodMiniObject): boolean => Object.keys(shape).length > 0
  const names = new Set<ProblemName>(problems)
  const add = (condition: boolean, ...more: ProblemName[]): void => {
    if (condition) for (const name of more) names.add(name)
  }
  const takesBody = method === 'POST' || method === 'PUT'
  const changes = method !== 'GET'
  add(needsSession(access), 'not-logged-in')
  add(needsSession(access) || changes, 'user-changed')
  add(needsSession(access) && access !== 'logged-in', 'permission-denied', 'second-factor-setup-required')
  add((changes || needsSession(access)) && !called.worksInView, 'viewing-as')
  add(reentry !== false, 'confirm-identity', 'token-not-accepted')
  add(access === 'signature', 'signature-invalid')
  add(has(params), 'not-found')
  add(changes, 'cross-site', 'storage-full')
  add(changes && changingOrders.test(called.path), 'import-being-undone')
  add(takesBody, 'unsupported-media-type', 'too-large', 'request-timeout')
  add(changes || has(query) || has(params) || has(body), 'invalid-input')
  add(idempotent !== false, 'idempotency-key-reused', 'request-in-progress', 'already-done', 'already-refused')
  add(!acceptsTokens(called), 'token-not-accepted')
  add(true, 'unknown-host', 'malformed-body', 'invalid-token', 'too-many-requests', 'unavailable', 'internal')
  return [...names]
}

type NoFields = z.ZodMiniObject<Record<never, never>>
const noFields = z.object({}) as NoFields

/** The defaults of endpoints: no input, 200, no problems of its own, no files, a form that loads its page again. */
export function endpoint<
  EndpointAccess extends Access,
  Output extends z.ZodMiniType,
  Params extends z.ZodMiniObject = NoFields,
  Query extends z.ZodMiniObject = NoFields,
  Body extends z.ZodMiniObject = NoFields,
>(
  definition: Pick<Endpoint<EndpointAccess, Params, Query, Body, Output>, 'method' | 'path' | 'access' | 'output'> &
    Partial<Endpoint<EndpointAccess, Params, Query, Body, Output>>,
): Endpoint<EndpointAccess, Params, Query, Body, Output> {
  return {
    params: noFields as unknown as Params,
    query: noFields as unknown as Query,
    body: noFields as unknown as Body,
    answerType: 'application/json',
    status: 200,
    otherStatuses: [],
    problems: [],
    idempotent: false,
    reentry: false,
    worksInView: false,
    timeLimit: 'standard',
    bodySize: 'standard',
    records: null,
    isBackground: false,
    uploadLimitBytes: 0,
    afterForm: 'reload',
    safeToRepeat: false,
    formPage: null,
    ...definition,
  }
}

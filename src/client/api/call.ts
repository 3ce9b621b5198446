import type { Factor } from '#shared/account/factor-views.ts'
import { idempotencyKey, pageUser } from '#shared/constants.ts'
import type { OutputOf, EndpointName, RequestOf } from '#shared/routes/endpoints.ts'
import type { Problem } from '#shared/problem.ts'

/** A failed call: the server answered with a problem, or could not be reached (then the problem's status is 0). */
export class CallError extends Error {
  readonly problem: Problem
  /** Whether the server may have done something: there was no answer, and the call does more than read. */
  readonly mayBeDone: boolean

  constructor(problem: Problem, mayBeDone = false) {
    super(problem.title)
    this.problem = problem
    this.mayBeDone = mayBeDone
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Recognizes a repetition of this call; a new one by default. */
  idempotencyKey?: string
}

/**
 * Loads the schemas of all endpoints. They are no part of the first script of a page, which works without them until it calls an endpoint
 * or checks a form. Rejects when the chunk does not load.
 */
export const loadContract = () => import('#client/api/contract.ts')

/** What a call needs to know about the session of the page. */
interface SessionDeps {
  /** The id of the user for whom the page was loaded. */
  userId: () => string | undefined
  /**
   * Asks the user to log in when a call finds that the session has expired, or to confirm their identity with one of `confirmWith`; resolves
   * with whether the user did.
   */
  recover: (confirmWith?: readonly Factor[]) => Promise<boolean>
  /** Asks the user to log in, unless they were asked already and did not want to. */
  reportSessionEnd: () => void
  /** Tells the user that someone else has logged in, when a call finds that. */
  reportUserChange: () => void
}

let session: SessionDeps = {
  userId: () => undefined,
  recover: async () => false,
  reportSessionEnd: () => {},
  reportUserChange: () => {},
}

/** Connects all calls to the session of the page. */
export function connectSession(deps: SessionDeps): void {
  session = deps
}

/**
 * Calls an endpoint of the contract. Throws a `CallError` with the problem when the call fails. When the session has expired and the
 * user logs in again, or confirms their identity, the call is repeated: the server had rejected it before it did anything.
 */
export async function call<Name extends EndpointName>(
  name: Name,
  input: RequestOf<Name>,
  options: CallOptions = {},
): Promise<OutputOf<Name>> {
  const keyed = { idempotencyKey: createIdempotencyKey(), ...options }
  try {
    return await callOnce(name, input, keyed)
  } catch (error) {
    if (!(error instanceof CallError && (await recoverSession(error.problem)))) throw error
    return callOnce(name, input, keyed)
  }
}

/** A key that no other request has. Works without HTTPS, too, where `crypto.randomUUID` does not exist. */
export const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Tells the user when the problem is with the session; resolves with whether the user has solved it and the request can be repeated. */
export async function recoverSession({ type, factors }: Problem): Promise<boolean> {
  if (type === '/problems/confirm-identity') return session.recover(factors)
  if (type === '/problems/user-changed') session.reportUserChange()
  return type === '/problems/not-logged-in' && (await session.recover())
}

/** Tells the user that something in the background has found the problem. */
export function reportSessionProblem({ type }: Problem): void {
  if (type === '/problems/user-changed') session.reportUserChange()
  if (type === '/problems/not-logged-in') session.reportSessionEnd()
}

/** The headers by which the server knows for whom the page was loaded. */
export function pageUserHeaders(): Record<string, string> {
  const userId = session.userId()
  return userId === undefined ? {} : { [pageUser.header]: userId }
}

async function callOnce<Name extends EndpointName>(
  name: Name,
  input: RequestOf<Name>,
  options: CallOptions,
): Promise<OutputOf<Name>> {
  const contract = await loadContract().catch(() => {
    throw new CallError(unreachableProblem(0))
  })
  const endpoint = contract.endpoints[name]
  const { url, init: request } = contract.buildRequest(endpoint, input as Record<string, unknown>)
  const keyHeader =
    request.method === 'GET' || options.idempotencyKey === undefined
      ? {}
      : { [idempotencyKey.header]: options.idempotencyKey }
  const init = { ...request, headers: { ...request.headers, ...pageUserHeaders(), ...keyHeader } }
  const { status, text } = await send(url, init, options)
  const body = parse(text)
  if (status >= 200 && status < 300 && body !== undefined) return body as OutputOf<Name>
  if (isProblem(body)) throw new CallError(body)
  throw new CallError(unreachableProblem(status), !contract.isSafeToRepeat(endpoint))
}

interface Reply {
  status: number
  text: string
}

async function send(url: string, init: RequestInit, { signal }: CallOptions): Promise<Reply> {
  try {
    const response = await fetch(url, { ...init, ...(signal && { signal }) })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    return { status: 0, text: '' }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'type' in body && 'title' in body

/** The problem for a missing answer, or one that is not Kontor's (such as a proxy's error page). `Form` supplies the text. */
const unreachableProblem = (status: number): Problem => ({
  type: '/problems/unavailable',
  title: '',
  status,
  detail: '',
})

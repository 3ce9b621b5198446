import type { AuthenticatedContext, Kontor } from '#server/context.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import * as store from '#server/http/idempotency-store.ts'
import { KeyedQueue } from '#server/runtime/keyed-queue.ts'
import { invalidInput, ProblemError, statusOf } from '#shared/problem.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'

/** How long the response of a request is stored; its key is stored forever. */
const answerLifetimeMs = 7 * 86_400_000
/** How long a repeated request waits for the response of the first one, if another instance is processing that. */
const answerTimeoutMs = 5000
const pollIntervalMs = 100
/** A request without a response counts as interrupted after this time, which is longer than any request may take. */
const interruptedAfterMs = 60_000

interface KeyedRequest {
  key: string
  endpoint: Endpoint
  /** The name of the endpoint and its checked input: two requests with the same content are the same request. */
  content: readonly [name: string, input: unknown]
}

const queues = new WeakMap<Kontor, KeyedQueue>()

/**
 * Runs the action of a request that has an idempotency key, and stores its response; a repeated request gets that response without running the action. The
 * key is claimed in the first transaction of the action, so both take effect or neither does. A rejection with 409 or 422 is stored as a
 * response, too; after any other failure before that transaction, no key is stored and the request may be sent again. Throws `idempotency-key-reused` for a key of another
 * request of the user, `request-in-progress` while another instance works on it, `already-done` if it was interrupted before its answer was
 * stored, and `already-done` or `already-refused` if its answer is no longer kept, or was for other permissions than the user has now.
 */
export async function answerOnce(
  context: AuthenticatedContext,
  request: KeyedRequest,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { kontor, session } = context
  const { key, endpoint } = request
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidInput({ in: 'header', pointer: '/Idempotency-Key', reason: 'idempotency-key' })
  const requestHash = `${await hashContent(request.content)} ${hashPermissions(session.user.permissions)}`
  const queue = queues.getOrInsertComputed(kontor, () => new KeyedQueue())
  return queue.run(`${session.user.id} ${key}`, async () => {
    const known = await store.findRequest(kontor.database.read, session.user.id, key)
    const isRepeatable = endpoint.idempotent === 'repeatable'
    const mayRunAgain = (first: store.KeyedRequest): boolean =>
      isRepeatable && (first.answer === null || isForOthers(first, requestHash))
    if (known && !mayRunAgain(known)) return repeatAnswer(context, request, requestHash)
    return isRepeatable
      ? runRepeatable(context, request, requestHash, run)
      : runClaimed(context, request, requestHash, run)
  })
}

async function runClaimed(
  context: AuthenticatedContext,
  request: KeyedRequest,
  requestHash: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { kontor, session } = context
  let isClaimed = false
  context.claimKey = async (transaction) => {
    if (isClaimed) return
    const unanswered = { request_hash: requestHash, answer_status: null, answer: null, created_at: kontor.now() }
    if (!(await store.insertRequest(transaction, session.user.id, request.key, unanswered))) throw new KeyTakenError()
    afterCommit(transaction, () => (isClaimed = true))
  }
  const storeAnswer = (answer: Answer): Promise<void> =>
    kontor.database.inReadCommitted((transaction) =>
      store.updateAnswer(transaction, session.user.id, request.key, answer),
    )
  try {
    const { result, answer } = await toAnswer(request.endpoint, await run())
    if (isClaimed) await storeAnswer(answer)
    return result
  } catch (error) {
    if (error instanceof KeyTakenError) return repeatAnswer(context, request, requestHash)
    if (!(error instanceof ProblemError)) throw error
    const refusal = toRefusal(error)
    if (isClaimed) await storeAnswer(refusal)
    else if (isDecided(error) && !(await storeRefusal(context, request.key, requestHash, refusal)))
      return repeatAnswer(context, request, requestHash)
    throw error
  } finally {
    delete context.claimKey
  }
}

/** Stores a rejection from before the first commit of an action; false if the same request got a response in the meantime. */
const storeRefusal = (
  { kontor, session }: AuthenticatedContext,
  key: string,
  requestHash: string,
  { status, body }: Answer,
): Promise<boolean> =>
  kontor.database.inReadCommitted((transaction) =>
    store.insertRequest(transaction, session.user.id, key, {
      request_hash: requestHash,
      answer_status: status,
      answer: body,
      created_at: kontor.now(),
    }),
  )

/** Whether the data caused the rejection, rather than the access, a limit or a temporary state of the server. */
const isDecided = ({ problem }: ProblemError): boolean => [409, 422].includes(statusOf(problem))

/** An action that may run again, because it recognizes existing data itself: its key only stores the response. */
async function runRepeatable(
  { kontor, session }: AuthenticatedContext,
  { endpoint, key }: KeyedRequest,
  requestHash: string,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { result, answer } = await toAnswer(endpoint, await run())
  await kontor.database.inReadCommitted((transaction) =>
    store.insertRequest(transaction, session.user.id, key, {
      request_hash: requestHash,
      // Sent again without a key, the same answers 200: nothing is created any more.
      answer_status: 200,
      answer: answer.body,
      created_at: kontor.now(),
    }),
  )
  return result
}

/** Another request of the user has the same key. */
class KeyTakenError extends Error {}

interface Answer {
  status: number
  /** For a rejection (status 400 and above), the values of its `ProblemError`, because a repetition may be in another language. */
  body: string
}

type Refusal = Pick<ProblemError, 'problem' | 'parameters' | 'fields' | 'extension'>

const toRefusal = ({ problem, parameters, fields, extension }: ProblemError): Answer => ({
  status: statusOf(problem),
  body: JSON.stringify({ problem, parameters, fields, extension } satisfies Refusal),
})

/** The response to store, and a copy of the result to return, because a body can be read only once. */
async function toAnswer({ status }: Endpoint, result: unknown): Promise<{ result: unknown; answer: Answer }> {
  if (!(result instanceof Response)) return { result, answer: { status, body: JSON.stringify(result) } }
  const body = await result.text()
  return { result: new Response(body, result), answer: { status: result.status, body } }
}

/** The response of the request that already has the key; waits for it for a while. */
async function repeatAnswer(
  { kontor, session }: AuthenticatedContext,
  { key, endpoint }: KeyedRequest,
  requestHash: string,
): Promise<unknown> {
  for (let waitedMs = 0; ; waitedMs += pollIntervalMs) {
    const known = await store.findRequest(kontor.database.read, session.user.id, key)
    // The first request failed in the meantime, so this one may run.
    if (!known) throw new ProblemError('request-in-progress')
    const isOther = isForOthers(known, requestHash)
    if (known.request_hash !== requestHash && !isOther) throw new ProblemError('idempotency-key-reused')
    const { answer_status: status } = known
    const answer = isOther ? null : known.answer
    if (answer !== null && status !== null) return toResult(endpoint, { status, body: answer })
    if (status !== null) throw new ProblemError(status >= 400 ? 'already-refused' : 'already-done')
    if (kontor.now() - known.created_at > interruptedAfterMs) throw new ProblemError('already-done')
    if (waitedMs >= answerTimeoutMs) throw new ProblemError('request-in-progress')
    await Bun.sleep(pollIntervalMs)
  }
}

/** Whether the same request was answered for other permissions: its answer may show more than the user may see by now. */
const isForOthers = ({ request_hash: hash }: store.KeyedRequest, requestHash: string): boolean =>
  hash !== requestHash && hash.split(' ')[0] === requestHash.split(' ')[0]

/** A response, except for what the dispatcher would make of the result: forms need the result itself. Throws what was refused. */
function toResult(endpoint: Endpoint, { status, body }: Answer): unknown {
  if (status === endpoint.status) return JSON.parse(body)
  if (status < 400) return new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
  const { problem, parameters, fields, extension } = JSON.parse(body) as Refusal
  throw new ProblemError(problem, parameters, fields, extension)
}

/** The hash of a request's content; files count with all their bytes. */
async function hashContent(content: KeyedRequest['content']): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const files: Blob[] = []
  const json = JSON.stringify(content, (_key, value: unknown) => {
    if (!(value instanceof Blob)) return value
    files.push(value)
    return { size: value.size, type: value.type, name: value instanceof File ? value.name : '' }
  })
  hasher.update(json)
  for (const file of files) for await (const chunk of file.stream()) hasher.update(chunk)
  return hasher.digest('hex')
}

const hashPermissions = (permissions: readonly string[]): string =>
  new Bun.CryptoHasher('sha256').update(permissions.toSorted().join()).digest('hex')

/** Deletes the answers that are older than 7 days. Their keys remain, so that no request has its effect twice, or after it was refused, however late it is repeated. */
export const purgeAnswers = ({ database, now }: Kontor): Promise<void> =>
  database.inReadCommitted((transaction) => store.deleteAnswers(transaction, now() - answerLifetimeMs))

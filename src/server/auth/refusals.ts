import { inTransaction } from '#server/auth/access.ts'
import { createOperatorContext, type Kontor, type RequestContext } from '#server/context.ts'
import { recordEvents } from '#server/events/events.ts'
import { toErrorFields } from '#server/log/log.ts'
import { isStorageOutage } from '#server/problems/to-problem-error.ts'
import { ProblemError, type ProblemName } from '#shared/problem.ts'
import { needsSession } from '#shared/routes/endpoint.ts'
import { type EndpointName, endpoints } from '#shared/routes/endpoints.ts'

/** How often a process records that a user was refused the same endpoint, so that repeating it does not fill the audit log. */
const intervalMs = 60_000

const refusals: readonly ProblemName[] = [
  'permission-denied',
  'token-not-accepted',
  'above-your-rank',
  'above-limit',
  'own-refund',
  'own-request',
  'own-reopening',
  'viewing-as',
]

/** When a process last recorded the refusal of an endpoint to a user. */
const lastRecorded = new WeakMap<Kontor['database'], Map<string, number>>()

/** Records that a user or their token called an endpoint that they may not, for this object or amount; does nothing for other errors. */
export async function recordRefusal(context: RequestContext, endpoint: EndpointName, error: unknown): Promise<void> {
  const { kontor, session } = context
  const isRefusal = error instanceof ProblemError && refusals.includes(error.problem)
  if (!session || !isRefusal) return
  const { id, name } = session.user
  const now = kontor.now()
  const times = lastRecorded.getOrInsertComputed(kontor.database, () => new Map<string, number>())
  const key = `${id} ${endpoint}`
  // The clock may have been set back since.
  if (Math.abs(now - (times.get(key) ?? -intervalMs)) < intervalMs) return
  times.set(key, now)
  const { access } = endpoints[endpoint]
  const permission = needsSession(access) && access !== 'logged-in' ? access : undefined
  try {
    // Recorded by the program, because the user's own access may be what was refused.
    await inTransaction(createOperatorContext(kontor), (transaction) =>
      recordEvents(transaction, context, {
        action: 'user.refused',
        objectType: 'user',
        objectId: id,
        objectLabel: name,
        parameters: { endpoint, ...(permission !== undefined && { permission }) },
      }),
    )
  } catch (recordingError) {
    if (!isStorageOutage(recordingError)) throw recordingError
    // The answer stays the refusal, and the next one is recorded.
    times.delete(key)
    kontor.log.error('refusal not recorded', { requestId: context.requestId, ...toErrorFields(recordingError) })
  }
}

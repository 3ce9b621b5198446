import { actions } from '#server/actions.ts'
import { authorize, refreshSession, requirePageUser } from '#server/auth/access.ts'
import { recordRefusal } from '#server/auth/refusals.ts'
import { requireRecentProof } from '#server/auth/confirm-identity.ts'
import type { Action, AuthenticatedContext, RequestContext } from '#server/context.ts'
import { answerOnce } from '#server/http/idempotency.ts'
import { requireStorableInput } from '#server/input/storable-fields.ts'
import { findUnknownInput } from '#server/input/unknown-fields.ts'
import { getFieldMessages } from '#server/messages.ts'
import { invalidInput } from '#shared/problem.ts'
import { type Endpoint, needsProof } from '#shared/routes/endpoint.ts'
import { checkEndpointInput, type EndpointInput } from '#shared/routes/endpoint-input.ts'
import { type EndpointName, endpoints, type OutputOf } from '#shared/routes/endpoints.ts'

/** Calls an endpoint: checks the access, then reads and checks the input, then runs the action. Records refused requests. */
export async function dispatch<Name extends EndpointName>(
  name: Name,
  context: RequestContext,
  readInput: () => Promise<EndpointInput>,
): Promise<OutputOf<Name> | Response> {
  try {
    return await callEndpoint(name, context, readInput)
  } catch (error) {
    await recordRefusal(context, name, error)
    throw error
  }
}

async function callEndpoint<Name extends EndpointName>(
  name: Name,
  context: RequestContext,
  readInput: () => Promise<EndpointInput>,
): Promise<OutputOf<Name> | Response> {
  const endpoint: Endpoint = endpoints[name]
  // Logins change the user, and data that anyone can read is the same for every user, or says who is logged in.
  if (name !== 'login' && (endpoint.access !== 'anyone' || endpoint.method !== 'GET')) requirePageUser(context)
  authorize(context, endpoint)
  const input = await readInput()
  requireStorableInput(endpoint, input)
  const { data, errors } = checkEndpointInput(endpoint, input, getFieldMessages('en'))
  errors.push(...findUnknownInput(endpoint, input))
  if (errors.length > 0) throw invalidInput(...errors)
  // A long body may take minutes to arrive, and its sender may be suspended in the meantime.
  if (endpoint.timeLimit === 'long' && endpoint.method !== 'GET') {
    await refreshSession(context)
    authorize(context, endpoint)
  }
  // An endpoint with re-entry needs a session, which `authorize` has found.
  if (needsProof(endpoint, data)) await requireRecentProof(context as AuthenticatedContext)
  // `authorize` has found a session where the context of the action has one, and the schemas have made `data`.
  const action = actions[name] as (context: RequestContext, input: unknown) => ReturnType<Action<Name>>
  const key = context.idempotencyKey
  if (!endpoint.idempotent || key === undefined) return action(context, data)
  // An idempotent endpoint needs a session, which `authorize` has found.
  const answer = answerOnce(context as AuthenticatedContext, { key, endpoint, content: [name, data] }, () =>
    action(context, data),
  )
  return answer as ReturnType<Action<Name>>
}

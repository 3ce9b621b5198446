import { revalidateSession } from '#server/auth/sessions.ts'
import { checkInput } from '#server/check-input.ts'
import { type RequestContext, requirePermission } from '#server/context.ts'
import type { RawInput } from '#server/http/input.ts'
import { actions } from '#server/actions.ts'
import { ProblemError } from '#shared/problem.ts'
import { type Access, type OutputOf, type EndpointName, endpoints, type InputOf } from '#shared/routes/endpoints.ts'

/** Calls an endpoint: refuses who may not, then reads and checks the input, then does it for who still may. */
export async function dispatch<Name extends EndpointName>(
  name: Name,
  context: RequestContext,
  readInput: () => Promise<RawInput>,
): Promise<OutputOf<Name> | Response> {
  const { access, input, method } = endpoints[name]
  requireAccess(context, access)
  const validInput = checkInput(input, await readInput()) as InputOf<Name>
  if (method !== 'GET') {
    // A body may be minutes on its way, and its sender be thrown out meanwhile.
    await revalidateSession(context)
    requireAccess(context, access)
  }
  return actions[name](context, validInput)
}

/** The one place where an endpoint's access is decided. */
function requireAccess(context: RequestContext, access: Access): void {
  if (access === 'anyone') return
  if (access !== 'logged-in') requirePermission(context, access)
  else if (!context.session) throw new ProblemError('not-logged-in')
}

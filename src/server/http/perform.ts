import { renewSession } from '#server/auth/sessions.ts'
import { checkInput } from '#server/check-input.ts'
import { type Context, demand } from '#server/context.ts'
import type { RawInput } from '#server/http/input.ts'
import { actions } from '#server/actions.ts'
import { ProblemError } from '#shared/problem.ts'
import { type Access, type OutputOf, type EndpointName, endpoints, type InputOf } from '#shared/routes/endpoints.ts'

/** Calls an endpoint: refuses who may not, then reads and checks the input, then does it for who still may. */
export async function perform<Name extends EndpointName>(
  name: Name,
  reader: Context,
  read: () => Promise<RawInput>,
): Promise<OutputOf<Name> | Response> {
  const { access, input, method } = endpoints[name]
  allow(reader, access)
  const checked = checkInput(input, await read()) as InputOf<Name>
  if (method !== 'GET') {
    // A body may be minutes on its way, and its sender be thrown out meanwhile.
    await renewSession(reader)
    allow(reader, access)
  }
  return actions[name](reader, checked)
}

/** The one place where an endpoint's access is decided. */
function allow(reader: Context, access: Access): void {
  if (access === 'anyone') return
  if (access !== 'logged-in') demand(reader, access)
  else if (!reader.session) throw new ProblemError('not-logged-in')
}

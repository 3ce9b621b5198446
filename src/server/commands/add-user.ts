import { checkInput } from '#server/input/check-input.ts'
import { CommandError, type Invocation, exitCodes, withKontor } from '#server/commands/command.ts'
import { createOperatorContext } from '#server/context.ts'
import * as staff from '#server/staff/operator-actions.ts'
import { builtInRoles } from '#shared/permissions.ts'
import { registerInput } from '#shared/staff/inputs.ts'
import * as z from 'zod/mini'

const { name, email, password } = registerInput.shape
const input = z.object({ name, email, password, role: z.enum(builtInRoles) })

/** `kontor user add`: the account is active at once, without approval. */
export async function addUser({ options, terminal }: Invocation): Promise<number> {
  if (!builtInRoles.some((role) => role === options['role']))
    throw new CommandError(`Specify the role with --role ${builtInRoles.join('|')}.`, exitCodes.usage)
  // Strip only the final line end: spaces are part of the password.
  const typed = (await terminal.readPassword()).replace(/\r?\n$/, '')
  const draft = checkInput(input, { ...options, password: typed })
  return withKontor(terminal, async (kontor) => {
    await staff.addUser(createOperatorContext(kontor), draft)
    terminal.print(`${draft.name} <${draft.email}> can now log in as ${draft.role}.`)
    return exitCodes.done
  })
}

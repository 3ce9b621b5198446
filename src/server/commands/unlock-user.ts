import { CommandError, type Invocation, exitCodes, requireDatabase, withKontor } from '#server/commands/command.ts'
import { createOperatorContext } from '#server/context.ts'
import * as staff from '#server/staff/operator-actions.ts'
import { ProblemError } from '#shared/problem.ts'

/** `kontor user unlock`: takes effect on running servers at once, because they count attempts in the database. */
export async function unlockUser({ args: [email = ''], terminal }: Invocation): Promise<number> {
  await requireDatabase()
  return withKontor(terminal, async (kontor) => {
    const user = await staff.unlockUser(createOperatorContext(kontor), email).catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem === 'not-found')
        throw new CommandError(`There is no account with the email ${email}.`, exitCodes.failed)
      throw error
    })
    terminal.print(
      `${user.name} <${user.email}> can try to log in again. An address with too many failed logins stays blocked for up to 15 minutes.`,
    )
    return exitCodes.done
  })
}

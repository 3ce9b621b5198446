import { checkInput } from '#server/input/check-input.ts'
import { CommandError, exitCodes, type Invocation, requireDatabase, withKontor } from '#server/commands/command.ts'
import { createOperatorContext, type RequestContext } from '#server/context.ts'
import * as staff from '#server/staff/operator-actions.ts'
import { ProblemError } from '#shared/problem.ts'
import { registerInput } from '#shared/staff/inputs.ts'
import * as z from 'zod/mini'

const passwordInput = z.object({ password: registerInput.shape.password })

/** `kontor user list`: one account a line, its columns separated by tabs. */
export async function listUsers({ terminal }: Invocation): Promise<number> {
  await requireDatabase()
  return withKontor(terminal, async (kontor) => {
    for (const user of await staff.listAccounts(createOperatorContext(kontor))) {
      const { email, name, role, status, last_seen_at: lastSeenAt } = user
      const lastSeen = lastSeenAt === null ? '-' : new Date(lastSeenAt).toISOString()
      terminal.print([email, name, role ?? '-', status, lastSeen].join('\t'))
    }
    return exitCodes.done
  })
}

/** `kontor user reset-password`: sets the password on standard input, or prints a link with which the user sets it. */
export async function resetPassword(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation
  const email = readEmail(invocation)
  if (options['link'])
    return runForEmail(invocation, email, async (context) => {
      const { user, url } = await staff.createResetLink(context, email)
      terminal.print(`${user.name} <${user.email}> can set a new password within 30 minutes, once: ${url}`)
    })
  // Strip only the final line end: spaces are part of the password.
  const typed = (await terminal.readPassword()).replace(/\r?\n$/, '')
  const { password } = checkInput(passwordInput, { password: typed })
  return runForEmail(invocation, email, async (context) => {
    const user = await staff.resetPassword(context, { email, password })
    terminal.print(`${describeLogin(user, 'can now log in with the new password')} All sessions were ended.`)
    if (user.hasSecondFactor)
      terminal.print('Two-step authentication is unchanged; kontor user remove-factors turns it off.')
  })
}

/** `kontor user remove-factors`: for a user who lost their phone and recovery codes. */
export async function removeFactors(invocation: Invocation): Promise<number> {
  const email = readEmail(invocation)
  return runForEmail(invocation, email, async (context) => {
    const { user, hadFactors } = await staff.removeFactors(context, email)
    invocation.terminal.print(
      hadFactors
        ? describeLogin(user, 'can now log in with the password alone')
        : `${user.name} <${user.email}> has no two-step authentication.`,
    )
  })
}

/** `kontor user unlock`: takes effect on running servers at once, because they count attempts in the database. */
export async function unlockUser(invocation: Invocation): Promise<number> {
  const email = readEmail(invocation)
  return runForEmail(invocation, email, async (context) => {
    const user = await staff.unlockUser(context, email)
    invocation.terminal.print(
      `${describeLogin(user, 'can try to log in again')} An address with too many failed logins stays blocked for up to 15 minutes.`,
    )
  })
}

/** `kontor user suspend`: running servers end the sessions within a second. */
export async function suspendUser(invocation: Invocation): Promise<number> {
  const email = readEmail(invocation)
  return runForEmail(invocation, email, async (context) => {
    const user = await staff.suspendAccount(context, email)
    invocation.terminal.print(`${user.name} <${user.email}> is suspended. All sessions were ended.`)
  })
}

/** What the user can do now, or why they still cannot log in. */
const describeLogin = (
  { name, email, status }: { name: string; email: string; status: string },
  can: string,
): string =>
  status === 'active'
    ? `${name} <${email}> ${can}.`
    : `${name} <${email}> still cannot log in, because the account is ${status}.`

function readEmail({ options: { email } }: Invocation): string {
  if (typeof email !== 'string' || email.trim() === '')
    throw new CommandError('Specify the account with --email EMAIL.', exitCodes.usage)
  return email
}

async function runForEmail(
  { terminal }: Invocation,
  email: string,
  run: (context: RequestContext) => Promise<void>,
): Promise<number> {
  await requireDatabase()
  return withKontor(terminal, async (kontor) => {
    try {
      await run(createOperatorContext(kontor))
    } catch (error) {
      if (error instanceof ProblemError && error.problem === 'not-found')
        throw new CommandError(`There is no account with the email ${email}.`, exitCodes.failed)
      if (error instanceof ProblemError && error.problem === 'illegal-transition')
        throw new CommandError(
          `The account ${email} is not active: kontor user list prints its status.`,
          exitCodes.failed,
        )
      throw error
    }
    return exitCodes.done
  })
}

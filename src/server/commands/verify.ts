import { exitCodes, type Invocation, withKontor } from '#server/commands/command.ts'
import { verify as verifyBooks } from '#server/finance/verify.ts'
import { checks as messages } from '#shared/messages/en/checks.ts'

/** `kontor verify`: prints one line per check, followed by the rows that violate it; returns 1 if a check fails. */
export const verify = ({ terminal }: Invocation): Promise<number> =>
  withKontor(terminal, async (kontor) => {
    const { checks, unsealedEvents } = await verifyBooks(kontor)
    for (const { id, passed, examined, violations } of checks) {
      terminal.print(`${passed ? 'ok  ' : 'FAIL'}  ${id}: ${messages.byId[id]} (${messages.rows(examined)})`)
      for (const violation of violations) terminal.print(`      ${violation}`)
    }
    if (unsealedEvents > 0) terminal.print(`      ${messages.unsealed(unsealedEvents)}`)
    return checks.every(({ passed }) => passed) ? exitCodes.done : exitCodes.failed
  })

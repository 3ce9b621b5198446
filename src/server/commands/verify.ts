import { CommandError, exitCodes, type Invocation, requireDatabase, withKontor } from '#server/commands/command.ts'
import { verify as verifyBooks } from '#server/self-check/verify.ts'
import { formatHead, parseHead } from '#server/self-check/kept-heads.ts'
import { checks as messages } from '#shared/messages/en/checks.ts'
import { availableParallelism } from 'node:os'

/**
 * `kontor verify`: prints a line for each check as soon as it is done, followed by the rows that violate it, then the heads of both
 * chains; returns 1 if a check fails. Throws with exit code 64 for an `--expect` that is not a head.
 */
export async function verify({ options, terminal }: Invocation): Promise<number> {
  const keptHeads = [options['expect'] ?? []].flat().map((text) => {
    const head = parseHead(String(text))
    if (!head) throw new CommandError(messages.command.notHead(String(text)), exitCodes.usage)
    return head
  })
  await requireDatabase()
  return withKontor(terminal, async (kontor) => {
    const { checks, unsealedEvents, heads } = await verifyBooks(kontor, {
      keptHeads,
      isFull: options['full'] === true,
      indexes: options['full'] === true,
      threads: availableParallelism(),
      onProgress: (share) => terminal.showProgress(messages.command.progress(Math.floor(share * 100))),
      onCheck: ({ id, passed, examined, violations }) => {
        terminal.showProgress('')
        terminal.print(`${passed ? 'ok  ' : 'FAIL'}  ${id}: ${messages.byId[id]} (${messages.rows(examined)})`)
        for (const violation of violations) terminal.print(`      ${violation}`)
      },
    })
    terminal.showProgress('')
    terminal.print(`      ${messages.unsealed(unsealedEvents)}`)
    terminal.print(`      ${messages.command.head(formatHead({ chain: 'ledger', ...heads.ledger }))}`)
    terminal.print(`      ${messages.command.head(formatHead({ chain: 'events', ...heads.events }))}`)
    return checks.every(({ passed }) => passed) ? exitCodes.done : exitCodes.failed
  })
}

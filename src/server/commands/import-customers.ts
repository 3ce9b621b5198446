import { abortOnSignal, CommandError, exitCodes, type Invocation, withKontor } from '#server/commands/command.ts'
import { createOperatorContext } from '#server/context.ts'
import { openCustomerImport } from '#server/imports/customer-import.ts'
import { answers } from '#shared/messages/answers.ts'
import { basename } from 'node:path'

/** Many, because nothing else runs in this process. */
const customersPerBatch = 500

/**
 * `kontor import customers`: prints a line for each rejected customer, then the totals. Returns 0, or 1 when a customer was rejected; throws with
 * exit code 66 for an unreadable file, and that of the signal that interrupted it, after the batch that was running.
 */
export async function importCustomers({ options, args, terminal }: Invocation): Promise<number> {
  const messages = answers.en.imports.command
  const { encoding } = options
  const [path = ''] = args
  const file = Bun.file(path)
  const isReadable = await file.stat().then(
    (found) => found.isFile(),
    () => false,
  )
  if (!isReadable) throw new CommandError(messages.noFile(path), exitCodes.noInput)
  const dryRun = options['dry-run'] === true
  return withKontor(terminal, async (kontor) => {
    const customerImport = await openCustomerImport(createOperatorContext(kontor), {
      ...{ file, fileName: basename(path), dryRun, customersPerBatch },
      encoding: encoding === undefined ? undefined : String(encoding),
    })
    kontor.database.expectLargeWrites()
    const signal = abortOnSignal()
    const result = await customerImport
      .run(() => signal.throwIfAborted())
      .catch((error: unknown) => {
        if (customerImport.importedCount > 0 || (signal.aborted && !dryRun))
          terminal.print(messages.customersInterrupted(customerImport.importedCount))
        throw error
      })
    if (customerImport.importedCount > 0) await kontor.database.optimize()
    if (result.isEncodingGuessed) terminal.print(messages.guessedEncoding)
    for (const { line, order, reason } of result.refused) terminal.print(messages.refused(line, order, reason))
    terminal.print(messages.customers({ ...result, refused: result.refused.length }, dryRun))
    return result.refused.length > 0 ? exitCodes.failed : exitCodes.done
  })
}
